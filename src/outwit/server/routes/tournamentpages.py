"""Tournaments: the list, and a tournament with its standings."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import Form, Request, Response, WebSocket
from fastapi.responses import HTMLResponse, RedirectResponse

from outwit.errors import NotAllowed
from outwit.server.base.provided import Provided, Router
from outwit.server.edge.identity import Identity
from outwit.server.edge.passes import Passes, of_member
from outwit.server.jobs.director import Director
from outwit.server.jobs.tournamentview import (
    COMING,
    RUNNING,
    Pictures,
    shown_progress,
    shown_tournament,
    state_of,
)
from outwit.server.live.room import GAME_START
from outwit.server.news.hub import TOURNAMENTS, Hub, Message, of_account, of_tournament
from outwit.server.routes.following import follow
from outwit.server.routes.pages import Pages
from outwit.server.routes.visitors import member, somebody
from outwit.server.values.shown import name_of_game
from outwit.storage.accounts import AccountStore
from outwit.storage.classes import ClassStore, no_class
from outwit.storage.progress import ARENA, Progress, Tournament
from outwit.storage.tournaments import TournamentStore

router = Router()


@router.get("/tournaments")
async def overview(
    request: Request, pages: Provided[Pages], tournaments: Provided[TournamentStore]
) -> HTMLResponse:
    """Show coming, running and finished tournaments."""
    return await pages.show(request, "tournaments.html", lists=await shown_lists(tournaments))


@router.get("/tournaments/live")
async def live_lists(
    request: Request, pages: Provided[Pages], tournaments: Provided[TournamentStore]
) -> HTMLResponse:
    """Return the live part of the list."""
    return await pages.show(request, "events.html", lists=await shown_lists(tournaments))


@router.websocket("/ws/tournaments")
async def list_socket(socket: WebSocket, hub: Provided[Hub]) -> None:
    """Notify a list of tournaments of changes."""

    async def allowed() -> None:
        """Allow everybody: the list is public."""

    async def translate(_: Message) -> Message | None:
        return {"t": "changed"}

    await follow(socket, hub, TOURNAMENTS, [], allowed, translate)


async def shown_lists(store: TournamentStore) -> list[dict[str, Any]]:
    """Return the tournaments by their state."""
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


@router.get("/t/{key}")
async def tournament_page(
    request: Request,
    key: str,
    pages: Provided[Pages],
    identity: Provided[Identity],
    accounts: Provided[AccountStore],
    tournaments: Provided[TournamentStore],
    classes: Provided[ClassStore],
    pictures: Provided[Pictures],
) -> HTMLResponse:
    """Show a tournament."""
    account = identity.account(request)
    progress = await seen(tournaments, classes, key, account)
    organiser = await asyncio.to_thread(accounts.name_of, progress.tournament.organiser)
    moving = await asyncio.to_thread(shown_moving, pictures, progress, account)
    moving["tournament"] |= {"organiser": organiser}
    return await pages.show(request, "tournament.html", **moving)


@router.get("/t/{key}/live")
async def live_part(
    request: Request,
    key: str,
    pages: Provided[Pages],
    identity: Provided[Identity],
    tournaments: Provided[TournamentStore],
    classes: Provided[ClassStore],
    pictures: Provided[Pictures],
) -> HTMLResponse:
    """Return the live part of the page."""
    account = identity.account(request)
    progress = await seen(tournaments, classes, key, account)
    moving = await asyncio.to_thread(shown_moving, pictures, progress, account)
    return await pages.show(request, "standings.html", **moving)


def shown_moving(pictures: Pictures, progress: Progress, account: int | None) -> dict[str, Any]:
    """Return the live part of a tournament's page: standings and available actions."""
    tournament = progress.tournament
    state = state_of(tournament)
    is_in = any(each.account == account and not each.withdrawn for each in progress.entrants)
    is_open = tournament.class_id is None and (
        state == COMING or (state == RUNNING and tournament.format == ARENA)
    )
    return {
        "tournament": shown(tournament),
        "shown": shown_progress(progress, account, pictures),
        "can_join": is_open and not is_in,
        "can_leave": is_in and state in (COMING, RUNNING),
        "can_start": state == COMING and account == tournament.organiser,
    }


