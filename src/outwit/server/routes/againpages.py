"""Marking again: what would change is shown before it counts."""

from __future__ import annotations

import asyncio

from fastapi import Form, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from outwit.server.base.provided import Provided, Router
from outwit.server.edge.identity import Identity
from outwit.server.jobs.homeworkview import HomeworkView
from outwit.server.jobs.remarking import Remarking
from outwit.server.jobs.teacherview import TeacherView
from outwit.server.routes.entering import Entering
from outwit.server.routes.pages import Pages
from outwit.storage.audit import AuditStore

# Most fields of a form that accepts marks: one for each hand-in, of a class of any size.
MOST_FIELDS = 5_000
# Changes that are named in the audit.
MOST_NAMED = 5
router = Router()


@router.get("/c/{key}/a/{homework}/again")
async def again_page(
    request: Request,
    key: str,
    homework: str,
    pages: Provided[Pages],
    entering: Provided[Entering],
    view: Provided[TeacherView],
    remarking: Provided[Remarking],
) -> HTMLResponse:
    """Show what would change by marks that do not count yet."""
    entry = await entering.visitor(request, key, homework, teaches=True)
    values = await asyncio.to_thread(remarking.page, entry)
    queue = await asyncio.to_thread(view.queue, entry)
    return await pages.show(request, "again.html", **view.head(entry), **values, queue=queue)


@router.post("/c/{key}/a/{homework}/again")
async def begin(
    request: Request,
    key: str,
    homework: str,
    entering: Provided[Entering],
    audit: Provided[AuditStore],
    remarking: Provided[Remarking],
    view: Provided[HomeworkView],
    csrf: str = Form(max_length=64),
    student: int | None = Form(None, gt=0, lt=1 << 31),
) -> Response:
    """Mark the active hand-in of a student again, or those of all."""
    entry = await entering.sender(request, csrf, key, homework, teaches=True)

    def start() -> None:
        count = remarking.begin(entry, student)
        what = f"{entry.homework.title}: {count} by revision {entry.homework.revision}"
        audit.note(entry.of_class.id, entry.account, "marked again", what)

    await asyncio.to_thread(start)
    view.forget()
    return RedirectResponse(f"{entry.path}/again", 303)


@router.post("/c/{key}/a/{homework}/accept")
async def accept(
    request: Request,
    key: str,
    homework: str,
    entering: Provided[Entering],
    identity: Provided[Identity],
    audit: Provided[AuditStore],
    remarking: Provided[Remarking],
) -> Response:
    """Let the chosen marks count."""
    entry = await entering.visitor(request, key, homework, teaches=True)
    async with request.form(max_files=0, max_fields=MOST_FIELDS) as form:
        identity.check_form(entry.account, str(form.get("csrf", ""))[:64])
        sent = map(str, form.getlist("marks"))
        keys = {int(each) for each in sent if each.isascii() and each.isdigit() and len(each) < 12}

    def store() -> None:
        changes = remarking.accept(entry, keys)
        more = [f"and {len(changes) - MOST_NAMED} more"] if len(changes) > MOST_NAMED else []
        what = "; ".join([*changes[:MOST_NAMED], *more])
        if changes:
            said = f"{entry.homework.title}: {what}"
            audit.note(entry.of_class.id, entry.account, "accepted marks", said)

    await asyncio.to_thread(store)
    return RedirectResponse(f"{entry.path}/again", 303)
