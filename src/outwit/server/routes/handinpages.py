"""The page of a hand-in: build, mark, rating, games, files, and what changed."""

from __future__ import annotations

import asyncio
from urllib.parse import quote

from fastapi import Form, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from outwit.errors import NotFound
from outwit.server.base.provided import Provided, Router
from outwit.server.jobs.homeworkview import HomeworkView
from outwit.server.routes.entering import Entering, no_handin, own_handin
from outwit.server.routes.pages import Pages
from outwit.server.values.handedfiles import changes, list_files, read_file
from outwit.storage.audit import AuditStore
from outwit.storage.contents import ContentStore
from outwit.storage.handins import HandInStore
from outwit.storage.tables import now

router = Router()


@router.get("/c/{key}/a/{homework}/h/{handin}")
async def handin_page(
    request: Request,
    key: str,
    homework: str,
    handin: str,
    pages: Provided[Pages],
    entering: Provided[Entering],
    handins: Provided[HandInStore],
    view: Provided[HomeworkView],
) -> HTMLResponse:
    """Show a hand-in to its group and the teacher."""
    entry = await entering.visitor(request, key, homework)
    found = await own_handin(handins, entry, handin)
    values = await asyncio.to_thread(view.handin, entry, found)
    return await pages.show(request, "handin.html", **values)


@router.get("/c/{key}/a/{homework}/h/{handin}/live")
async def live_part(
    request: Request,
    key: str,
    homework: str,
    handin: str,
    pages: Provided[Pages],
    entering: Provided[Entering],
    handins: Provided[HandInStore],
    view: Provided[HomeworkView],
) -> HTMLResponse:
    """Return the live part of the page."""
    entry = await entering.visitor(request, key, homework)
    found = await own_handin(handins, entry, handin)
    values = await asyncio.to_thread(view.handin, entry, found)
    return await pages.show(request, "handinlive.html", **values)


@router.post("/c/{key}/a/{homework}/h/{handin}/activate")
async def activate(
    request: Request,
    key: str,
    homework: str,
    handin: str,
    entering: Provided[Entering],
    handins: Provided[HandInStore],
    audit: Provided[AuditStore],
    csrf: str = Form(max_length=64),
) -> Response:
    """Make a hand-in the one that plays and counts, until the deadline."""
    entry = await entering.sender(request, csrf, key, homework)
    entry.must_study()
    found = await own_handin(handins, entry, handin)
    await asyncio.to_thread(handins.activate, found.id, now())
    what = f"{entry.homework.title}: hand-in {found.number}"
    await asyncio.to_thread(audit.note, entry.of_class.id, entry.account, "made active", what)
    return RedirectResponse(entry.path, 303)


@router.get("/c/{key}/a/{homework}/h/{handin}/changes")
async def changed_page(
    request: Request,
    key: str,
    homework: str,
    handin: str,
    pages: Provided[Pages],
    entering: Provided[Entering],
    handins: Provided[HandInStore],
    contents: Provided[ContentStore],
    view: Provided[HomeworkView],
    since: int = 0,
) -> HTMLResponse:
    """Show what changed since the hand-in before, or since the one of a number."""
    entry = await entering.visitor(request, key, homework)
    new = await own_handin(handins, entry, handin)
    if new.account is None:
        raise no_handin(handin)
    number = since if 0 < since < 1_000_000 else new.number - 1
    old = await asyncio.to_thread(handins.numbered, entry.homework.id, new.account, number)
    files = await asyncio.to_thread(
        lambda: changes(contents.get(old.content), contents.get(new.content))
    )
    values = await asyncio.to_thread(view.compared, entry, old, new)
    return await pages.show(request, "handinchanges.html", **values, files=files)


@router.get("/c/{key}/a/{homework}/h/{handin}/files")
async def files_page(
    request: Request,
    key: str,
    homework: str,
    handin: str,
    pages: Provided[Pages],
    entering: Provided[Entering],
    handins: Provided[HandInStore],
    contents: Provided[ContentStore],
    name: str = "",
) -> HTMLResponse:
    """List the files of a hand-in, and show one of them."""
    entry = await entering.visitor(request, key, homework)
    found = await own_handin(handins, entry, handin)
    data = await asyncio.to_thread(contents.get, found.content)
    files = await asyncio.to_thread(list_files, data)
    text, why = "", ""
    if name:
        text, why = await asyncio.to_thread(read_file, data, name)
    return await pages.show(
        request,
        "handinfiles.html",
        of_class={"id": entry.of_class.id, "name": entry.of_class.name},
        homework={"title": entry.homework.title},
        path=entry.path,
        handin={"id": found.id, "number": found.number},
        files=files,
        chosen=name,
        text=text,
        why=why,
    )


@router.get("/c/{key}/a/{homework}/h/{handin}/files.zip")
async def download(
    request: Request,
    key: str,
    homework: str,
    handin: str,
    entering: Provided[Entering],
    handins: Provided[HandInStore],
    contents: Provided[ContentStore],
) -> Response:
    """Return the files of a hand-in as they were handed in."""
    entry = await entering.visitor(request, key, homework)
    found = await own_handin(handins, entry, handin)
    data = await asyncio.to_thread(contents.get, found.content)
    name = quote(f"hand-in-{found.number}.zip")
    return Response(
        data,
        media_type="application/zip",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@router.get("/c/{key}/a/{homework}/n/{number}")
async def numbered(
    request: Request,
    key: str,
    homework: str,
    number: int,
    entering: Provided[Entering],
    handins: Provided[HandInStore],
) -> Response:
    """Lead to one's own hand-in of a number."""
    entry = await entering.visitor(request, key, homework)
    if not 0 < number < 1_000_000:
        raise NotFound(f"there is no hand-in {number}")
    found = await asyncio.to_thread(handins.numbered, entry.homework.id, entry.owner, number)
    return RedirectResponse(f"{entry.path}/h/{found.id}", 303)
