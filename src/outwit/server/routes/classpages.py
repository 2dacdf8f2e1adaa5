"""Classes: their bots, ladder and join code."""

from __future__ import annotations

import asyncio

from fastapi import Form, Request, Response, WebSocket
from fastapi.responses import HTMLResponse, RedirectResponse

from outwit.core.game import Game
from outwit.errors import NotAllowed, NotFound, UsageError
from outwit.games import all_games
from outwit.reports.export import as_csv
from outwit.server.base.provided import Provided, Router
from outwit.server.edge.identity import Identity
from outwit.server.edge.limits import Limiter, client_address
from outwit.server.edge.passes import Passes, of_member
from outwit.server.jobs.classnights import ClassNights
from outwit.server.jobs.classview import ClassView
from outwit.server.jobs.director import Director
from outwit.server.jobs.homeworkview import HomeworkView
from outwit.server.news.hub import TOURNAMENTS, Hub, Message, of_account
from outwit.server.routes.following import follow
from outwit.server.routes.pages import Pages, game_at
from outwit.server.routes.visitors import member
from outwit.server.values.ladder import NIGHTS, ladder
from outwit.server.values.setup import (
    read_clock,
    read_number,
    read_options,
    shown_clocks,
    shown_games,
    shown_options,
)
from outwit.server.values.shown import name_of_game
from outwit.storage.accounts import AccountStore
from outwit.storage.audit import AuditStore
from outwit.storage.classes import ClassStore, NewClass, StoredClass, no_class
from outwit.storage.tables import now
from outwit.storage.tournaments import TournamentStore

# Most characters of the name of an entered bot.
LONGEST_NAME = 40
router = Router()


@router.get("/classes")
async def overview(
    request: Request,
    pages: Provided[Pages],
    identity: Provided[Identity],
    classes: Provided[ClassStore],
) -> HTMLResponse:
    """Show one's classes, and the forms to join and create one."""
    account = identity.account(request)
    return await show_classes(pages, classes, request, account, None)


async def show_classes(
    pages: Pages,
    classes: ClassStore,
    request: Request,
    account: int | None,
    error: str | None,
    status: int = 200,
) -> HTMLResponse:
    """Show the classes of an account, and the error for a code."""
    found = () if account is None else await asyncio.to_thread(classes.of_account, account)
    return await pages.show(
        request,
        "classes.html",
        status,
        classes=[
            {
                "id": each.id,
                "name": each.name,
                "game_name": name_of_game(each.game),
                "is_teacher": each.teacher == account,
            }
            for each in found
        ],
        error=error,
    )


@router.post("/classes/join")
async def join(
    request: Request,
    pages: Provided[Pages],
    identity: Provided[Identity],
    limiter: Provided[Limiter],
    accounts: Provided[AccountStore],
    classes: Provided[ClassStore],
    csrf: str = Form(max_length=64),
    code: str = Form("", max_length=40),
) -> Response:
    """Join a class by its code; tries of codes are rate-limited."""
    account = identity.form_sender(request, csrf)
    person = await member(accounts, account, "join a class")
    limiter.take("codes_address", client_address(request))
    limiter.take("codes", person.id)
    try:
        key = await asyncio.to_thread(classes.join, code, person.id)
    except NotFound as error:
        return await show_classes(pages, classes, request, account, str(error), 404)
    return RedirectResponse(f"/c/{key}", 303)


@router.get("/classes/new")
async def choose_game(request: Request, pages: Provided[Pages], game: str = "") -> HTMLResponse:
    """Show the form of a new class."""
    return await ask(pages, request, game_at(game) if game else all_games()[0], {}, None)


