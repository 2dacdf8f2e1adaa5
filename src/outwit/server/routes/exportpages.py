"""The marks of an assignment as files, for its teacher."""

from __future__ import annotations

import asyncio
from urllib.parse import quote

from fastapi import Request, Response

from outwit.server.base.provided import Provided, Router
from outwit.server.jobs.teacherview import TeacherView
from outwit.server.routes.entering import Entering
from outwit.server.values.entry import Entry
from outwit.server.values.markexports import Form, export, file_name
from outwit.storage.audit import AuditStore

CSV, ZIP, XML = "marks.csv", "gradescope.zip", "marks.xml"
TYPES = {CSV: "text/csv; charset=utf-8", ZIP: "application/zip", XML: "application/xml"}
FORMS: dict[str, Form] = {CSV: "csv", ZIP: "gradescope", XML: "junit"}
router = Router()


@router.get(f"/c/{{key}}/a/{{homework}}/{CSV}")
async def csv_file(
    request: Request,
    key: str,
    homework: str,
    entering: Provided[Entering],
    audit: Provided[AuditStore],
    view: Provided[TeacherView],
) -> Response:
    """Return the table of everyone as CSV."""
    entry = await entering.visitor(request, key, homework, teaches=True)
    return await file_of(entry, CSV, view, audit)


@router.get(f"/c/{{key}}/a/{{homework}}/{ZIP}")
async def gradescope_file(
    request: Request,
    key: str,
    homework: str,
    entering: Provided[Entering],
    audit: Provided[AuditStore],
    view: Provided[TeacherView],
) -> Response:
    """Return a zip with a results.json for each student."""
    entry = await entering.visitor(request, key, homework, teaches=True)
    return await file_of(entry, ZIP, view, audit)


@router.get(f"/c/{{key}}/a/{{homework}}/{XML}")
async def junit_file(
    request: Request,
    key: str,
    homework: str,
    entering: Provided[Entering],
    audit: Provided[AuditStore],
    view: Provided[TeacherView],
) -> Response:
    """Return a suite for each student as JUnit XML."""
    entry = await entering.visitor(request, key, homework, teaches=True)
    return await file_of(entry, XML, view, audit)


async def file_of(entry: Entry, name: str, view: TeacherView, audit: AuditStore) -> Response:
    """Return one of the files, and note that it was taken."""

    def made() -> bytes:
        what = f"{entry.homework.title}: {name}"
        audit.note(entry.of_class.id, entry.account, "exported marks", what)
        return export(FORMS[name], entry.homework.title, view.lines(entry), view.marks(entry))

    content = await asyncio.to_thread(made)
    chosen = quote(f"{file_name(entry.homework.title)}-{name}")
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{chosen}"}
    return Response(content, media_type=TYPES[name], headers=headers)
