"""Ends the games of an account that is closed."""

from __future__ import annotations

import asyncio

from outwit.errors import GameOver, NotAllowed, OutwitError, StorageFault
from outwit.records.record import UNFINISHED
from outwit.server.live.commands import Cancel, Resign
from outwit.server.live.lobby import Lobby
from outwit.storage.games import GameStore
from outwit.storage.history import HistoryStore

# Most attempts to end the games before the closing fails.
MOST_TRIES = 5


class Leaving:
    """Ends the games of a player who leaves for good."""

    def __init__(self, lobby: Lobby, games: GameStore, history: HistoryStore) -> None:
        self._lobby = lobby
        self._games = games
        self._history = history

    async def leave_all(self, account: int) -> None:
        """Resign all games of an account, and cancel those with a free seat.

        Raise StorageFault if that fails; the remaining games continue.
        """
        before: set[str] = set()
        tries = 0
        while lines := await asyncio.to_thread(self._history.running, account):
            for line in lines:
                await self._leave(account, line.id)
            keys = {line.id for line in lines}
            tries = tries + 1 if keys == before else 0
            if tries == MOST_TRIES:
                raise StorageFault("a game cannot be given up now: try again in a moment")
            before = keys

    async def _leave(self, account: int, key: str) -> None:
        """Resign or cancel one game."""
        try:
            room = await self._lobby.room(key)
        except StorageFault:
            raise
        except OutwitError:
            # The game is not installed any more, so nobody can play it.
            await asyncio.to_thread(self._games.finish, key, UNFINISHED, "", "")
            return
        try:
            if room.waits:
                await room.act(Cancel(account))
            else:
                await room.act(Resign(room.side_of(account)))
        except (GameOver, NotAllowed):
            return  # the game has just ended or started; the next attempt sees its new state