@router.post("/classes/new")
async def make(
    request: Request,
    pages: Provided[Pages],
    identity: Provided[Identity],
    accounts: Provided[AccountStore],
    classes: Provided[ClassStore],
    csrf: str = Form(max_length=64),
) -> Response:
    """Create a class; its teacher needs an account."""
    account = identity.form_sender(request, csrf)
    form = {name: str(value) for name, value in (await request.form()).items()}
    game = game_at(form.get("game", "")[:40])
    teacher = await member(accounts, account, "make a class")
    try:
        new = NewClass(
            form.get("name", ""),
            teacher.id,
            game.name,
            read_clock(form.get("clock", "")),
            read_number(form.get("hour", ""), "the hour"),
            read_options(game, form),
        )
        key = await asyncio.to_thread(classes.create, new)
    except UsageError as error:
        return await ask(pages, request, game, form, str(error))
    return RedirectResponse(f"/c/{key}", 303)


async def ask(
    pages: Pages, request: Request, game: Game, form: dict[str, str], error: str | None
) -> HTMLResponse:
    """Show the form of a class; after an error, with the entered values."""
    return await pages.show(
        request,
        "newclass.html",
        200 if error is None else 400,
        choices=shown_games(game),
        chosen=game,
        options=shown_options(game, form),
        paces=shown_clocks(),
        form=form,
        error=error,
    )


@router.get("/c/{key}")
async def class_page(
    request: Request,
    key: str,
    pages: Provided[Pages],
    identity: Provided[Identity],
    classes: Provided[ClassStore],
    class_view: Provided[ClassView],
    homework_view: Provided[HomeworkView],
) -> HTMLResponse:
    """Show a class to its members and its teacher."""
    of_class, account = await entered(classes, key, identity.account(request))
    values = await asyncio.to_thread(class_view.shown, of_class, account)
    assignments = await asyncio.to_thread(homework_view.listed, of_class, account)
    return await pages.show(request, "class.html", **values, assignments=assignments)


@router.get("/c/{key}/live")
async def live_part(
    request: Request,
    key: str,
    pages: Provided[Pages],
    identity: Provided[Identity],
    classes: Provided[ClassStore],
    class_view: Provided[ClassView],
) -> HTMLResponse:
    """Return the live part of the page."""
    of_class, account = await entered(classes, key, identity.account(request))
    values = await asyncio.to_thread(class_view.shown, of_class, account)
    return await pages.show(request, "ladder.html", **values)


@router.get("/c/{key}/table.csv")
async def table(
    request: Request,
    key: str,
    identity: Provided[Identity],
    classes: Provided[ClassStore],
    tournaments: Provided[TournamentStore],
) -> Response:
    """Return the table as CSV; for the teacher only."""
    of_class, account = await entered(classes, key, identity.account(request))
    must_teach(of_class, account)

    def text() -> str:
        members = classes.members(key)
        return as_csv(ladder(of_class, members, tournaments.of_class(key, NIGHTS)))

    return Response(
        await asyncio.to_thread(text),
        media_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="class-{key}.csv"'},
    )


@router.websocket("/ws/c/{key}")
async def class_socket(
    socket: WebSocket,
    key: str,
    identity: Provided[Identity],
    classes: Provided[ClassStore],
    tournaments: Provided[TournamentStore],
    passes: Provided[Passes],
    hub: Provided[Hub],
) -> None:
    """Mark a playing member as present, and notify the page of changes of a night."""
    account = identity.account(socket)
    nights: dict[str, bool] = {}

    async def allowed() -> None:
        if not await asyncio.to_thread(classes.may_see, key, account):
            raise no_class(key)

    async def translate(message: Message) -> Message | None:
        night = message.get("id")
        if night is None:
            return None
        if night not in nights:
            found = await asyncio.to_thread(tournaments.load, night)
            nights[night] = found.tournament.class_id == key
        if not nights[night] or not await asyncio.to_thread(classes.may_see, key, account):
            return None
        return {"t": "changed"}

    own = []
    if account is not None:
        own.append(of_account(account))
        passes.need(socket, of_member(key, account))
    await follow(socket, hub, TOURNAMENTS, own, allowed, translate)


