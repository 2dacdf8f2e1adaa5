"""Classes and their assignments: for programs that hand in, and look what became of it."""

from __future__ import annotations

import asyncio
from datetime import datetime
from typing import Annotated

from fastapi import Path, Request

from outwit.errors import BadFile, NotFound
from outwit.process.archive import LARGEST_PACKED, read_upload
from outwit.process.limits import MEBIBYTE
from outwit.server.api.access import Anybody, Caller
from outwit.server.api.answers import Ok
from outwit.server.api.faults import answers
from outwit.server.api.homeworkanswers import (
    Assignment,
    Assignments,
    Class,
    Classes,
    HandInFull,
    HandInLine,
    HandInLines,
    Points,
)
from outwit.server.api.presenter import milliseconds
from outwit.server.base.provided import Provided, Router
from outwit.server.edge.limits import Limiter
from outwit.server.jobs.homeworkview import HomeworkView
from outwit.server.routes.botpages import site_of
from outwit.server.routes.entering import Entering, own_handin
from outwit.server.values.entry import Entry
from outwit.server.values.marksview import sight_of
from outwit.storage.audit import AuditStore
from outwit.storage.bouts import BoutStore
from outwit.storage.classes import ClassStore, no_class
from outwit.storage.handins import HandIn, HandInStore
from outwit.storage.homework import HomeworkStore, StoredHomework
from outwit.storage.ids import LETTERS
from outwit.storage.marks import StoredMark
from outwit.storage.tables import ID_LENGTH, now

