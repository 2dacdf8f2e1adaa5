"""Tournaments: the list, and one with its standings."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

from fastapi import APIRouter, Form, Request, Response, WebSocket
from fastapi.responses import HTMLResponse, RedirectResponse

from outwit.core.game import Game
from outwit.errors import NotAllowed, NotFound, UsageError
from outwit.games import all_games
from outwit.server.edge.passes import of_member
from outwit.server.jobs.tournamentview import (
    COMING,
    FORMATS,
    RUNNING,
    shown_progress,
    shown_tournament,
    state_of,
)
from outwit.server.live.room import GAME_START
from outwit.server.news.hub import TOURNAMENTS, Message, of_account, of_tournament
from outwit.server.portal import Portal, form_sender, portal_of
from outwit.server.routes.following import follow
from outwit.server.routes.gamepages import somebody
from outwit.server.routes.pages import game_at, page
from outwit.server.values.rated import check_usual
from outwit.server.values.setup import (
    read_clock,
    read_options,
    shown_clocks,
    shown_games,
    shown_options,
)
from outwit.server.values.shown import name_of_game
from outwit.storage.accounts import Account
from outwit.storage.classes import no_class
from outwit.storage.progress import ARENA, ROUND_ROBIN, SWISS, NewTournament, Progress, Tournament
from outwit.storage.tables import now
from outwit.storage.tournaments import MOST_MINUTES, MOST_ROUNDS

# In how many minutes it may start; or at a moment.
DELAYS = {
    "5": "in 5 minutes",
    "15": "in 15 minutes",
    "30": "in half an hour",
    "60": "in an hour",
    "180": "in 3 hours",
    "1440": "tomorrow at this time",
}
FARTHEST = timedelta(days=90)
router = APIRouter()


@router.get("/tournaments")
async def overview(request: Request) -> HTMLResponse:
    """Show what comes, runs and is over."""
    return await page(request, "tournaments.html", lists=await shown_lists(portal_of(request.app)))


@router.get("/tournaments/live")
async def live_lists(request: Request) -> HTMLResponse:
    """Return the part of the list that moves."""
    return await page(request, "events.html", lists=await shown_lists(portal_of(request.app)))


@router.websocket("/ws/tournaments")
async def list_socket(socket: WebSocket) -> None:
    """Tell a list of tournaments when to look again."""

    async def allowed() -> None:
        """Let everybody see the list."""

    async def translate(_: Message) -> Message | None:
        return {"t": "changed"}

    await follow(socket, portal_of(socket.app).hub, TOURNAMENTS, [], allowed, translate)


async def shown_lists(portal: Portal) -> list[dict[str, Any]]:
    """Return the tournaments by their state."""
    store = portal.tournaments
    coming, running, finished = await asyncio.gather(
        asyncio.to_thread(store.coming),
        asyncio.to_thread(store.going_on),
        asyncio.to_thread(store.finished),
    )
    return [
        {
            "title": title,
            "id": name,
            "empty": empty,
            "tournaments": [
                {**shown(line.tournament), "entrants": line.entrants} for line in lines
            ],
        }
        for name, title, empty, lines in (
            ("running", "Running now", "", running),
            ("coming", "Coming up", "None is planned. Make one, and others will join.", coming),
            ("finished", "Finished", "", finished),
        )
    ]


@router.get("/tournaments/new")
async def choose_game(request: Request, game: str = "") -> HTMLResponse:
    """Ask what is to be played, and how."""
    chosen = game_at(game) if game else all_games()[0]
    return await ask(request, chosen, {}, None)


@router.post("/tournaments/new")
async def make(request: Request, csrf: str = Form(max_length=64)) -> Response:
    """Make a tournament; its organiser needs an account."""
    portal, account = form_sender(request, csrf)
    form = {name: str(value) for name, value in (await request.form()).items()}
    game = game_at(form.get("game", "")[:40])
    organiser = await member(portal, account, "make a tournament")
    try:
        new = read_tournament(game, form, organiser.id)
        key = await asyncio.to_thread(portal.tournaments.create, new)
    except UsageError as error:
        return await ask(request, game, form, str(error))
    portal.director.tell(key)
    return RedirectResponse(f"/t/{key}", 303)


async def ask(
    request: Request, game: Game, form: dict[str, str], error: str | None
) -> HTMLResponse:
    """Show the form, with what was typed if something is wrong with it."""
    return await page(
        request,
        "newtournament.html",
        200 if error is None else 400,
        choices=shown_games(game),
        chosen=game,
        options=shown_options(game, form),
        paces=shown_clocks(),
        delays=DELAYS,
        formats=FORMATS,
        most={"cycles": MOST_ROUNDS[ROUND_ROBIN], "rounds": MOST_ROUNDS[SWISS]}
        | {"minutes": MOST_MINUTES},
        form=form,
        error=error,
    )


def read_tournament(game: Game, form: dict[str, str], organiser: int) -> NewTournament:
    """Return the tournament that a form describes; raise UsageError."""
    kind = form.get("format", "")
    length = {ROUND_ROBIN: "cycles", SWISS: "rounds", ARENA: "minutes"}.get(kind, "rounds")
    number = read_number(form.get(length, ""), length)
    options, is_rated = read_options(game, form), form.get("rated") == "yes"
    if is_rated:
        check_usual(game.start(**options))
    return NewTournament(
        form.get("name", ""),
        kind,
        game.name,
        read_clock(form.get("clock", "")),
        organiser,
        read_start(form, now()),
        options,
        rounds=0 if kind == ARENA else number,
        minutes=number if kind == ARENA else 0,
        rated=is_rated,
    )


def read_number(text: str, what: str) -> int:
    """Return a small number; raise UsageError."""
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise UsageError(f"{what}: {text[:20]!r} is not a number")
    return int(text)


def read_start(form: dict[str, str], moment: datetime) -> datetime:
    """Return when a tournament starts: at a moment in UTC if one is given, else in a while."""
    at = form.get("at", "").strip()
    if not at:
        return moment + timedelta(minutes=read_number(form.get("delay", ""), "the start"))
    try:
        starts = datetime.fromisoformat(at[:40])
    except ValueError:
        raise UsageError("the start is a date and a time, such as 2030-01-31 18:00") from None
    starts = starts.replace(tzinfo=UTC) if starts.tzinfo is None else starts.astimezone(UTC)
    if not moment - timedelta(minutes=1) <= starts <= moment + FARTHEST:
        raise UsageError(f"the start lies within {FARTHEST.days} days from now")
    return starts


@router.get("/t/{key}")
async def tournament_page(request: Request, key: str) -> HTMLResponse:
    """Show a tournament."""
    portal = portal_of(request.app)
    account = portal.identity.account(request)
    progress = await seen(portal, key, account)
    organiser = await asyncio.to_thread(portal.accounts.name_of, progress.tournament.organiser)
    moving = await asyncio.to_thread(shown_moving, portal, progress, account)
    moving["tournament"] |= {"organiser": organiser}
    return await page(request, "tournament.html", **moving)


@router.get("/t/{key}/live")
async def live_part(request: Request, key: str) -> HTMLResponse:
    """Return the part of the page that moves."""
    portal = portal_of(request.app)
    account = portal.identity.account(request)
    progress = await seen(portal, key, account)
    moving = await asyncio.to_thread(shown_moving, portal, progress, account)
    return await page(request, "standings.html", **moving)


def shown_moving(portal: Portal, progress: Progress, account: int | None) -> dict[str, Any]:
    """Return what changes on the page of a tournament: how it stands, and what one can do."""
    tournament = progress.tournament
    state = state_of(tournament)
    is_in = any(each.account == account and not each.withdrawn for each in progress.entrants)
    is_open = tournament.class_id is None and (
        state == COMING or (state == RUNNING and tournament.format == ARENA)
    )
    return {
        "tournament": shown(tournament),
        "shown": shown_progress(progress, account, portal.tournament_boards),
        "can_join": is_open and not is_in,
        "can_leave": is_in and state in (COMING, RUNNING),
        "can_start": state == COMING and account == tournament.organiser,
    }


@router.websocket("/ws/t/{key}")
async def tournament_socket(socket: WebSocket, key: str) -> None:
    """Tell a page when to look again, and a player that a game has begun."""
    portal = portal_of(socket.app)
    account = portal.identity.account(socket)

    async def translate(message: Message) -> Message | None:
        if message.get("type") != GAME_START or account is None:
            return {"t": "changed"}
        mine = await asyncio.to_thread(portal.tournaments.game_of, key, account)
        return {"t": "game", "id": mine} if mine == message.get("id") else {"t": "changed"}

    async def allowed() -> None:
        of_class = (await seen(portal, key, account)).tournament.class_id
        if of_class is not None and account is not None:
            portal.passes.need(socket, of_member(of_class, account))

    own = [] if account is None else [of_account(account)]
    await follow(socket, portal.hub, of_tournament(key), own, allowed, translate)


@router.post("/t/{key}/join")
async def join(request: Request, key: str, csrf: str = Form(max_length=64)) -> Response:
    """Take part; a guest may, if nothing is rated."""
    portal, account = form_sender(request, csrf)
    tournament = (await seen(portal, key, account)).tournament
    if tournament.rated:
        person = await member(portal, account, "play in a rated tournament")
    else:
        person = await somebody(portal, account)
    await asyncio.to_thread(portal.tournaments.join, key, person.id)
    portal.director.tell(key)
    response = RedirectResponse(f"/t/{key}", 303)
    portal.identity.keep(request, response, person.id)
    return response


@router.post("/t/{key}/withdraw")
async def withdraw(request: Request, key: str, csrf: str = Form(max_length=64)) -> Response:
    """Take part no longer."""
    portal, account = form_sender(request, csrf)
    await seen(portal, key, account)
    if account is None or not await asyncio.to_thread(portal.tournaments.withdraw, key, account):
        raise NotAllowed("you do not take part in this tournament")
    portal.director.tell(key)
    return RedirectResponse(f"/t/{key}", 303)


@router.post("/t/{key}/start")
async def start(request: Request, key: str, csrf: str = Form(max_length=64)) -> Response:
    """Start a tournament now; its organiser may."""
    portal = await organising(request, key, csrf)
    await asyncio.to_thread(portal.tournaments.start, key)
    portal.director.wake()
    portal.director.tell(key)
    return RedirectResponse(f"/t/{key}", 303)


@router.post("/t/{key}/cancel")
async def call_off(request: Request, key: str, csrf: str = Form(max_length=64)) -> Response:
    """Call a tournament off before it has started; its organiser may."""
    portal = await organising(request, key, csrf)
    await asyncio.to_thread(portal.tournaments.call_off, key)
    portal.director.tell(key)
    return RedirectResponse("/tournaments", 303)


async def organising(request: Request, key: str, csrf: str) -> Portal:
    """Return the portal for the organiser of a tournament; raise NotAllowed for others."""
    portal, account = form_sender(request, csrf)
    if (await seen(portal, key, account)).tournament.organiser != account:
        raise NotAllowed("only the organiser of a tournament can do that")
    return portal


async def seen(portal: Portal, key: str, account: int | None) -> Progress:
    """Return a tournament; one of a class is there for those in the class only."""
    progress = await asyncio.to_thread(portal.tournaments.load, key)
    of_class = progress.tournament.class_id
    if of_class is not None and not await asyncio.to_thread(
        portal.classes.may_see, of_class, account
    ):
        raise no_class(of_class)
    return progress


async def member(portal: Portal, account: int | None, to_do: str) -> Account:
    """Return somebody who has an account; raise NotAllowed for guests and strangers."""
    try:
        found = None if account is None else await asyncio.to_thread(portal.accounts.get, account)
    except NotFound:
        found = None
    if found is None or found.is_guest:
        raise NotAllowed(f"you need an account to {to_do}: sign in or create one first")
    return found


def shown(tournament: Tournament) -> dict[str, Any]:
    """Return what pages show of a tournament."""
    return shown_tournament(tournament, name_of_game(tournament.game))
