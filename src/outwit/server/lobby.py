"""The open rooms, and the way into them."""

from __future__ import annotations

import asyncio
import logging

from outwit.arena.livegame import LiveGame
from outwit.errors import OutwitError
from outwit.games import game as find_game
from outwit.server.hub import Hub
from outwit.server.room import Room
from outwit.server.thinking import Thinking
from outwit.storage.games import GameStore
from outwit.storage.stored import PUBLIC, NewGame, StoredGame

log = logging.getLogger(__name__)
# A page lists so many games of a kind.
MOST_SHOWN = 20


class Lobby:
    """Opens rooms when somebody comes, and closes them when the portal does."""

    def __init__(self, store: GameStore, thinking: Thinking, hub: Hub) -> None:
        self.store = store
        self.thinking = thinking
        self.hub = hub
        self._rooms: dict[str, Room] = {}
        self._opening = asyncio.Lock()
        self._rematching = asyncio.Lock()

    async def create(self, new: NewGame) -> Room:
        """Write a new game down and open its room."""
        key = await asyncio.to_thread(self.store.create, new)
        room = await self.room(key)
        room.announce_beginning()
        return room

    async def room(self, key: str) -> Room:
        """Return the room of a game; raise NotFound if there is no such game."""
        async with self._opening:
            found = self._rooms.get(key)
            if found is None:
                stored = await asyncio.to_thread(self.store.load, key)
                found = self._rooms[key] = Room(
                    stored, live_game(stored), self.store, self.thinking, self.hub
                )
                await found.open()
        return found

    async def reopen(self) -> None:
        """Open the rooms of all games that go on, after a restart.

        A game that cannot be opened, such as one whose rules are not installed any more, waits.
        """
        for key in await asyncio.to_thread(self.store.unfinished):
            try:
                await self.room(key)
            except OutwitError as error:
                log.warning("game %s cannot go on: %s", key, error)

    async def rematch(self, room: Room) -> str:
        """Return the game that follows another, with sides swapped; both players get the same."""
        async with self._rematching:
            if room.rematch is None:
                first, second = room.setup.seats
                new = room.setup.replace(seats=(second, first), rematch_of=room.key)
                room.rematch = (await self.create(new)).key
        return room.rematch

    def waiting(self) -> list[Room]:
        """Return the rooms that anybody may join, the newest first."""
        rooms = [room for room in self._rooms.values() if room.waits and self._is_public(room)]
        return rooms[::-1][:MOST_SHOWN]

    def busy(self) -> list[Room]:
        """Return the rooms in which a game goes on before everybody's eyes, the newest first."""
        rooms = [
            room
            for room in self._rooms.values()
            if not room.waits and not room.live.is_over and room.watchers and self._is_public(room)
        ]
        return rooms[::-1][:MOST_SHOWN]

    def _is_public(self, room: Room) -> bool:
        return room.setup.visibility == PUBLIC

    @property
    def size(self) -> int:
        """The number of open rooms."""
        return len(self._rooms)

    async def close(self) -> None:
        """Close every room."""
        for room in self._rooms.values():
            await room.close()


def live_game(stored: StoredGame) -> LiveGame:
    """Return a stored game as one that is being played."""
    game = find_game(stored.setup.game)
    first, second = stored.setup.seats
    return LiveGame.of_record(stored.record(), (first.seat(game), second.seat(game)))
