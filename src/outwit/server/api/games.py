"""Games: the commands of players, and records."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from fastapi import Path, Query, Request, Response
from fastapi.responses import PlainTextResponse

from outwit.records.writer import write_record
from outwit.server.api.access import Bot
from outwit.server.api.answers import Ok, Record
from outwit.server.api.bodies import Said, described, read_body
from outwit.server.api.challenges import Key
from outwit.server.api.commands import BotCommands
from outwit.server.api.faults import answers
from outwit.server.api.presenter import Presenters
from outwit.server.base.provided import Provided, Router
from outwit.storage.games import GameStore

router = Router(tags=["Games"])
REFUSALS = answers(401, 403, 409)
MoveText = Annotated[
    str, Path(min_length=1, max_length=200, description="The move's text, percent-encoded.")
]
Ply = Annotated[
    int | None,
    Query(ge=0, le=1_000_000, description="Number of moves before it: makes a repeat harmless."),
]
OffersDraw = Annotated[bool, Query(alias="offeringDraw", description="Offer a draw with it.")]
Answer = Annotated[Literal["yes", "no"], Path(description="yes: offer or accept; no: decline.")]


@router.post("/bot/game/{key}/move/{move:path}", responses=REFUSALS)
async def play(
    caller: Bot,
    key: Key,
    move: MoveText,
    commands: Provided[BotCommands],
    ply: Ply = None,
    offering_draw: OffersDraw = False,
) -> Ok:
    """Play a move; it is stored before the answer is sent."""
    await commands.move(caller, key, move, ply, offering_draw)
    return Ok()


@router.post("/bot/game/{key}/chat", responses=REFUSALS, openapi_extra=described(Said))
async def say(request: Request, caller: Bot, key: Key, commands: Provided[BotCommands]) -> Ok:
    """Send a chat message to the other player."""
    await commands.say(caller, key, (await read_body(request, Said)).text)
    return Ok()


@router.post("/bot/game/{key}/abort", responses=REFUSALS)
async def abort(caller: Bot, key: Key, commands: Provided[BotCommands]) -> Ok:
    """End a game without a result; possible until both sides have moved."""
    await commands.abort(caller, key)
    return Ok()


@router.post("/bot/game/{key}/resign", responses=REFUSALS)
async def resign(caller: Bot, key: Key, commands: Provided[BotCommands]) -> Ok:
    """Resign."""
    await commands.resign(caller, key)
    return Ok()


@router.post("/bot/game/{key}/draw/{accept}", responses=REFUSALS)
async def draw(caller: Bot, key: Key, accept: Answer, commands: Provided[BotCommands]) -> Ok:
    """Offer or accept a draw, or decline it."""
    await commands.draw(caller, key, accept == "yes")
    return Ok()


@router.post("/bot/game/{key}/takeback/{accept}", responses=REFUSALS)
async def takeback(caller: Bot, key: Key, accept: Answer, commands: Provided[BotCommands]) -> Ok:
    """Ask for or accept a takeback, or decline it."""
    await commands.takeback(caller, key, accept == "yes")
    return Ok()


@router.get(
    "/games/{key}",
    response_model=Record,
    responses={
        200: {"content": {"text/plain": {"schema": {"type": "string"}}}},
        **answers(),
    },
)
async def record(
    request: Request,
    key: Key,
    presenters: Provided[Presenters],
    games: Provided[GameStore],
    form: Annotated[Literal["json", "text"], Query(alias="format")] = "json",
) -> Response | Record:
    """Show the record of a game, as JSON or as text."""
    stored = await asyncio.to_thread(games.load, key)
    if form == "text":
        return PlainTextResponse(write_record(stored.record()))
    return await asyncio.to_thread(presenters.of(request).record, stored)
