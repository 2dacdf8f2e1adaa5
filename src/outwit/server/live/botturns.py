"""The turns of the bots of one game, which wait for a thread of the portal."""

from __future__ import annotations

import asyncio

from outwit.arena.bots import Bots
from outwit.players.player import Thought
from outwit.server.base.tasks import Tasks
from outwit.server.base.workqueue import Priority
from outwit.server.live.room import Room
from outwit.storage.stored import HANDIN

# Seconds in the queue after which watchers are told that a bot waits for a thread.
NOTABLE_SECONDS = 1.0
REMINDER_SECONDS = 5.0


class BotTurns:
    """The bots of a game: their processes are paused between moves, and end with the game."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._services = room.services
        self.bots = Bots(room.live, opened=self._services.handin_bots.open)

    async def choose(self) -> tuple[str, Thought | None]:
        """Return the move of the bot to move; tell watchers while it waits for a thread.

        Raise BotFault if the bot returns no move.
        """
        live, resting = self._room.live, self._services.resting
        seat = live.seats[live.position.turn]
        is_handin = seat.bot is not None and seat.bot.kind == HANDIN
        thinking = self._services.trying if is_handin else self._services.thinking
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
        """Return the client for the queue: the first player who is a person."""
        accounts = [account for account in self._room.accounts if account is not None]
        return f"account {accounts[0]}" if accounts else ""

    def stop(self) -> None:
        """Stop the running search; its move is not needed."""
        self.bots.stop()

    def close(self) -> None:
        """End the bots."""
        self.bots.stop()
        self._services.resting.take(self.bots)

    async def _remind(self, seconds: float) -> None:
        """Tell watchers regularly about how long the bot will wait for a thread."""
        while seconds >= NOTABLE_SECONDS:
            await self._room.say({"t": "queue", "seconds": round(seconds)})
            await asyncio.sleep(REMINDER_SECONDS)
            seconds -= REMINDER_SECONDS
