"""The pages of games: playing, joining, cancelling, rematch."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import Form, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from outwit.arena.seat import level_seat
from outwit.errors import NotAllowed
from outwit.players.levels import LEVELS
from outwit.server.base.provided import Provided, Router
from outwit.server.base.workqueue import Painting
from outwit.server.edge.gamelimits import GameLimits
from outwit.server.edge.identity import Identity
from outwit.server.live.commands import Cancel, Decline, OfferRematch, Sit
from outwit.server.live.lobby import Lobby
from outwit.server.live.room import Room, Watcher
from outwit.server.live.talk import Talk
from outwit.server.routes.analysisboard import address_of
from outwit.server.routes.pages import Pages
from outwit.server.routes.tours import is_due
from outwit.server.routes.visitors import somebody
from outwit.server.values.accepting import check_seat, check_together
from outwit.server.values.rulebook import help_of
from outwit.server.values.shown import shown_clock
from outwit.server.values.view import picture
from outwit.storage.accounts import AccountStore
from outwit.storage.relations import RelationStore
from outwit.storage.stored import PUBLIC, NewGame
from outwit.storage.vacations import VacationStore

RATED = "this game is rated: sign in to take the free seat"
router = Router()


@router.get("/g/{key}")
async def game_page(
    request: Request,
    key: str,
    pages: Provided[Pages],
    identity: Provided[Identity],
    lobby: Provided[Lobby],
    accounts: Provided[AccountStore],
    talk: Provided[Talk],
    relations: Provided[RelationStore],
    vacations: Provided[VacationStore],
) -> HTMLResponse:
    """Show a game to a player or a spectator."""
    room = await lobby.room(key)
    account = identity.account(request)
    watcher = Watcher(account, room.side_of(account), no_answer)
    invited = room.setup.invited
    invited_name = ""
    if room.waits and invited is not None:
        invited_name = await asyncio.to_thread(accounts.name_of, invited)
    await room.prepare({watcher.flipped})
    apart = await asyncio.to_thread(relations.apart, account)
    watcher.blocked = await asyncio.to_thread(relations.blocked, account)
    said = await asyncio.to_thread(talk.read, key, watcher.blocked)
    is_slow = room.live.control.is_slow
    away = await asyncio.to_thread(vacations.until, room.accounts) if is_slow else {}
    return await pages.show(
        request,
        "game.html",
        state=room.state(watcher).whole(),
        game=room.live.game,
        chat=said,
        has_no_chat=room.setup.is_shared or any(seat.bot for seat in room.setup.seats),
        reported=opponent_of(room, watcher.side),
        invite=str(request.url) if room.waits and watcher.side is not None else None,
        can_join=room.waits
        and watcher.side is None
        and invited in (None, account)
        and apart.isdisjoint(room.accounts),
        is_invited=room.waits
        and invited is not None
        and invited == account
        and apart.isdisjoint(room.accounts),
        invited_name=invited_name,
        inviter=next((seat.name for seat in room.setup.seats if seat.name), ""),
        clock=shown_clock(room.setup.time_control),
        rated=room.setup.rated,
        address=str(request.url_for("game_page", key=key)),
        is_listed=room.setup.visibility == PUBLIC,
        board_address=address_of(room.live.position),
        in_tournament=room.setup.tournament,
        tour=room.live.game.parts.tour,
        has_new_tour=await is_due(accounts, account, room.live.game.name),
        things=await asyncio.to_thread(help_of, room.live.game),
        level=level_of(room.setup),
        most_levels=len(LEVELS),
        again=form_again(room.setup, watcher.side),
        can_plan=is_slow and watcher.side is not None and not room.live.is_over,
        away=[
            {"name": room.setup.seats[side].name, "until": away[each]}
            for side, each in enumerate(room.accounts)
            if each in away
        ],
    )


def opponent_of(room: Room, side: int | None) -> str:
    """Return the name of a player's opponent who has an account, empty without one."""
    if side is None or room.setup.is_shared or room.accounts[1 - side] is None:
        return ""
    return room.setup.seats[1 - side].name


