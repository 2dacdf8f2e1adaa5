"""Starting a game against a bot, a friend, anyone, or an account by name."""

from __future__ import annotations

import asyncio
from random import randrange

from fastapi import Form, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse

from outwit.errors import BadText, UsageError
from outwit.server.base.provided import Provided, Router
from outwit.server.edge.gamelimits import GameLimits
from outwit.server.edge.identity import Identity
from outwit.server.live.lobby import Lobby
from outwit.server.live.seeking import Seeking
from outwit.server.routes.analysisboard import LONGEST_TEXT
from outwit.server.routes.pages import game_at
from outwit.server.routes.playform import (
    ANY_CLOCK,
    ANYONE,
    AT_ONCE,
    EITHER,
    HERE,
    INVITE,
    SIDES,
    PlayForm,
    read_form,
)
from outwit.server.routes.visitors import somebody
from outwit.server.routes.wishes import Wishes
from outwit.server.values.options import read_options
from outwit.server.values.shown import capital
from outwit.storage.accounts import AccountStore
from outwit.storage.stored import FRIEND, StoredSeat

A_WHILE = "private, max-age=600"
router = Router()


@router.get("/play")
async def which() -> RedirectResponse:
    """Redirect to the first page, which lists the games."""
    return RedirectResponse("/", 303)


@router.get("/play/{name}")
async def choose(request: Request, name: str, form: Provided[PlayForm]) -> HTMLResponse:
    """Show the form of a new game with defaults."""
    typed = read_form(request.query_params)
    if typed["name"]:
        typed["opponent"] = INVITE
    game = game_at(name)
    return await form.show(request, game, typed, read_options(game, request.query_params))


@router.get("/play/{name}/board.svg")
async def preview(request: Request, name: str, form: Provided[PlayForm]) -> Response:
    """Return the start position for the options in a URL, or an error."""
    game = game_at(name)
    try:
        svg = await form.start(request, game, read_options(game, request.query_params))
    except (UsageError, BadText) as error:
        return JSONResponse({"code": error.code, "message": capital(str(error))}, 400)
    return Response(svg, media_type="image/svg+xml", headers={"Cache-Control": A_WHILE})


@router.post("/play")
async def begin(
    request: Request,
    identity: Provided[Identity],
    accounts: Provided[AccountStore],
    form: Provided[PlayForm],
    wishes: Provided[Wishes],
    game_limits: Provided[GameLimits],
    seeking: Provided[Seeking],
    lobby: Provided[Lobby],
    game: str = Form(max_length=40),
    csrf: str = Form(max_length=64),
) -> Response:
    """Start a game; a visitor without an account becomes a guest.

    The game begins at the position of the field ``start``, by default the game's start position.
    The form shows an error together with the entered values. Against anyone, a waiting game on
    the same terms is joined.
    """
    account = identity.form_sender(request, csrf)
    found = game_at(game)
    fields = await request.form()
    typed = read_form(fields) | AT_ONCE.get(str(fields.get("at-once")), {})
    given = read_options(found, fields)
    start = str(fields.get("start", ""))[:LONGEST_TEXT]
    try:
        new = await asyncio.to_thread(wishes.prepare, found, typed, given, start, account)
    except (UsageError, BadText) as error:
        return await form.show(request, found, typed, given, str(error))
    person = await somebody(accounts, account)
    await game_limits.check(request, person.id)
    key = None
    if typed["opponent"] == ANYONE:
        side = None if typed["side"] == EITHER else SIDES.index(typed["side"])
        any_clock = typed["clock"] == ANY_CLOCK
        key = await seeking.take_seat(new, person, side=side, any_clock=any_clock)
    if key is None:
        is_here = typed["opponent"] == HERE
        other = StoredSeat(FRIEND, person.id) if is_here else new.seats[1]
        seats = StoredSeat(person.name, person.id), other
        is_second = randrange(2) == 1 if typed["side"] == EITHER else typed["side"] == SIDES[1]
        room = await lobby.create(new.replace(seats=seats[::-1] if is_second else seats))
        key = room.key
    response = RedirectResponse(f"/g/{key}", 303)
    identity.keep(request, response, person.id)
    return response
