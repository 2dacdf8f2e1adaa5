"""Portals without a web server, for tests of their rooms."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from outwit.server.edge.settings import Settings
from outwit.server.live.room import Room, Watcher
from outwit.server.portal import Portal
from outwit.storage.stored import NewGame, StoredSeat

# Longer than anything here takes, however busy the machine is.
PATIENCE = 30.0


@asynccontextmanager
async def portals(url: str, count: int = 1, threads: int = 2) -> AsyncIterator[list[Portal]]:
    """Open portals on one database, as so many processes would."""
    async with AsyncExitStack() as stack:
        found = []
        for _ in range(count):
            portal = Portal(Settings(url, "secret", threads=threads))
            await portal.open()
            stack.push_async_callback(portal.close)
            found.append(portal)
        yield found


async def until(condition: Callable[[], Any]) -> None:
    """Wait until something is true."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.01)


class Seen:
    """A watcher that keeps what it is sent."""

    def __init__(self, room: Room, side: int | None = None) -> None:
        self.messages: list[dict[str, Any]] = []
        self.room = room
        self.watcher = Watcher(None, side, self.send)
        room.watchers.add(self.watcher)

    async def send(self, message: dict[str, Any]) -> None:
        self.messages.append(message)

    def leave(self) -> None:
        self.room.watchers.discard(self.watcher)

    @property
    def state(self) -> dict[str, Any]:
        """Return the last state."""
        return next((each for each in reversed(self.messages) if each["t"] == "state"), {})


def persons(portal: Portal) -> tuple[StoredSeat, StoredSeat]:
    """Make two guests."""
    first, second = portal.accounts.guest(), portal.accounts.guest()
    return StoredSeat(first.name, first.id), StoredSeat(second.name, second.id)


def game(portal: Portal, **fields: Any) -> NewGame:
    """Describe a game between two guests."""
    return NewGame("ataxx", persons(portal), **fields)


# Options of Ataxx whose start is in no opening book: there a bot thinks before it moves.
NOT_IN_A_BOOK = {"blocks": "c1"}


def bot(level: int) -> StoredSeat:
    """Return the seat of a bot."""
    return StoredSeat(f"level {level}", None, f"level {level}")
