"""Which hand-ins share text, for the teacher: pairs, and two of them side by side."""

from __future__ import annotations

import asyncio

from fastapi import Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from outwit.errors import BadFile
from outwit.server.base.provided import Provided, Router
from outwit.server.edge.identity import Identity
from outwit.server.edge.limits import Limiter
from outwit.server.jobs.similarity import Similarity
from outwit.server.jobs.teacherview import TeacherView
from outwit.server.routes.entering import Entering
from outwit.server.routes.homeworkpages import read_files
from outwit.server.routes.pages import Pages
from outwit.server.values.entry import Entry
from outwit.server.values.shown import capital
from outwit.storage.audit import AuditStore
from outwit.storage.homework import HomeworkStore

router = Router()


@router.get("/c/{key}/a/{homework}/similarity")
async def similarity_page(
    request: Request,
    key: str,
    homework: str,
    pages: Provided[Pages],
    entering: Provided[Entering],
    view: Provided[TeacherView],
    similarity: Provided[Similarity],
) -> HTMLResponse:
    """Show the pairs of hand-ins that share most."""
    entry = await entering.visitor(request, key, homework, teaches=True)
    return await show_pairs(request, pages, view, similarity, entry)


@router.post("/c/{key}/a/{homework}/similarity/upload")
async def give(
    request: Request,
    key: str,
    homework: str,
    pages: Provided[Pages],
    entering: Provided[Entering],
    identity: Provided[Identity],
    limiter: Provided[Limiter],
    homeworks: Provided[HomeworkStore],
    audit: Provided[AuditStore],
    view: Provided[TeacherView],
    similarity: Provided[Similarity],
) -> Response:
    """Store base code, which everybody may share."""
    entry = await entering.visitor(request, key, homework, teaches=True)
    limiter.take("uploads", entry.account)
    try:
        with limiter.hold("uploading", entry.account):
            data = await read_files(request, identity, entry.account)

            def store() -> None:
                homeworks.give(entry.homework.id, data)
                title = entry.homework.title
                audit.note(entry.of_class.id, entry.account, "gave base code", title)

            await asyncio.to_thread(store)
    except BadFile as error:
        said = f"{capital(str(error))}."
        return await show_pairs(request, pages, view, similarity, entry, said)
    return RedirectResponse(f"{entry.path}/similarity", 303)


@router.get("/c/{key}/a/{homework}/similarity/{one}/{other}")
async def pair_page(
    request: Request,
    key: str,
    homework: str,
    one: str,
    other: str,
    pages: Provided[Pages],
    entering: Provided[Entering],
    view: Provided[TeacherView],
    similarity: Provided[Similarity],
) -> HTMLResponse:
    """Show two hand-ins side by side, with the lines that they share."""
    entry = await entering.visitor(request, key, homework, teaches=True)
    values = await asyncio.to_thread(similarity.pair, entry, one, other)
    return await pages.show(request, "similarpair.html", **view.head(entry), **values)


async def show_pairs(
    request: Request,
    pages: Pages,
    view: TeacherView,
    similarity: Similarity,
    entry: Entry,
    error: str = "",
) -> HTMLResponse:
    """Show the pairs, and the error for what was sent."""
    values = await asyncio.to_thread(similarity.page, entry)
    status = 400 if error else 200
    head = view.head(entry)
    return await pages.show(request, "similarity.html", status, **head, **values, error=error)
