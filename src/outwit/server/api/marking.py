"""Marks of a class, for its teacher: the table, exports, and marking again."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import Query, Response
from pydantic import Field

from outwit.server.api.access import Anybody
from outwit.server.api.faults import answers
from outwit.server.api.homework import HomeworkKey
from outwit.server.api.markinganswers import MarkChange, MarkChanges, Marked, MarkRow, MarkRows
from outwit.server.api.presenter import milliseconds
from outwit.server.base.provided import Provided, Router
from outwit.server.jobs.homeworkview import HomeworkView
from outwit.server.jobs.remarking import Remarking, name_of
from outwit.server.jobs.teacherview import TeacherView
from outwit.server.routes.entering import Entering
from outwit.server.values import markexports
from outwit.server.values.markexports import Form
from outwit.server.values.marktable import TableLine
from outwit.storage.audit import AuditStore
from outwit.storage.handins import HandIn, HandInStore
from outwit.storage.marks import StoredMark

# The largest number that a database stores, and marks named in one request.
LARGEST, MOST_MARKS = (1 << 31) - 1, 1_000
TYPES: dict[Form, str] = {
    "csv": "text/csv",
    "gradescope": "application/zip",
    "junit": "application/xml",
}
FILE = {"schema": {"type": "string", "format": "binary"}}
router = Router(tags=["Classes"])


@router.get("/assignment/{key}/marks", responses=answers(401, 403))
async def marks(
    caller: Anybody,
    key: HomeworkKey,
    entering: Provided[Entering],
    view: Provided[TeacherView],
) -> MarkRows:
    """List the marks of everyone; for the teacher."""
    entry = await entering.enter(key, caller.account.id, teaches=True)
    lines = await asyncio.to_thread(view.lines, entry)
    return MarkRows(
        title=entry.homework.title, revision=entry.homework.revision, marks=list(map(row, lines))
    )


@router.get(
    "/assignment/{key}/export",
    response_class=Response,
    responses={**answers(401, 403), 200: {"content": dict.fromkeys(TYPES.values(), FILE)}},
)
async def export(
    caller: Anybody,
    key: HomeworkKey,
    entering: Provided[Entering],
    view: Provided[TeacherView],
    audit: Provided[AuditStore],
    form: Annotated[Form, Query(alias="format")] = "csv",
) -> Response:
    """Return the marks as CSV, as a zip with a results.json for each student, or as JUnit XML."""
    entry = await entering.enter(key, caller.account.id, teaches=True)

    def made() -> bytes:
        what = f"{entry.homework.title}: {form}"
        audit.note(entry.of_class.id, entry.account, "exported marks", what)
        return markexports.export(form, entry.homework.title, view.lines(entry), view.marks(entry))

    return Response(await asyncio.to_thread(made), media_type=TYPES[form])


@router.get("/assignment/{key}/changes", responses=answers(401, 403))
async def changes(
    caller: Anybody,
    key: HomeworkKey,
    entering: Provided[Entering],
    remarking: Provided[Remarking],
    handins: Provided[HandInStore],
    view: Provided[HomeworkView],
) -> MarkChanges:
    """List new marks that do not count yet; for the teacher."""
    entry = await entering.enter(key, caller.account.id, teaches=True)

    def found() -> MarkChanges:
        known = {each.id: each for each in handins.of_homework(key)}
        names = view.names(entry)
        shown = [
            change(known[new.handin], names, old, new) for old, new in remarking.pending(entry)
        ]
        shown.sort(key=lambda each: each.name.casefold())
        return MarkChanges(waiting=remarking.to_come(entry), changes=shown)

    return await asyncio.to_thread(found)


@router.post("/assignment/{key}/remark", responses=answers(401, 403))
async def remark(
    caller: Anybody,
    key: HomeworkKey,
    entering: Provided[Entering],
    remarking: Provided[Remarking],
    view: Provided[HomeworkView],
    audit: Provided[AuditStore],
    student: Annotated[
        int | None,
        Query(ge=1, le=LARGEST, description="The account of one student. Default: everyone."),
    ] = None,
) -> Marked:
    """Mark the active hand-ins again; for the teacher. The new marks do not count yet."""
    entry = await entering.enter(key, caller.account.id, teaches=True)

    def begun() -> int:
        number = remarking.begin(entry, student)
        what = f"{entry.homework.title}: {number} by revision {entry.homework.revision}"
        audit.note(entry.of_class.id, entry.account, "marked again", what)
        return number

    number = await asyncio.to_thread(begun)
    view.forget()
    return Marked(number=number)


@router.post("/assignment/{key}/accept", responses=answers(401, 403))
async def accept(
    caller: Anybody,
    key: HomeworkKey,
    entering: Provided[Entering],
    remarking: Provided[Remarking],
    audit: Provided[AuditStore],
    mark: Annotated[
        list[Annotated[int, Field(ge=1, le=LARGEST)]],
        Query(min_length=1, max_length=MOST_MARKS, description="New marks, by their ids."),
    ],
) -> Marked:
    """Let new marks count; for the teacher."""
    entry = await entering.enter(key, caller.account.id, teaches=True)

    def accepted() -> int:
        done = remarking.accept(entry, set(mark))
        if done:
            said = f"{entry.homework.title}: {'; '.join(done)}"
            audit.note(entry.of_class.id, entry.account, "accepted marks", said)
        return len(done)

    return Marked(number=await asyncio.to_thread(accepted))


def row(line: TableLine) -> MarkRow:
    """Return a line of the table."""
    active = line.active
    return MarkRow(
        student=line.account,
        name=line.name,
        handins=line.handins,
        last_at=None if line.last is None else milliseconds(line.last),
        handin=None if active is None else active.id,
        number=None if active is None else active.number,
        language="" if active is None else active.language,
        state="" if active is None else active.state,
        failure="" if active is None else active.failure,
        public=None if line.public is None else line.public.score,
        whole=None if line.whole is None else line.whole.score,
        late_percent=100 * line.penalty,
        final=line.final,
        most=line.most,
        rank=line.rank,
        rating=line.rating,
        forfeits=line.forfeits,
    )


def change(
    handin: HandIn, names: dict[int, str], old: StoredMark | None, new: StoredMark
) -> MarkChange:
    """Return a new mark beside the one that counts."""
    return MarkChange(
        mark=new.id,
        handin=handin.id,
        number=handin.number,
        name=name_of(handin, names),
        whole=new.whole,
        revision=new.revision,
        old=None if old is None else old.score,
        new=new.score,
        most=new.most,
    )
