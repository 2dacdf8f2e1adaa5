"""Classes: their bots, ladder and join code."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

from fastapi import APIRouter, Form, Request, Response, WebSocket
from fastapi.responses import HTMLResponse, RedirectResponse

from outwit.core.game import Game
from outwit.errors import NotAllowed, NotFound, UsageError
from outwit.games import all_games
from outwit.reports.export import as_csv
from outwit.server.edge.limits import client_address
from outwit.server.edge.passes import of_member
from outwit.server.jobs.classnights import latest_hour
from outwit.server.jobs.tournamentview import shown_moment, state_of
from outwit.server.news.hub import TOURNAMENTS, Message, of_account
from outwit.server.portal import Portal, form_sender, portal_of
from outwit.server.routes.following import follow
from outwit.server.routes.pages import game_at, page
from outwit.server.routes.tournamentpages import member, read_number
from outwit.server.values.ladder import NIGHTS, ladder, shown_ladder
from outwit.server.values.setup import (
    read_clock,
    read_options,
    shown_clocks,
    shown_games,
    shown_options,
)
from outwit.server.values.shown import name_of_game, shown_clock
from outwit.storage.classes import Member, NewClass, StoredClass, no_class, shown_code
from outwit.storage.progress import Progress
from outwit.storage.tables import now

# The name of a bot that is brought to a class.
LONGEST_NAME = 40
router = APIRouter()


@router.get("/classes")
async def overview(request: Request) -> HTMLResponse:
    """Show one's classes, and the way into another."""
    return await show_classes(request, None)


async def show_classes(request: Request, error: str | None, status: int = 200) -> HTMLResponse:
    """Show one's classes, and what is wrong with a code."""
    portal = portal_of(request.app)
    account = portal.identity.account(request)
    found = () if account is None else await asyncio.to_thread(portal.classes.of_account, account)
    return await page(
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
    request: Request, csrf: str = Form(max_length=64), code: str = Form("", max_length=40)
) -> Response:
    """Join a class by its code; whoever tries too many is sent away for a while."""
    portal, account = form_sender(request, csrf)
    person = await member(portal, account, "join a class")
    portal.limiter.take("codes_address", client_address(request))
    portal.limiter.take("codes", person.id)
    try:
        key = await asyncio.to_thread(portal.classes.join, code, person.id)
    except NotFound as error:
        return await show_classes(request, str(error), 404)
    return RedirectResponse(f"/c/{key}", 303)


@router.get("/classes/new")
async def choose_game(request: Request, game: str = "") -> HTMLResponse:
    """Ask for a new class."""
    return await ask(request, game_at(game) if game else all_games()[0], {}, None)


@router.post("/classes/new")
async def make(request: Request, csrf: str = Form(max_length=64)) -> Response:
    """Make a class; its teacher needs an account."""
    portal, account = form_sender(request, csrf)
    form = {name: str(value) for name, value in (await request.form()).items()}
    game = game_at(form.get("game", "")[:40])
    teacher = await member(portal, account, "make a class")
    try:
        new = NewClass(
            form.get("name", ""),
            teacher.id,
            game.name,
            read_clock(form.get("clock", "")),
            read_number(form.get("hour", ""), "the hour"),
            read_options(game, form),
        )
        key = await asyncio.to_thread(portal.classes.create, new)
    except UsageError as error:
        return await ask(request, game, form, str(error))
    return RedirectResponse(f"/c/{key}", 303)


