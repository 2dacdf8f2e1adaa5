"""The teacher's bots: uploaded like a hand-in, they play in the ladder until they are retired."""

from __future__ import annotations

import asyncio

from fastapi import Form, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from outwit.errors import BadFile, NotAllowed, UsageError
from outwit.process.archive import LARGEST_PACKED, MOST_FILES
from outwit.server.base.provided import Provided, Router
from outwit.server.edge.identity import Identity
from outwit.server.edge.limits import Limiter
from outwit.server.jobs.homeworkview import HomeworkView
from outwit.server.jobs.teacherview import TeacherView
from outwit.server.routes.entering import Entering, no_handin, some_handin
from outwit.server.routes.homeworkpages import MOST_FIELDS, read_files
from outwit.server.routes.pages import Pages
from outwit.server.values.entry import Entry
from outwit.server.values.shown import capital
from outwit.storage.audit import AuditStore
from outwit.storage.handins import MOST_STAFF, HandInStore
from outwit.storage.names import read_title

router = Router()


@router.get("/c/{key}/a/{homework}/bots")
async def bots_page(
    request: Request,
    key: str,
    homework: str,
    pages: Provided[Pages],
    entering: Provided[Entering],
    view: Provided[TeacherView],
) -> HTMLResponse:
    """Show the teacher's bots of an assignment."""
    entry = await entering.visitor(request, key, homework, teaches=True)
    return await show_bots(request, pages, view, entry)


@router.post("/c/{key}/a/{homework}/bots/upload")
async def add(
    request: Request,
    key: str,
    homework: str,
    pages: Provided[Pages],
    entering: Provided[Entering],
    identity: Provided[Identity],
    limiter: Provided[Limiter],
    handins: Provided[HandInStore],
    audit: Provided[AuditStore],
    teacher_view: Provided[TeacherView],
    view: Provided[HomeworkView],
) -> Response:
    """Add a bot."""
    entry = await entering.visitor(request, key, homework, teaches=True)
    try:
        limiter.take("uploads", entry.account)
        with limiter.hold("uploading", entry.account):
            # The form is read once; what follows finds it there.
            form = await request.form(max_files=MOST_FILES, max_fields=MOST_FIELDS)
            typed = str(form.get("name", ""))
            data = await read_files(request, identity, entry.account)

            def store() -> None:
                title = read_title(typed)
                handins.add_staff(entry.homework.id, entry.account, data, title)
                what = f"{entry.homework.title}: {title}"
                audit.note(entry.of_class.id, entry.account, "added a bot", what)

            await asyncio.to_thread(store)
    except (BadFile, NotAllowed, UsageError) as error:
        said = f"{capital(str(error))}."
        return await show_bots(request, pages, teacher_view, entry, said)
    view.forget()
    return RedirectResponse(f"{entry.path}/bots", 303)


@router.post("/c/{key}/a/{homework}/retire")
async def retire(
    request: Request,
    key: str,
    homework: str,
    entering: Provided[Entering],
    handins: Provided[HandInStore],
    audit: Provided[AuditStore],
    csrf: str = Form(max_length=64),
    bot: str = Form(max_length=40),
) -> Response:
    """Take a bot of the teacher out of the ladder."""
    entry = await entering.sender(request, csrf, key, homework, teaches=True)
    found = await some_handin(handins, entry, bot)
    if found.account is not None:
        raise no_handin(bot)
    await asyncio.to_thread(handins.retire, found.id)
    what = f"{entry.homework.title}: {found.name}"
    await asyncio.to_thread(audit.note, entry.of_class.id, entry.account, "retired a bot", what)
    return RedirectResponse(f"{entry.path}/bots", 303)


async def show_bots(
    request: Request, pages: Pages, view: TeacherView, entry: Entry, error: str = ""
) -> HTMLResponse:
    """Show the bots, and the error for what was sent."""
    return await pages.show(
        request,
        "staff.html",
        400 if error else 200,
        **await asyncio.to_thread(view.bots, entry),
        error=error,
        most=MOST_STAFF,
        most_files=MOST_FILES,
        most_bytes=LARGEST_PACKED,
    )
