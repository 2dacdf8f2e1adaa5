"""The socket of a game: reads a browser's messages, and sends states and answers."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any

import orjson
from fastapi import WebSocket, WebSocketDisconnect

from outwit.errors import NotFound, OutwitError, StorageFault, TooMany, UsageError
from outwit.server.base.provided import Provided, Router
from outwit.server.base.tasks import Tasks
from outwit.server.edge.identity import Identity, same_origin
from outwit.server.edge.limits import Limiter, client_address
from outwit.server.live.commands import AskTakeback, Decline, OfferDraw, Play, Resign
from outwit.server.live.lobby import Lobby
from outwit.server.live.outbox import Outbox
from outwit.server.live.room import Room, Watcher
from outwit.server.live.talk import Talk
from outwit.storage.accounts import AccountStore
from outwit.storage.relations import RelationStore

router = Router()
# Most characters of a browser's message.
LONGEST = 2_000
# Greatest ply that a message may name.
LAST_PLY = 1_000_000
# Close codes: normal, not allowed, unknown game.
NORMAL, POLICY, GONE = 1000, 1008, 4404
# Close code for a slow reader, which reconnects and gets the whole state.
AGAIN = 1013
# Most seconds for the last message to a slow reader.
CLOSE_SECONDS = 5.0
# Query parameter of a socket that gets changes instead of whole states.
CHANGES = "changes"
CANNOT_STORE = "the server cannot store moves now: try again in a moment"
NO_TEXT = "a message is text, not bytes"


@router.websocket("/ws/g/{key}")
async def play(
    socket: WebSocket,
    key: str,
    identity: Provided[Identity],
    accounts: Provided[AccountStore],
    lobby: Provided[Lobby],
    limiter: Provided[Limiter],
    talk: Provided[Talk],
    relations: Provided[RelationStore],
) -> None:
    """Serve one browser tab."""
    if not same_origin(socket):
        await socket.close(POLICY)
        return
    account = identity.account(socket)
    if account is not None and await asyncio.to_thread(accounts.is_bot, account):
        account = None  # a bot plays only through the API; here it watches
    await socket.accept()
    try:
        room = await lobby.room(key)
        with limiter.hold("tabs", (key, account or client_address(socket))):
            outbox = Outbox(socket, changes=CHANGES in socket.query_params)
            watcher = Watcher(account, room.side_of(account), outbox.send)
            watcher.address = client_address(socket)
            watcher.blocked = await asyncio.to_thread(relations.blocked, account)
            await Tab(room, watcher, talk, limiter).serve(socket, outbox)
    except (TooMany, NotFound, StorageFault) as error:
        with suppress(WebSocketDisconnect):
            await send(socket, {"t": "error", "code": error.code, "message": told(error)})
        await close(socket, GONE if isinstance(error, NotFound) else AGAIN)


class Tab:
    """One browser tab with a player or spectator of a game."""

    def __init__(self, room: Room, watcher: Watcher, talk: Talk, limiter: Limiter) -> None:
        self.room = room
        self.watcher = watcher
        self._talk = talk
        self._limiter = limiter

    async def serve(self, socket: WebSocket, outbox: Outbox) -> None:
        """Serve the browser until it disconnects."""
        self.room.watchers.add(self.watcher)
        try:
            async with Tasks() as tasks:
                reading = tasks.start("game socket", self.obey(socket), Exception)
                await outbox.join(reading)
                if reading.done():
                    await reading
                else:
                    await close(socket, AGAIN)
        finally:
            self.room.watchers.discard(self.watcher)
            await outbox.close()

    async def obey(self, socket: WebSocket) -> None:
        """Send the state, and execute messages until the browser disconnects."""
        self.room.tell_soon(self.watcher)
        try:
            await self._talk.tell(self.room, self.watcher)
            while (message := await socket.receive())["type"] == "websocket.receive":
                await self.answer(message.get("text"))
        except ConnectionResetError:
            return  # too slow, or disconnected

    async def answer(self, text: str | None) -> None:
        """Execute one message; only its sender gets an error."""
        ply = None
        try:
            message = read_message(text)
            ply = ply_of(message)
            await self.carry_out(message)
        except OutwitError as error:
            fault: dict[str, Any] = {"t": "error", "code": error.code, "message": told(error)}
            if ply is not None:
                fault["n"] = ply
            await self.watcher.send(fault)

    async def carry_out(self, message: dict[str, Any]) -> None:
        """Execute a message; raise an OutwitError if that is impossible."""
        room, watcher = self.room, self.watcher
        match message["t"]:
            case "ping":
                await watcher.send({"t": "pong"})
            case "move":
                ply, move = ply_of(message), message.get("m")
                if ply is None or not isinstance(move, str):
                    raise UsageError("a move has its ply n, a number, and its text m")
                await room.act(Play(watcher.side, ply, move))
                await watcher.send({"t": "ack", "n": ply})
            case "sync":
                if isinstance(message.get("flipped"), bool):
                    watcher.flipped = message["flipped"]
                room.tell_soon(watcher)
            case "resign":
                await room.act(Resign(watcher.side))
            case "draw":
                await room.act(OfferDraw(watcher.side))
            case "takeback":
                await room.act(AskTakeback(watcher.side))
            case "decline":
                await room.act(Decline(watcher.side))
            case "hint":
                self._limiter.take("hints", watcher.account)
                self._limiter.take("hints_address", watcher.address)
                move, why = await room.hint(watcher.side, f"account {watcher.account}")
                hint = {"t": "hint", "m": move.text, "label": move.label, "why": why}
                await watcher.send(hint)
            case "premoves":
                n, moves = await room.premoves(watcher.side, f"account {watcher.account}")
                await watcher.send({"t": "premoves", "n": n, "moves": moves})
            case "chat":
                await self._talk.say(room, watcher, message.get("text"))
            case kind:
                raise UsageError(f"there are no messages of kind {kind[:40]!r}")


async def send(socket: WebSocket, message: dict[str, Any]) -> None:
    """Send a message; raise WebSocketDisconnect if the browser has disconnected."""
    await send_text(socket, json.dumps(message, separators=(",", ":"), ensure_ascii=False))


async def send_text(socket: WebSocket, text: str) -> None:
    """Send a text; raise WebSocketDisconnect if the browser has disconnected."""
    try:
        await socket.send_text(text)
    except RuntimeError:  # Starlette's error for a closed socket
        raise WebSocketDisconnect from None


async def close(socket: WebSocket, code: int) -> None:
    """Close a socket unless it is closed; cut off one that is not read."""
    with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
        async with asyncio.timeout(CLOSE_SECONDS):
            await socket.close(code)


async def receive_text(socket: WebSocket) -> str | None:
    """Return the next message, None for a binary one; raise WebSocketDisconnect at the end."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text: str | None = message.get("text")
    return text


def told(error: OutwitError) -> str:
    """Return the error message for a player; it does not name the database."""
    return CANNOT_STORE if isinstance(error, StorageFault) else str(error)


def read_message(text: str | None) -> dict[str, Any]:
    """Return a parsed message; raise UsageError for an invalid one."""
    if text is None:
        raise UsageError(NO_TEXT)
    if len(text) > LONGEST:
        raise UsageError(f"a message has at most {LONGEST} characters")
    try:
        # Stricter than Python's parser: no NaN, infinity or lone surrogates, and integers of at
        # most 64 bits.
        message = orjson.loads(text)
    except orjson.JSONDecodeError:
        raise UsageError("a message is JSON") from None
    if not isinstance(message, dict) or not isinstance(message.get("t"), str):
        raise UsageError("a message is an object with a kind, t")
    return message


def ply_of(message: dict[str, Any]) -> int | None:
    """Return the ply that a message names, None if it names no valid ply."""
    ply = message.get("n")
    is_ply = isinstance(ply, int) and not isinstance(ply, bool) and 0 <= ply <= LAST_PLY
    return ply if is_ply else None
