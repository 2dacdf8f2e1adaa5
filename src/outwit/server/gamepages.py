"""The pages of games: beginning one, playing it, joining it, playing it again."""

from __future__ import annotations

import asyncio
from random import randrange
from typing import Any

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from outwit.arena.seat import DEFAULT_LEVEL, level_seat
from outwit.arena.timecontrol import read_time_control
from outwit.errors import NotAllowed, NotFound
from outwit.players.levels import LEVELS
from outwit.records.replay import option_text
from outwit.server.pages import game_at, page
from outwit.server.portal import Portal, portal_of
from outwit.server.room import Watcher
from outwit.server.view import picture
from outwit.storage.accounts import Account
from outwit.storage.stored import LINK, PUBLIC, NewGame, StoredSeat

EITHER = "random"
BOT, FRIEND, ANYONE = "bot", "friend", "anyone"
router = APIRouter()


async def somebody(portal: Portal, account: int | None) -> Account:
    """Return an account by its number, a new guest for None or one that is gone.

    Raise NotAllowed for a bot, which plays through the API alone.
    """
    if account is not None:
        try:
            found = await asyncio.to_thread(portal.accounts.get, account)
        except NotFound:
            pass  # the database is another one now
        else:
            if found.is_bot:
                raise NotAllowed("this account is a bot: it plays through the API alone")
            return found
    return await asyncio.to_thread(portal.accounts.guest)


@router.post("/play")
async def begin(
    request: Request,
    game: str = Form(max_length=40),
    csrf: str = Form(max_length=64),
    level: int = Form(DEFAULT_LEVEL, ge=1, le=len(LEVELS)),
    opponent: str = Form(BOT, pattern=f"^({BOT}|{FRIEND}|{ANYONE})$"),
    side: str = Form("0", pattern=f"^(0|1|{EITHER})$"),
    clock: str = Form("unlimited", max_length=40),
) -> Response:
    """Begin a game against a bot or a person; whoever has no account becomes a guest."""
    portal = portal_of(request.app)
    account = portal.identity.account(request)
    portal.identity.check_form(account, csrf)
    found = game_at(game)
    form = await request.form()
    given = {
        option.name: str(form[f"option-{option.name}"])
        for option in found.options
        if form.get(f"option-{option.name}")
    }
    position = found.start(**given)
    person = await somebody(portal, account)
    account = person.id
    is_second = randrange(2) == 1 if side == EITHER else side == "1"
    bot = level_seat(level).name
    other = StoredSeat(bot, None, bot) if opponent == BOT else StoredSeat()
    seats = StoredSeat(person.name, account), other
    new = NewGame(
        found.name,
        (seats[1], seats[0]) if is_second else seats,
        {key: option_text(value) for key, value in position.options.items() if value is not None},
        position.text,
        str(read_time_control(clock)),
        visibility=LINK if opponent == FRIEND else PUBLIC,
    )
    room = await portal.lobby.create(new)
    response = RedirectResponse(f"/g/{room.key}", 303)
    portal.identity.remember(response, account)
    return response


@router.get("/g/{key}")
async def game_page(request: Request, key: str) -> HTMLResponse:
    """Show a game: to be played, watched or looked at."""
    portal = portal_of(request.app)
    room = await portal.lobby.room(key)
    account = portal.identity.account(request)
    watcher = Watcher(account, room.side_of(account), no_answer)
    said = await asyncio.to_thread(portal.chat.of_game, key)
    return await page(
        request,
        "game.html",
        state=room.state(watcher),
        game=room.live.game,
        chat=said,
        invite=str(request.url) if room.waits and watcher.side is not None else None,
        can_join=room.waits and watcher.side is None,
    )


@router.post("/g/{key}/join")
async def join(request: Request, key: str, csrf: str = Form(max_length=64)) -> Response:
    """Take the free seat of a game."""
    portal = portal_of(request.app)
    account = portal.identity.account(request)
    portal.identity.check_form(account, csrf)
    room = await portal.lobby.room(key)
    person = await somebody(portal, account)
    await room.sit(person.id, person.name)
    response = RedirectResponse(f"/g/{key}", 303)
    portal.identity.remember(response, person.id)
    return response


@router.post("/g/{key}/rematch")
async def rematch(request: Request, key: str, csrf: str = Form(max_length=64)) -> Response:
    """Begin the same game with sides swapped, once for both players."""
    portal = portal_of(request.app)
    account = portal.identity.account(request)
    portal.identity.check_form(account, csrf)
    room = await portal.lobby.room(key)
    if room.side_of(account) is None or not room.live.is_over:
        raise NotAllowed("only the players of a finished game can play it again")
    return RedirectResponse(f"/g/{await portal.lobby.rematch(room)}", 303)


@router.get("/g/{key}/ply/{ply}.svg")
async def board(request: Request, key: str, ply: int, flipped: bool = False) -> Response:
    """Return the board of a game after some moves, as a picture."""
    room = await portal_of(request.app).lobby.room(key)
    position = room.live.position.copy()
    while position.ply > max(0, ply):
        position.undo_number()
    return Response(picture(position, flipped=flipped), media_type="image/svg+xml")


async def no_answer(message: dict[str, Any]) -> None:
    """Send nothing: a page is not a socket."""
