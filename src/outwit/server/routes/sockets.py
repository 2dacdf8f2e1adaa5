"""The socket of a game: reads what a browser wants, and answers in its language."""

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

router = Router()
# A message of a browser is a few words.
LONGEST = 2_000
# No game has more moves.
LAST_PLY = 1_000_000
# What the protocol says when somebody may not come in, or is not there.
NORMAL, POLICY, GONE = 1000, 1008, 4404
# A reader that missed something because it is too slow is to connect again, and gets it all.
AGAIN = 1013
# Seconds for the last message to somebody who reads slowly.
CLOSE_SECONDS = 5.0
# In the address of a socket: states are sent as what has changed.
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
) -> None:
    """Serve one tab of one browser."""
    if not same_origin(socket):
        await socket.close(POLICY)
        return
    account = identity.account(socket)
    if account is not None and await asyncio.to_thread(accounts.is_bot, account):
        account = None  # a bot plays through the API alone; here it watches
    await socket.accept()
    try:
        room = await lobby.room(key)
        with limiter.hold("tabs", (key, account or client_address(socket))):
            outbox = Outbox(socket, changes=CHANGES in socket.query_params)
            watcher = Watcher(account, room.side_of(account), outbox.send)
            watcher.address = client_address(socket)
            await Tab(room, watcher, talk, limiter).serve(socket, outbox)
    except (TooMany, NotFound, StorageFault) as error:
        with suppress(WebSocketDisconnect):
            await send(socket, {"t": "error", "code": error.code, "message": told(error)})
        await close(socket, GONE if isinstance(error, NotFound) else AGAIN)


class Tab:
    """One tab of one browser, in which somebody plays or watches a game."""

    def __init__(self, room: Room, watcher: Watcher, talk: Talk, limiter: Limiter) -> None:
        self.room = room
        self.watcher = watcher
        self._talk = talk
        self._limiter = limiter

    async def serve(self, socket: WebSocket, outbox: Outbox) -> None:
        """Let a browser watch and play until it goes."""
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
        """Tell a browser how the game stands, and carry out what it wants until it goes."""
        self.room.tell_soon(self.watcher)
        try:
            await self._talk.tell(self.room, self.watcher)
            while (message := await socket.receive())["type"] == "websocket.receive":
                await self.answer(message.get("text"))
        except ConnectionResetError:
            return  # it reads nothing, or has gone

    async def answer(self, text: str | None) -> None:
        """Carry out one message; what is wrong with it is told to its sender alone."""
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
        """Do what a message asks for; raise an OutwitError if that cannot be done."""
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
                move = await room.hint(watcher.side, f"account {watcher.account}")
                await watcher.send({"t": "hint", "m": move.text, "label": move.label})
            case "chat":
                await self._talk.say(room, watcher, message.get("text"))
            case kind:
                raise UsageError(f"there are no messages of kind {kind[:40]!r}")


async def send(socket: WebSocket, message: dict[str, Any]) -> None:
    """Send a message; raise WebSocketDisconnect if the other side has gone."""
    await send_text(socket, json.dumps(message, separators=(",", ":"), ensure_ascii=False))


async def send_text(socket: WebSocket, text: str) -> None:
    """Send a message as it is; raise WebSocketDisconnect if the other side has gone."""
    try:
        await socket.send_text(text)
    except RuntimeError:  # that is how Starlette says that the socket is closed
        raise WebSocketDisconnect from None


async def close(socket: WebSocket, code: int) -> None:
    """Close a socket, unless it is closed; one that nobody reads is cut off by the server."""
    with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
        async with asyncio.timeout(CLOSE_SECONDS):
            await socket.close(code)


async def receive_text(socket: WebSocket) -> str | None:
    """Return the next message, None for one of bytes; raise WebSocketDisconnect at the end."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text: str | None = message.get("text")
    return text


def told(error: OutwitError) -> str:
    """Return what a player hears of an error; of the database not where it is."""
    return CANNOT_STORE if isinstance(error, StorageFault) else str(error)


def read_message(text: str | None) -> dict[str, Any]:
    """Return a message; raise UsageError if it is none."""
    if text is None:
        raise UsageError(NO_TEXT)
    if len(text) > LONGEST:
        raise UsageError(f"a message has at most {LONGEST} characters")
    try:
        # Stricter than Python's own reader: no NaN, no infinity, no halves of characters, and a
        # whole number has 64 bits at most.
        message = orjson.loads(text)
    except orjson.JSONDecodeError:
        raise UsageError("a message is JSON") from None
    if not isinstance(message, dict) or not isinstance(message.get("t"), str):
        raise UsageError("a message is an object with a kind, t")
    return message


def ply_of(message: dict[str, Any]) -> int | None:
    """Return the ply that a message names, None if it names none that there can be."""
    ply = message.get("n")
    is_ply = isinstance(ply, int) and not isinstance(ply, bool) and 0 <= ply <= LAST_PLY
    return ply if is_ply else None
