"""The streams over WebSockets, which also take moves; the token is in the header."""

from __future__ import annotations

from collections.abc import AsyncIterator, Coroutine
from contextlib import suppress
from typing import Annotated, Any, Literal

from anyio import create_task_group
from fastapi import WebSocket, WebSocketDisconnect
from pydantic import BaseModel, Field, TypeAdapter, ValidationError
from starlette.websockets import WebSocketState

from outwit.errors import (
    BadToken,
    NotAllowed,
    NotFound,
    OutwitError,
    StorageFault,
    UsageError,
)
from outwit.server.api.access import Caller, find_bot_caller
from outwit.server.api.bodies import LONGEST, Body
from outwit.server.api.commands import BotCommands
from outwit.server.api.faults import answer_to
from outwit.server.api.presenter import Presenters
from outwit.server.api.streams import Streams
from outwit.server.base.provided import Provided, Router
from outwit.server.base.validation import what_is_wrong
from outwit.server.news.feed import Ended
from outwit.server.routes.sockets import (
    AGAIN,
    GONE,
    NO_TEXT,
    NORMAL,
    POLICY,
    close,
    receive_text,
    send,
    send_text,
    told,
)

router = Router()
Ply = Annotated[int | None, Field(ge=0, le=1_000_000)]


class Move(Body):
    """A move."""

    type: Literal["move"]
    move: str = Field(min_length=1, max_length=200)
    ply: Ply = None
    offering_draw: bool = Field(False, alias="offeringDraw")


class Talk(Body):
    """A chat message."""

    type: Literal["chat"]
    text: str = Field(min_length=1, max_length=300)


class Offer(Body):
    """A draw or a takeback: offered, accepted or declined."""

    type: Literal["draw", "takeback"]
    accept: bool


class Leave(Body):
    """Resigning or aborting a game."""

    type: Literal["resign", "abort"]


COMMAND: TypeAdapter[Move | Talk | Offer | Leave] = TypeAdapter(
    Annotated[Move | Talk | Offer | Leave, Field(discriminator="type")]
)


@router.websocket("/ws/event")
async def event_socket(
    socket: WebSocket, presenters: Provided[Presenters], streams: Provided[Streams]
) -> None:
    """Send the events of an account, one per message; an empty message is a keep-alive."""
    caller = await welcome(socket)
    if caller is None:
        return
    lines = streams.events(caller, presenters.of(socket), True)
    await serve(socket, lines, ignore(socket))


@router.websocket("/ws/game/{key}")
async def game_socket(
    socket: WebSocket,
    key: str,
    presenters: Provided[Presenters],
    streams: Provided[Streams],
    commands: Provided[BotCommands],
) -> None:
    """Send the states of a game of the caller, and execute the caller's commands."""
    caller = await welcome(socket)
    if caller is None:
        return
    try:
        room, _ = await commands.seat(caller, key)
    except OutwitError as error:
        await socket.send_json(refusal(error))
        codes = {NotFound: GONE, StorageFault: AGAIN}
        await socket.close(codes.get(type(error), POLICY))
        return
    lines = streams.game(caller, presenters.of(socket), room, True)
    await serve(socket, lines, obey(socket, commands, caller, key))


async def welcome(socket: WebSocket) -> Caller | None:
    """Return the bot that opens a socket; refuse others with an HTTP error."""
    try:
        caller = await find_bot_caller(socket)
    except NotAllowed as error:
        await socket.send_denial_response(answer_to(error))
        return None
    await socket.accept()
    return caller


async def serve(
    socket: WebSocket, lines: AsyncIterator[BaseModel | None], reading: Coroutine[Any, Any, None]
) -> None:
    """Send lines and read messages concurrently, until either ends."""
    code = NORMAL
    async with create_task_group() as both:

        async def run(work: Coroutine[Any, Any, None]) -> None:
            nonlocal code
            # The client may disconnect, or its token may be revoked.
            with suppress(WebSocketDisconnect, BadToken):
                try:
                    await work
                except Ended:
                    code = AGAIN
                except StorageFault as error:
                    code = AGAIN
                    await send(socket, refusal(error))
            both.cancel_scope.cancel()

        both.start_soon(run, write(socket, lines))
        both.start_soon(run, reading)
    if socket.client_state is socket.application_state is WebSocketState.CONNECTED:
        await close(socket, code)


async def write(socket: WebSocket, lines: AsyncIterator[BaseModel | None]) -> None:
    """Send every line as a message."""
    async for line in lines:
        await send_text(socket, "" if line is None else line.model_dump_json(by_alias=True))


async def ignore(socket: WebSocket) -> None:
    """Read until the client disconnects."""
    while True:
        await receive_text(socket)


async def obey(socket: WebSocket, commands: BotCommands, caller: Caller, key: str) -> None:
    """Execute messages one after the other, and answer each."""
    while True:
        text = await receive_text(socket)
        try:
            await carry_out(commands, caller, key, text)
            await send(socket, {"type": "ok"})
        except OutwitError as error:
            await send(socket, refusal(error))


async def carry_out(commands: BotCommands, caller: Caller, key: str, text: str | None) -> None:
    """Execute a message (None for a binary one); raise an OutwitError if that is impossible."""
    if text is None:
        raise UsageError(NO_TEXT)
    if len(text) > LONGEST:
        raise UsageError(f"a message has at most {LONGEST} characters")
    try:
        command = COMMAND.validate_json(text, strict=True)
    except ValidationError as error:
        raise UsageError(what_is_wrong(error.errors())) from None
    match command:
        case Move():
            await commands.move(caller, key, command.move, command.ply, command.offering_draw)
        case Talk():
            await commands.say(caller, key, command.text)
        case Offer(type="draw"):
            await commands.draw(caller, key, command.accept)
        case Offer():
            await commands.takeback(caller, key, command.accept)
        case Leave(type="resign"):
            await commands.resign(caller, key)
        case Leave():
            await commands.abort(caller, key)


def refusal(error: OutwitError) -> dict[str, str]:
    """Return the message for an error."""
    return {"type": "error", "error": told(error), "code": error.code}
