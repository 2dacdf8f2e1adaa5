"""The page of an assignment: what is asked, handing in, one's group, the ladder."""

from __future__ import annotations

import asyncio

from fastapi import Form, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from starlette.datastructures import UploadFile

from outwit.errors import BadFile, NotAllowed, NotFound, OutwitError, UsageError
from outwit.games import game as find_game
from outwit.players.handin import sides_of, spec_of
from outwit.process.archive import LARGEST_PACKED, MOST_FILES, read_upload
from outwit.server.base.provided import Provided, Router
from outwit.server.edge.gamelimits import GameLimits
from outwit.server.edge.identity import Identity
from outwit.server.edge.limits import Limiter, client_address
from outwit.server.jobs.homeworkview import HomeworkView
from outwit.server.live.lobby import Lobby
from outwit.server.routes.analysisboard import written_options
from outwit.server.routes.entering import Entering, some_handin
from outwit.server.routes.pages import Pages
from outwit.server.routes.review import JSON
from outwit.server.routes.visitors import somebody
from outwit.server.values.entry import Entry
from outwit.server.values.shown import capital
from outwit.storage.accounts import AccountStore
from outwit.storage.audit import AuditStore
from outwit.storage.classes import ClassStore
from outwit.storage.handins import HandIn, HandInStore
from outwit.storage.homework import HomeworkStore
from outwit.storage.stored import HANDIN, LINK, NewGame, StoredSeat
from outwit.storage.tables import now

# Fields of a form beside its files.
MOST_FIELDS = 4
# The field of a form for who wants the second side.
SECOND = "second"
# Letters of the code of a group.
CODE_LENGTH = 10
router = Router()


@router.get("/c/{key}/a/{homework}")
async def homework_page(
    request: Request,
    key: str,
    homework: str,
    pages: Provided[Pages],
    entering: Provided[Entering],
    identity: Provided[Identity],
    view: Provided[HomeworkView],
) -> HTMLResponse:
    """Show an assignment to the class."""
    entry = await entering.visitor(request, key, homework)
    return await show_homework(request, pages, identity, view, entry)


async def show_homework(
    request: Request,
    pages: Pages,
    identity: Identity,
    view: HomeworkView,
    entry: Entry,
    error: str = "",
    status: int = 200,
) -> HTMLResponse:
    """Show an assignment, and the error for what was sent."""
    values = await asyncio.to_thread(view.page, entry)
    return await pages.show(
        request,
        "homework.html",
        status,
        **values,
        error=error,
        group_code=group_code(identity, entry.homework.id, entry.owner),
        most_files=MOST_FILES,
        most_bytes=LARGEST_PACKED,
    )


@router.get("/c/{key}/a/{homework}/live")
async def live_part(
    request: Request,
    key: str,
    homework: str,
    pages: Provided[Pages],
    entering: Provided[Entering],
    view: Provided[HomeworkView],
) -> HTMLResponse:
    """Return the live part of the page."""
    entry = await entering.visitor(request, key, homework)
    values = await asyncio.to_thread(view.live, entry)
    return await pages.show(request, "homeworklive.html", **values)


@router.post("/c/{key}/a/{homework}/upload")
async def hand_in(
    request: Request,
    key: str,
    homework: str,
    pages: Provided[Pages],
    entering: Provided[Entering],
    identity: Provided[Identity],
    limiter: Provided[Limiter],
    handins: Provided[HandInStore],
    audit: Provided[AuditStore],
    view: Provided[HomeworkView],
) -> Response:
    """Hand in files, a folder or an archive; scripts get JSON."""
    # Nobody else's files are read.
    entry = await entering.visitor(request, key, homework)
    entry.must_study()
    wants_json = JSON in request.headers.get("accept", "")
    try:
        made = await take_handin(request, identity, limiter, handins, audit, view, entry)
    except (BadFile, NotAllowed, UsageError) as error:
        said = f"{capital(str(error))}."
        if wants_json:
            status = 429 if error.code == "too-many" else 400
            return JSONResponse({"message": said, "code": error.code}, status)
        return await show_homework(request, pages, identity, view, entry, said, 400)
    view.forget()
    path = f"{entry.path}/h/{made.id}"
    if wants_json:
        return JSONResponse({"path": path, "id": made.id, "number": made.number}, 201)
    return RedirectResponse(path, 303)


async def take_handin(
    request: Request,
    identity: Identity,
    limiter: Limiter,
    handins: HandInStore,
    audit: AuditStore,
    view: HomeworkView,
    entry: Entry,
) -> HandIn:
    """Read the files of a form and store them as a hand-in."""
    if not entry.homework.is_open(now()):
        raise NotAllowed("this assignment does not take hand-ins now")
    limiter.take("uploads", entry.account)
    with limiter.hold("uploading", entry.account):
        data = await read_files(request, identity, entry.account)

        def store() -> HandIn:
            name = view.group_name(entry)
            made = handins.add(entry.homework.id, entry.account, data, name, now())
            what = f"{entry.homework.title}: hand-in {made.number}"
            audit.note(entry.of_class.id, entry.account, "handed in", what)
            return made

        return await asyncio.to_thread(store)