@router.websocket("/ws/t/{key}")
async def tournament_socket(
    socket: WebSocket,
    key: str,
    identity: Provided[Identity],
    tournaments: Provided[TournamentStore],
    classes: Provided[ClassStore],
    passes: Provided[Passes],
    hub: Provided[Hub],
) -> None:
    """Notify a page of changes, and a player of a started game."""
    account = identity.account(socket)

    async def translate(message: Message) -> Message | None:
        if message.get("type") != GAME_START or account is None:
            return {"t": "changed"}
        mine = await asyncio.to_thread(tournaments.game_of, key, account)
        return {"t": "game", "id": mine} if mine == message.get("id") else {"t": "changed"}

    async def allowed() -> None:
        of_class = (await seen(tournaments, classes, key, account)).tournament.class_id
        if of_class is not None and account is not None:
            passes.need(socket, of_member(of_class, account))

    own = [] if account is None else [of_account(account)]
    await follow(socket, hub, of_tournament(key), own, allowed, translate)


@router.post("/t/{key}/join")
async def join(
    request: Request,
    key: str,
    identity: Provided[Identity],
    accounts: Provided[AccountStore],
    tournaments: Provided[TournamentStore],
    classes: Provided[ClassStore],
    director: Provided[Director],
    csrf: str = Form(max_length=64),
) -> Response:
    """Join a tournament; guests may join an unrated one."""
    account = identity.form_sender(request, csrf)
    tournament = (await seen(tournaments, classes, key, account)).tournament
    if tournament.rated:
        person = await member(accounts, account, "play in a rated tournament")
    else:
        person = await somebody(accounts, account)
    await asyncio.to_thread(tournaments.join, key, person.id)
    director.tell(key)
    response = RedirectResponse(f"/t/{key}", 303)
    identity.keep(request, response, person.id)
    return response


@router.post("/t/{key}/withdraw")
async def withdraw(
    request: Request,
    key: str,
    identity: Provided[Identity],
    tournaments: Provided[TournamentStore],
    classes: Provided[ClassStore],
    director: Provided[Director],
    csrf: str = Form(max_length=64),
) -> Response:
    """Withdraw from a tournament."""
    account = identity.form_sender(request, csrf)
    await seen(tournaments, classes, key, account)
    if account is None or not await asyncio.to_thread(tournaments.withdraw, key, account):
        raise NotAllowed("you do not take part in this tournament")
    director.tell(key)
    return RedirectResponse(f"/t/{key}", 303)


@router.post("/t/{key}/start")
async def start(
    request: Request,
    key: str,
    identity: Provided[Identity],
    tournaments: Provided[TournamentStore],
    classes: Provided[ClassStore],
    director: Provided[Director],
    csrf: str = Form(max_length=64),
) -> Response:
    """Start a tournament now; for the organiser only."""
    account = identity.form_sender(request, csrf)
    must_organise(await seen(tournaments, classes, key, account), account)
    await asyncio.to_thread(tournaments.start, key)
    director.wake()
    director.tell(key)
    return RedirectResponse(f"/t/{key}", 303)


@router.post("/t/{key}/cancel")
async def call_off(
    request: Request,
    key: str,
    identity: Provided[Identity],
    tournaments: Provided[TournamentStore],
    classes: Provided[ClassStore],
    director: Provided[Director],
    csrf: str = Form(max_length=64),
) -> Response:
    """Cancel a tournament before its start; for the organiser only."""
    account = identity.form_sender(request, csrf)
    must_organise(await seen(tournaments, classes, key, account), account)
    await asyncio.to_thread(tournaments.call_off, key)
    director.tell(key)
    return RedirectResponse("/tournaments", 303)


def must_organise(progress: Progress, account: int | None) -> None:
    """Raise NotAllowed unless the account organises the tournament."""
    if progress.tournament.organiser != account:
        raise NotAllowed("only the organiser of a tournament can do that")


async def seen(
    tournaments: TournamentStore, classes: ClassStore, key: str, account: int | None
) -> Progress:
    """Return a tournament; raise NotFound for a class's tournament outside the class."""
    progress = await asyncio.to_thread(tournaments.load, key)
    of_class = progress.tournament.class_id
    if of_class is not None and not await asyncio.to_thread(classes.may_see, of_class, account):
        raise no_class(of_class)
    return progress


def shown(tournament: Tournament) -> dict[str, Any]:
    """Return the data of a tournament for pages."""
    return shown_tournament(tournament, name_of_game(tournament.game))
