"""The teacher's table of an assignment, a student, and jobs that were given up."""

from __future__ import annotations

import asyncio

from fastapi import Form, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from outwit.errors import NotFound
from outwit.server.base.provided import Provided, Router
from outwit.server.jobs.homeworkview import HomeworkView
from outwit.server.jobs.platformview import PlatformView
from outwit.server.jobs.teacherview import TeacherView
from outwit.server.routes.entering import Entering
from outwit.server.routes.pages import Pages
from outwit.storage.audit import AuditStore
from outwit.storage.jobs import JobQueue

# The largest number that a database stores.
LARGEST = 1 << 31
router = Router()


@router.get("/c/{key}/a/{homework}/marks")
async def table_page(
    request: Request,
    key: str,
    homework: str,
    pages: Provided[Pages],
    entering: Provided[Entering],
    view: Provided[TeacherView],
    platform_view: Provided[PlatformView],
) -> HTMLResponse:
    """Show everyone's state to the teacher."""
    entry = await entering.visitor(request, key, homework, teaches=True)
    values = await asyncio.to_thread(view.table, entry)
    values = await asyncio.to_thread(platform_view.added, values, entry)
    return await pages.show(request, "marks.html", **values)


@router.get("/c/{key}/a/{homework}/students/{student}")
async def student_page(
    request: Request,
    key: str,
    homework: str,
    student: int,
    pages: Provided[Pages],
    entering: Provided[Entering],
    view: Provided[TeacherView],
) -> HTMLResponse:
    """Show hand-ins, marks and games of a student or group to the teacher."""
    entry = await entering.visitor(request, key, homework, teaches=True)
    if not 0 < student < LARGEST:
        raise NotFound("there is no such student in this class")
    values = await asyncio.to_thread(view.student, entry, student)
    return await pages.show(request, "student.html", **values)


@router.post("/c/{key}/a/{homework}/retry")
async def retry(
    request: Request,
    key: str,
    homework: str,
    entering: Provided[Entering],
    queue: Provided[JobQueue],
    audit: Provided[AuditStore],
    view: Provided[HomeworkView],
    csrf: str = Form(max_length=64),
    job: int = Form(gt=0, lt=LARGEST),
) -> Response:
    """Try a job again that was given up."""
    entry = await entering.sender(request, csrf, key, homework, teaches=True)
    if await asyncio.to_thread(queue.retry, entry.homework.id, job):
        what = f"{entry.homework.title}: job {job}"
        await asyncio.to_thread(audit.note, entry.of_class.id, entry.account, "tried again", what)
    view.forget()
    return RedirectResponse(f"{entry.path}/marks", 303)