async def read_files(request: Request, identity: Identity, account: int | None) -> bytes:
    """Return the files of a form as a packed folder.

    Raise BadFile for files that cannot be handed in, NotAllowed for a form from elsewhere.
    """
    async with request.form(max_files=MOST_FILES, max_fields=MOST_FIELDS) as form:
        csrf = form.get("csrf")
        identity.check_form(account, csrf if isinstance(csrf, str) else "")
        sent = [each for each in form.getlist("files") if isinstance(each, UploadFile)]
        files = [(each.filename or "", await each.read()) for each in sent]
    # A form without files sends one without a name.
    files = [(name, data) for name, data in files if name]
    if not files:
        raise BadFile("choose a file first: a zip, or the files of your program")
    return (await asyncio.to_thread(read_upload, files)).data


@router.post("/c/{key}/a/{homework}/group/join")
async def join_group(
    request: Request,
    key: str,
    homework: str,
    pages: Provided[Pages],
    entering: Provided[Entering],
    identity: Provided[Identity],
    limiter: Provided[Limiter],
    classes: Provided[ClassStore],
    homeworks: Provided[HomeworkStore],
    audit: Provided[AuditStore],
    view: Provided[HomeworkView],
    csrf: str = Form(max_length=64),
    code: str = Form("", max_length=40),
) -> Response:
    """Join the group of a classmate who has told its code."""
    entry = await entering.sender(request, csrf, key, homework)
    entry.must_study()
    try:
        must_form_groups(entry)
        limiter.take("codes_address", client_address(request))
        limiter.take("codes", entry.account)
        members = await asyncio.to_thread(classes.members, entry.of_class.id)
        typed = "".join(code.lower().split())
        leader = next(
            (m for m in members if group_code(identity, entry.homework.id, m.account) == typed),
            None,
        )
        if leader is None:
            raise NotFound("no group has this code: ask your classmate for it again")
        await asyncio.to_thread(homeworks.join, entry.homework.id, entry.account, leader.account)
    except OutwitError as error:
        said = f"{capital(str(error))}."
        return await show_homework(request, pages, identity, view, entry, said, 400)
    what = f"{entry.homework.title}: {leader.name}"
    await asyncio.to_thread(audit.note, entry.of_class.id, entry.account, "joined a group", what)
    return RedirectResponse(entry.path, 303)


@router.post("/c/{key}/a/{homework}/group/leave")
async def leave_group(
    request: Request,
    key: str,
    homework: str,
    entering: Provided[Entering],
    homeworks: Provided[HomeworkStore],
    audit: Provided[AuditStore],
    csrf: str = Form(max_length=64),
) -> Response:
    """Hand in alone again."""
    entry = await entering.sender(request, csrf, key, homework)
    entry.must_study()
    must_form_groups(entry)
    await asyncio.to_thread(homeworks.leave, entry.homework.id, entry.account)
    title = entry.homework.title
    await asyncio.to_thread(audit.note, entry.of_class.id, entry.account, "left a group", title)
    return RedirectResponse(entry.path, 303)


@router.post("/c/{key}/a/{homework}/play")
async def play(
    request: Request,
    key: str,
    homework: str,
    entering: Provided[Entering],
    accounts: Provided[AccountStore],
    handins: Provided[HandInStore],
    game_limits: Provided[GameLimits],
    lobby: Provided[Lobby],
    view: Provided[HomeworkView],
    csrf: str = Form(max_length=64),
    handin: str = Form(max_length=40),
    side: str = Form("", max_length=10),
) -> Response:
    """Start an unrated game of the visitor against an active hand-in."""
    entry = await entering.sender(request, csrf, key, homework)
    found = await some_handin(handins, entry, handin)
    if not found.is_playing or found.bot is None:
        raise NotAllowed("only active hand-ins play: choose one of the list")
    person = await somebody(accounts, entry.account)
    await game_limits.check(request, person.id)

    def new_game() -> NewGame:
        assert found.bot is not None
        game = find_game(entry.homework.game)
        position = game.start(**game.read_options(dict(entry.homework.options)))
        name = view.player_name(entry, found)
        seats = StoredSeat(person.name, person.id), StoredSeat(name, None, f"{HANDIN}:{found.id}")
        plays = sides_of(spec_of(name, found.bot, ""), game)
        # The side of the person; a program may know only one side.
        own = 1 if side == SECOND else 0
        if 1 - own not in plays:
            own = 1 - own
        return NewGame(
            game.name,
            seats[::-1] if own else seats,
            written_options(position),
            position.text,
            visibility=LINK,
        )

    room = await lobby.create(await asyncio.to_thread(new_game))
    return RedirectResponse(f"/g/{room.key}", 303)


def must_form_groups(entry: Entry) -> None:
    """Raise NotAllowed where or when groups are not formed."""
    if entry.homework.group_size < 2:
        raise NotAllowed("everybody hands in alone here")
    if entry.homework.frozen or entry.homework.is_over(now()):
        raise NotAllowed("groups can no longer be changed")


def group_code(identity: Identity, homework: str, leader: int) -> str:
    """Return the code with which classmates join a student's group."""
    return identity.prove(f"group {homework} {leader}")[:CODE_LENGTH]