def level_of(setup: NewGame) -> int | None:
    """Return the engine level that plays a game, None without one."""
    names = {level_seat(level).name: level for level in range(1, len(LEVELS) + 1)}
    return next((names[seat.bot] for seat in setup.seats if seat.bot in names), None)


def form_again(setup: NewGame, side: int | None) -> dict[str, str]:
    """Return the fields of ``/play`` for the same game on the same side against a bot."""
    return {
        "game": setup.game,
        "side": str(side or 0),
        "clock": setup.time_control,
        "start": setup.start,
        **{f"option-{name}": value for name, value in setup.options.items()},
    }


@router.post("/g/{key}/join")
async def join(
    request: Request,
    key: str,
    identity: Provided[Identity],
    lobby: Provided[Lobby],
    accounts: Provided[AccountStore],
    relations: Provided[RelationStore],
    csrf: str = Form(max_length=64),
) -> Response:
    """Take the free seat of a game."""
    account = identity.form_sender(request, csrf)
    room = await lobby.room(key)
    if room.setup.rated and account is None:
        raise NotAllowed(RATED)
    person = await somebody(accounts, account)
    if room.setup.rated and person.is_guest:
        raise NotAllowed(RATED)
    await asyncio.to_thread(check_seat, accounts, room.setup, person.id)
    await asyncio.to_thread(check_together, relations, room.setup, person.id)
    await room.act(Sit(person.id, person.name))
    response = RedirectResponse(f"/g/{key}", 303)
    identity.keep(request, response, person.id)
    return response


@router.post("/g/{key}/cancel")
async def cancel(
    request: Request,
    key: str,
    identity: Provided[Identity],
    lobby: Provided[Lobby],
    csrf: str = Form(max_length=64),
) -> Response:
    """Withdraw or decline a game that has not started."""
    account = identity.form_sender(request, csrf)
    room = await lobby.room(key)
    if account is None:
        raise NotAllowed("only its players can end a game that has not begun")
    await room.act(Cancel(account))
    return RedirectResponse("/", 303)


@router.post("/g/{key}/rematch")
async def rematch(
    request: Request,
    key: str,
    identity: Provided[Identity],
    lobby: Provided[Lobby],
    game_limits: Provided[GameLimits],
    relations: Provided[RelationStore],
    csrf: str = Form(max_length=64),
) -> Response:
    """Offer or accept a rematch with sides swapped; it is created once for both."""
    account = identity.form_sender(request, csrf)
    room = await lobby.room(key)
    side = room.side_of(account)
    if account is not None and side is not None:
        await game_limits.check(request, account)
        other = room.accounts[1 - side]
        if other is not None:
            name = room.setup.seats[1 - side].name
            await asyncio.to_thread(relations.check_unblocked, account, other, name)
    return RedirectResponse(f"/g/{await room.act(OfferRematch(side)) or key}", 303)


@router.post("/g/{key}/decline")
async def decline(
    request: Request,
    key: str,
    identity: Provided[Identity],
    lobby: Provided[Lobby],
    csrf: str = Form(max_length=64),
) -> Response:
    """Decline a rematch, or withdraw one's own offer."""
    account = identity.form_sender(request, csrf)
    room = await lobby.room(key)
    side = room.side_of(account)
    if side is None:
        raise NotAllowed("only the players of this game can do that")
    await room.act(Decline(side))
    return RedirectResponse(f"/g/{key}", 303)


@router.get("/g/{key}/ply/{ply}.svg")
async def board(
    request: Request,
    key: str,
    ply: int,
    identity: Provided[Identity],
    lobby: Provided[Lobby],
    painting: Provided[Painting],
    flipped: bool = False,
) -> Response:
    """Return the board of a game after some moves, as a picture."""
    room = await lobby.room(key)
    position = room.live.position.copy()

    def draw() -> str:
        while position.ply > max(0, ply):
            position.undo_number()
        return picture(position, flipped=flipped)

    drawn = await painting.run(draw, client=identity.client(request))
    return Response(drawn, media_type="image/svg+xml")


async def no_answer(message: dict[str, Any]) -> None:
    """Discard a message: a page has no socket."""