async def ask(
    request: Request, game: Game, form: dict[str, str], error: str | None
) -> HTMLResponse:
    """Show the form of a class, with what was typed if something is wrong with it."""
    return await page(
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
async def class_page(request: Request, key: str) -> HTMLResponse:
    """Show a class to those in it."""
    portal, of_class, account = await entering(request, key)
    values = await asyncio.to_thread(shown_class, portal, of_class, account)
    return await page(request, "class.html", **values)


@router.get("/c/{key}/live")
async def live_part(request: Request, key: str) -> HTMLResponse:
    """Return the part of the page that moves."""
    portal, of_class, account = await entering(request, key)
    values = await asyncio.to_thread(shown_class, portal, of_class, account)
    return await page(request, "ladder.html", **values)


@router.get("/c/{key}/table.csv")
async def table(request: Request, key: str) -> Response:
    """Return the table for a spreadsheet, to the teacher."""
    portal, of_class, account = await entering(request, key)
    must_teach(of_class, account)

    def text() -> str:
        members = portal.classes.members(key)
        return as_csv(ladder(of_class, members, portal.tournaments.of_class(key, NIGHTS)))

    return Response(
        await asyncio.to_thread(text),
        media_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="class-{key}.csv"'},
    )


@router.websocket("/ws/c/{key}")
async def class_socket(socket: WebSocket, key: str) -> None:
    """Let a member who plays be there, and tell the page when a night begins, goes on or ends."""
    portal = portal_of(socket.app)
    account = portal.identity.account(socket)
    nights: dict[str, bool] = {}

    async def allowed() -> None:
        if not await asyncio.to_thread(portal.classes.may_see, key, account):
            raise no_class(key)

    async def translate(message: Message) -> Message | None:
        night = message.get("id")
        if night is None:
            return None
        if night not in nights:
            found = await asyncio.to_thread(portal.tournaments.load, night)
            nights[night] = found.tournament.class_id == key
        if not nights[night] or not await asyncio.to_thread(portal.classes.may_see, key, account):
            return None
        return {"t": "changed"}

    own = []
    if account is not None:
        own.append(of_account(account))
        portal.passes.need(socket, of_member(key, account))
    await follow(socket, portal.hub, TOURNAMENTS, own, allowed, translate)


@router.post("/c/{key}/enter")
async def enter(
    request: Request,
    key: str,
    csrf: str = Form(max_length=64),
    bot: str = Form("", max_length=LONGEST_NAME),
) -> Response:
    """Let a bot of a member play in the ladder, or without a name the member."""
    portal, of_class, account = await entering(request, key, csrf)
    if not bot.strip():
        await asyncio.to_thread(portal.classes.enter, key, account)
        return RedirectResponse(f"/c/{key}", 303)
    found = await asyncio.to_thread(portal.accounts.find, bot)
    if found is None or not found.is_bot or found.owner != account:
        raise UsageError("you have no bot of that name: make it at /bots, and see to its spelling")
    await asyncio.to_thread(portal.classes.enter, key, found.id, account)
    return RedirectResponse(f"/c/{of_class.id}", 303)


@router.post("/c/{key}/rest")
async def rest(request: Request, key: str, csrf: str = Form(max_length=64)) -> Response:
    """Stay in the class, and play no longer."""
    portal, _, account = await entering(request, key, csrf)
    await asyncio.to_thread(portal.classes.rest, key, account)
    return RedirectResponse(f"/c/{key}", 303)


@router.post("/c/{key}/remove")
async def remove(
    request: Request, key: str, csrf: str = Form(max_length=64), account: str = Form(max_length=20)
) -> Response:
    """Take a member out: the teacher anybody, others themselves and the bots they brought."""
    portal, of_class, asking = await entering(request, key, csrf)
    number = read_number(account, "the member")
    members = {each.account: each for each in await asyncio.to_thread(portal.classes.members, key)}
    gone = members.get(number)
    is_own = gone is not None and asking in (gone.account, gone.brought_by)
    if asking != of_class.teacher and not is_own:
        raise NotAllowed("only the teacher can remove somebody else")
    await asyncio.to_thread(portal.classes.remove, key, number)
    portal.passes.end(of_member(key, number))
    return RedirectResponse("/classes" if number == asking else f"/c/{key}", 303)


@router.post("/c/{key}/code")
async def change_code(request: Request, key: str, csrf: str = Form(max_length=64)) -> Response:
    """Give the class a new code; its teacher may."""
    portal, of_class, account = await entering(request, key, csrf)
    must_teach(of_class, account)
    await asyncio.to_thread(portal.classes.change_code, key)
    return RedirectResponse(f"/c/{key}", 303)


@router.post("/c/{key}/run")
async def run_now(request: Request, key: str, csrf: str = Form(max_length=64)) -> Response:
    """Hold a tournament of the class at once; its teacher may."""
    portal, of_class, account = await entering(request, key, csrf)
    must_teach(of_class, account)
    made = await asyncio.to_thread(portal.nights.hold_now, of_class, now())
    portal.director.wake()
    return RedirectResponse(f"/t/{made}", 303)


async def entering(
    request: Request, key: str, csrf: str | None = None
) -> tuple[Portal, StoredClass, int]:
    """Return portal, class and account of somebody in the class; raise NotFound for others."""
    portal = portal_of(request.app)
    account = portal.identity.account(request)
    if csrf is not None:
        portal.identity.check_form(account, csrf)
    if account is None or not await asyncio.to_thread(portal.classes.may_see, key, account):
        raise no_class(key)
    return portal, await asyncio.to_thread(portal.classes.get, key), account


def must_teach(of_class: StoredClass, account: int) -> None:
    """Raise NotAllowed unless somebody teaches the class."""
    if of_class.teacher != account:
        raise NotAllowed("only the teacher of the class can do that")


def shown_class(portal: Portal, of_class: StoredClass, account: int) -> dict[str, Any]:
    """Return what the page of a class shows to somebody in it."""
    members = portal.classes.members(of_class.id)
    nights = portal.tournaments.of_class(of_class.id, NIGHTS)
    is_teacher = account == of_class.teacher
    names = {each.account: each.name for each in members}
    following = latest_hour(of_class.hour, now()) + timedelta(days=1)
    return {
        "of_class": {
            "id": of_class.id,
            "name": of_class.name,
            "game_name": name_of_game(of_class.game),
            "clock": shown_clock(of_class.time_control),
            "teacher": portal.accounts.name_of(of_class.teacher),
            "code": shown_code(of_class.code) if is_teacher else None,
            "next": shown_moment(following),
        },
        "is_teacher": is_teacher,
        "me": next((shown_member(portal, m, names) for m in members if m.account == account), None),
        "members": [
            shown_member(portal, each, names)
            | {
                "removable": is_teacher or account in (each.account, each.brought_by),
                "is_own": account == each.account,
            }
            for each in members
        ],
        "online": sum(each.plays and portal.presence.is_present(each.account) for each in members),
        "ladder": shown_ladder(ladder(of_class, members, nights)),
        "nights": [shown_night(night) for night in nights],
        "counted": NIGHTS,
    }


def shown_member(portal: Portal, each: Member, names: dict[int, str]) -> dict[str, Any]:
    """Return a member of a class, with who brought them."""
    return {
        "account": each.account,
        "name": each.name,
        "is_bot": each.is_bot,
        "plays": each.plays,
        "is_online": portal.presence.is_present(each.account),
        "by": names.get(each.brought_by or 0, "the teacher" if each.brought_by else ""),
    }


def shown_night(night: Progress) -> dict[str, Any]:
    """Return a line of the history."""
    tournament = night.tournament
    return {
        "id": tournament.id,
        "at": shown_moment(tournament.starts),
        "state": state_of(tournament),
        "players": len(night.field),
        "left_out": len(night.entrants) - len(night.field),
    }