@router.post("/c/{key}/enter")
async def enter(
    request: Request,
    key: str,
    identity: Provided[Identity],
    accounts: Provided[AccountStore],
    classes: Provided[ClassStore],
    csrf: str = Form(max_length=64),
    bot: str = Form("", max_length=LONGEST_NAME),
) -> Response:
    """Enter a member's bot in the ladder, or without a name the member."""
    of_class, account = await entered(classes, key, identity.form_sender(request, csrf))
    if not bot.strip():
        await asyncio.to_thread(classes.enter, key, account)
        return RedirectResponse(f"/c/{key}", 303)
    found = await asyncio.to_thread(accounts.find, bot)
    if found is None or not found.is_bot or found.owner != account:
        raise UsageError("you have no bot of that name: make it at /bots, and see to its spelling")
    await asyncio.to_thread(classes.enter, key, found.id, account)
    return RedirectResponse(f"/c/{of_class.id}", 303)


@router.post("/c/{key}/rest")
async def rest(
    request: Request,
    key: str,
    identity: Provided[Identity],
    classes: Provided[ClassStore],
    csrf: str = Form(max_length=64),
) -> Response:
    """Stop playing in the ladder; stay in the class."""
    _, account = await entered(classes, key, identity.form_sender(request, csrf))
    await asyncio.to_thread(classes.rest, key, account)
    return RedirectResponse(f"/c/{key}", 303)


@router.post("/c/{key}/remove")
async def remove(
    request: Request,
    key: str,
    identity: Provided[Identity],
    classes: Provided[ClassStore],
    passes: Provided[Passes],
    audit: Provided[AuditStore],
    csrf: str = Form(max_length=64),
    account: str = Form(max_length=20),
) -> Response:
    """Remove a member: the teacher any, others themselves and their bots."""
    of_class, asking = await entered(classes, key, identity.form_sender(request, csrf))
    number = read_number(account, "the member")
    members = {each.account: each for each in await asyncio.to_thread(classes.members, key)}
    gone = members.get(number)
    is_own = gone is not None and asking in (gone.account, gone.brought_by)
    if asking != of_class.teacher and not is_own:
        raise NotAllowed("only the teacher can remove somebody else")
    await asyncio.to_thread(classes.remove, key, number)
    if gone is not None:
        action = "left" if number == asking else "removed a member"
        await asyncio.to_thread(audit.note, key, asking, action, gone.name)
    passes.end(of_member(key, number))
    return RedirectResponse("/classes" if number == asking else f"/c/{key}", 303)


@router.post("/c/{key}/code")
async def change_code(
    request: Request,
    key: str,
    identity: Provided[Identity],
    classes: Provided[ClassStore],
    audit: Provided[AuditStore],
    csrf: str = Form(max_length=64),
) -> Response:
    """Give the class a new code; for the teacher only."""
    of_class, account = await entered(classes, key, identity.form_sender(request, csrf))
    must_teach(of_class, account)
    await asyncio.to_thread(classes.change_code, key)
    await asyncio.to_thread(audit.note, key, account, "changed the join code")
    return RedirectResponse(f"/c/{key}", 303)


@router.post("/c/{key}/run")
async def run_now(
    request: Request,
    key: str,
    identity: Provided[Identity],
    classes: Provided[ClassStore],
    nights: Provided[ClassNights],
    director: Provided[Director],
    audit: Provided[AuditStore],
    csrf: str = Form(max_length=64),
) -> Response:
    """Start a tournament of the class now; for the teacher only."""
    of_class, account = await entered(classes, key, identity.form_sender(request, csrf))
    must_teach(of_class, account)
    made = await asyncio.to_thread(nights.hold_now, of_class, now())
    director.wake()
    await asyncio.to_thread(audit.note, key, account, "ran the ladder")
    return RedirectResponse(f"/t/{made}", 303)


async def entered(classes: ClassStore, key: str, account: int | None) -> tuple[StoredClass, int]:
    """Return class and account for a member or the teacher; raise NotFound for others."""
    if account is None or not await asyncio.to_thread(classes.may_see, key, account):
        raise no_class(key)
    return await asyncio.to_thread(classes.get, key), account


def must_teach(of_class: StoredClass, account: int) -> None:
    """Raise NotAllowed unless the account teaches the class."""
    if of_class.teacher != account:
        raise NotAllowed("only the teacher of the class can do that")
