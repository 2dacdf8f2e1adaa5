"""Asks the bots of one game for their moves, when the portal has a thread for them."""

from __future__ import annotations

import asyncio

from outwit.arena.bots import Bots
from outwit.players.player import Thought
from outwit.server.base.tasks import Tasks
from outwit.server.base.workqueue import Priority
from outwit.server.live.room import Room

# Whoever waits longer for a bot that waits for a thread is told so, every few seconds.
NOTABLE_SECONDS = 1.0
REMINDER_SECONDS = 5.0


class BotTurns:
    """The bots of a game: their processes rest between two moves, and end with the game."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._services = room.services
        self.bots = Bots(room.live)

    async def choose(self) -> tuple[str, Thought | None]:
        """Return the move of the bot to move; while it waits for a thread, tell watchers how long.

        Raise BotFault if it has none.
        """
        live, thinking, resting = self._room.live, self._services.thinking, self._services.resting
        position = live.position.copy()
        priority = Priority.MOVE if live.control.is_unlimited else Priority.MOVE_ON_CLOCK
        resting.take(self.bots)
        seconds = thinking.seconds_to_wait(priority)

        def think() -> tuple[str, Thought | None]:
            return self.bots.choose(position, live.allowance)

        async with Tasks() as reminding:
            if seconds >= NOTABLE_SECONDS:
                reminding.start("queue reminder", self._remind(seconds))
            found = await thinking.run(think, priority, self._client)
        resting.put(self.bots)
        return found

    @property
    def _client(self) -> str:
        """Return who waits for the bots here: the first of the players who is a person."""
        accounts = [account for account in self._room.accounts if account is not None]
        return f"account {accounts[0]}" if accounts else ""

    def stop(self) -> None:
        """End the search under way: its move is no longer wanted."""
        self.bots.stop()

    def close(self) -> None:
        """End the bots."""
        self.bots.stop()
        self._services.resting.take(self.bots)

    async def _remind(self, seconds: float) -> None:
        """Tell watchers, now and then, about how long the bot will wait for its turn to think."""
        while seconds >= NOTABLE_SECONDS:
            await self._room.say({"t": "queue", "seconds": round(seconds)})
            await asyncio.sleep(REMINDER_SECONDS)
            seconds -= REMINDER_SECONDS
