"""Watches the turns of slow games in the database: no room is open for them most of the time."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterable
from contextlib import suppress

from outwit.errors import NotFound, OutwitError
from outwit.server.base.logs import event
from outwit.server.base.tasks import Tasks, report
from outwit.server.base.threads import in_thread
from outwit.server.live.commands import FollowDeadline
from outwit.server.live.gamenotices import tell_low
from outwit.server.live.lobby import Lobby
from outwit.storage.slowturns import TurnStore

# Seconds between two looks.
LOOK_SECONDS = 10.0


class SlowWatch:
    """Ends slow games whose time is over, and warns players before."""

    def __init__(self, lobby: Lobby, turns: TurnStore) -> None:
        self.turns = turns
        self._lobby = lobby
        self._tasks = Tasks()

    def begin(self) -> None:
        """Begin to watch; the first look finds what ran out while no process was there."""
        self._tasks.keep("slow games", self._run)

    async def close(self) -> None:
        """End."""
        await self._tasks.close()

    async def look(self) -> None:
        """End overdue games, play planned moves that were missed, and warn players once."""
        await self.follow(await in_thread(self.turns.overdue))
        await self.follow(await in_thread(self._lobby.services.plans.waiting))
        for turn in await in_thread(self.turns.low):
            left = turn.deadline - self.turns.clock()
            with suppress(NotFound):
                room = await self._lobby.room(turn.game_id)
                tell_low(room, max(1, math.floor(left.total_seconds() / 3600)))
            # Noted only now: a look that fails before repeats it, and nobody is told twice.
            await in_thread(self.turns.note_warned, turn)

    async def follow(self, keys: Iterable[str]) -> None:
        """Set the clocks of games by their stored deadlines, and end those that are overdue."""
        for key in keys:
            try:
                await self._lobby.carry_out(key, FollowDeadline())
            except OutwitError as error:
                event("slow game cannot be looked after now", game=key, error=str(error))
            except Exception as error:  # noqa: BLE001  # one bad game must not stop the others
                report("look after a slow game", error)

    async def _run(self) -> None:
        while True:
            try:
                await self.look()
            except OutwitError as error:
                event("slow games cannot be watched now", error=str(error))
            await asyncio.sleep(LOOK_SECONDS)