router = Router(tags=["Classes"])
PATTERN = f"^[{LETTERS}]{{{ID_LENGTH}}}$"
ClassKey = Annotated[str, Path(pattern=PATTERN, description="A class's id.")]
HomeworkKey = Annotated[str, Path(pattern=PATTERN, description="An assignment's id.")]
HandInKey = Annotated[str, Path(pattern=PATTERN, description="A hand-in's id.")]
ZIP = {"content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}}


@router.get("/class", responses=answers(401))
async def own_classes(request: Request, caller: Anybody, classes: Provided[ClassStore]) -> Classes:
    """List the classes that you teach or belong to."""
    found = await asyncio.to_thread(classes.of_account, caller.account.id)
    site = site_of(request)
    return Classes(
        classes=[
            Class(
                id=each.id,
                name=each.name,
                game=each.game,
                teacher=each.teacher == caller.account.id,
                url=f"{site}/c/{each.id}",
            )
            for each in found
        ]
    )


@router.get("/class/{key}/assignment", responses=answers(401))
async def assignments(
    request: Request,
    caller: Anybody,
    key: ClassKey,
    classes: Provided[ClassStore],
    homework: Provided[HomeworkStore],
) -> Assignments:
    """List the assignments of a class; drafts only to its teacher."""
    account = caller.account.id

    def found() -> list[StoredHomework]:
        if not classes.may_see(key, account):
            raise no_class(key)
        is_teacher = classes.get(key).teacher == account
        return [each for each in homework.of_class(key) if each.published or is_teacher]

    site = site_of(request)
    return Assignments(assignments=[shown(each, site) for each in await asyncio.to_thread(found)])


@router.get("/assignment/{key}", responses=answers(401))
async def assignment(
    request: Request,
    caller: Anybody,
    key: HomeworkKey,
    entering: Provided[Entering],
) -> Assignment:
    """Show an assignment."""
    entry = await entering.enter(key, caller.account.id)
    return shown(entry.homework, site_of(request))


@router.post(
    "/assignment/{key}/upload",
    responses=answers(401, 403),
    openapi_extra={"requestBody": {"required": True, **ZIP}},
)
async def upload(
    request: Request,
    caller: Anybody,
    key: HomeworkKey,
    entering: Provided[Entering],
    handins: Provided[HandInStore],
    limiter: Provided[Limiter],
    view: Provided[HomeworkView],
    audit: Provided[AuditStore],
) -> HandInFull:
    """Hand in a program: the body is a zip of its folder."""
    entry = await entering.enter(key, caller.account.id)
    entry.must_study()
    limiter.take("uploads", caller.account.id)
    with limiter.hold("uploading", caller.account.id):
        data = await request.body()
    if len(data) > LARGEST_PACKED:
        raise BadFile(f"it has more than {LARGEST_PACKED // MEBIBYTE} MiB")

    def stored() -> HandIn:
        sent = read_upload([("handed-in.zip", data)])
        new = handins.add(key, caller.account.id, sent.data, view.group_name(entry), now())
        audit.note(entry.of_class.id, caller.account.id, "handed in", f"number {new.number}")
        return new

    new = await asyncio.to_thread(stored)
    view.forget()
    return await asyncio.to_thread(full, view, entry, new, site_of(request), 0)


@router.get("/assignment/{key}/handin", responses=answers(401))
async def own_handins(
    request: Request,
    caller: Anybody,
    key: HomeworkKey,
    entering: Provided[Entering],
    handins: Provided[HandInStore],
    view: Provided[HomeworkView],
) -> HandInLines:
    """List your hand-ins for an assignment, and those of your group."""
    entry = await entering.enter(key, caller.account.id)
    site = site_of(request)

    def found() -> list[HandInLine]:
        own = handins.of_student(key, entry.owner)
        return [line(view, entry, each, site) for each in own]

    return HandInLines(handins=await asyncio.to_thread(found))


@router.get("/handin/{key}", responses=answers(401))
async def handin(
    request: Request,
    caller: Anybody,
    key: HandInKey,
    entering: Provided[Entering],
    handins: Provided[HandInStore],
    bouts: Provided[BoutStore],
    view: Provided[HomeworkView],
) -> HandInFull:
    """Show a hand-in with what its build and its marking said."""
    entry, found = await entered(caller, key, entering, handins)
    games = len(await asyncio.to_thread(bouts.of_handin, key, None))
    return await asyncio.to_thread(full, view, entry, found, site_of(request), games)


@router.post("/handin/{key}/activate", responses=answers(401, 403))
async def activate(
    caller: Anybody,
    key: HandInKey,
    entering: Provided[Entering],
    handins: Provided[HandInStore],
    audit: Provided[AuditStore],
) -> Ok:
    """Make a hand-in the one that plays and counts; possible until the deadline."""
    entry, found = await entered(caller, key, entering, handins)
    entry.must_study()
    await asyncio.to_thread(handins.activate, key, now())
    subject = f"number {found.number}"
    await asyncio.to_thread(
        audit.note, entry.of_class.id, caller.account.id, "made active", subject
    )
    return Ok()


async def entered(
    caller: Caller,
    key: str,
    entering: Entering,
    handins: HandInStore,
) -> tuple[Entry, HandIn]:
    """Return a hand-in that the caller may look into; raise NotFound for any other."""
    found = await asyncio.to_thread(handins.get, key)
    try:
        entry = await entering.enter(found.homework, caller.account.id)
    except NotFound:
        raise NotFound(f"there is no hand-in {key!r}") from None
    return entry, await own_handin(handins, entry, key)


def shown(homework: StoredHomework, site: str) -> Assignment:
    """Return an assignment."""
    return Assignment(
        id=homework.id,
        url=f"{site}/c/{homework.class_id}/a/{homework.id}",
        class_id=homework.class_id,
        title=homework.title,
        game=homework.game,
        options=homework.options,
        exam=homework.exam,  # type: ignore[arg-type]  # checked when it was stored
        opens_at=moment_of(homework.opens),
        deadline=moment_of(homework.deadline),
        late_hours=homework.late_hours,
        late_percent=homework.late_percent,
        group_size=homework.group_size,
        published=homework.published,
        frozen=homework.frozen,
        open=homework.is_open(now()),
    )


def full(view: HomeworkView, entry: Entry, handin: HandIn, site: str, games: int) -> HandInFull:
    """Return a hand-in with what its build and its marking said."""
    found = line(view, entry, handin, site)
    mark = seen_mark(view, entry, handin)
    report = "" if mark is None else str(mark.report.get("output", ""))
    own = {name: getattr(found, name) for name in HandInLine.model_fields}
    return HandInFull(**own, language=handin.language, log=handin.log, report=report, games=games)


def line(view: HomeworkView, entry: Entry, handin: HandIn, site: str) -> HandInLine:
    """Return a hand-in, with its points as far as they may be seen."""
    homework = entry.homework
    mark = seen_mark(view, entry, handin)
    share = 1 - homework.penalty(handin.at)
    points = None
    if mark is not None:
        points = Points(score=mark.score * share, most=mark.most, whole=mark.whole)
    return HandInLine(
        id=handin.id,
        url=f"{site}{entry.path}/h/{handin.id}",
        number=handin.number,
        name=handin.name,
        at=milliseconds(handin.at),
        late=homework.deadline is not None and handin.at > homework.deadline,
        active=handin.active,
        state=handin.state,  # type: ignore[arg-type]  # one of these is stored
        wait=view.wait(handin),
        failure=handin.failure,
        points=points,
    )


def seen_mark(view: HomeworkView, entry: Entry, handin: HandIn) -> StoredMark | None:
    """Return the mark of a hand-in as far as it may be seen."""
    sight = sight_of(entry.homework, now(), is_teacher=entry.is_teacher)
    return view.mark(handin.id, sight) if sight.points else None


def moment_of(moment: datetime | None) -> int | None:
    """Return a moment in milliseconds, None without one."""
    return None if moment is None else milliseconds(moment)
