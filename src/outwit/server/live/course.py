"""The course of a game, in the process that owns it: moves, clock, bots' turns, and its end.

Everything happens behind one lock, from the check of a move until it is played, so plies come in
order. A move is in the database before it is acknowledged.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from secrets import token_hex
from typing import Any, TypeVar

from outwit.core.move import Move
from outwit.errors import BotFault, GameOver, IllegalMove, OutwitError, StalePly, StorageFault
from outwit.players.player import Thought
from outwit.records.endings import ABORTED, AGREED_DRAW, FORFEITS
from outwit.server.base.logs import event
from outwit.server.base.metrics import GAMES_ENDED
from outwit.server.base.tasks import Tasks, report
from outwit.server.base.threads import in_thread
from outwit.server.live.botturns import BotTurns
from outwit.server.live.room import GAME_FINISH, Room
from outwit.server.news.bus import NotOwner
from outwit.storage.stored import NewMove

log = logging.getLogger(__name__)
T = TypeVar("T")
# After a fault of the database, what has no other way is tried again so much later.
RETRY_SECONDS = 1.0
# An alarm that comes a little too early would find time left.
ALARM_SECONDS = 0.02
# Plies after which both sides have moved. A rated game that ends before, in one of these ways, is
# called off; in a tournament its result counts there, and the ratings stay.
BOTH = 2
UNPLAYED = FORFEITS | {AGREED_DRAW}
# The kind of note by which the owner of a game tells the other processes how it stands.
NEWS = "news"


class Course:
    """Lets one game go on; its tasks end with it."""

    def __init__(self, room: Room, load: Callable[[Room], Awaitable[None]]) -> None:
        self.room = room
        self.services = room.services
        self.bots = BotTurns(room)
        self._load = load
        self._lock = asyncio.Lock()
        self._is_closed = False
        # Whether something may be stored that the room does not show.
        self._is_unsure = False
        self._tasks = Tasks()
        self._bot: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._ringing: asyncio.Task[None] | None = None
        self._telling: asyncio.Task[None] | None = None
        # Who tells, and how often there was something to tell: news may overtake each other.
        self._name = token_hex(4)
        self._told = 0

    async def open(self) -> None:
        """Let the game go on: after its creation, a restart, or the end of its last owner."""
        async with self._lock:
            self._take_up()

    async def close(self) -> None:
        """Wait for what is being carried out, and end all tasks; the game is in the database."""
        async with self._lock:
            self._is_closed = True
            self._stop_alarm()
            self.stop_thinking()
            self.bots.close()
        await self._tasks.close()

    async def locked(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do something behind the lock; raise NotOwner if the course is closed."""
        async with self._lock:
            if self._is_closed:
                raise NotOwner
            try:
                await self._settle()
                return await work()
            except Exception as error:
                self._is_unsure |= isinstance(error, StorageFault)
                # The game goes on as it was: perhaps the bot was told to stop thinking.
                self.go_on()
                raise

    def news(self) -> dict[str, Any]:
        """Return how the game stands, for other processes."""
        return {**self.room.news(), "by": self._name, "number": self._told}

    # What follows needs the lock.

    async def play(self, text: str | Move, thought: Thought | None = None) -> None:
        """Check a move, write it down, play it, tell everybody, and go on."""
        live = self.room.live
        move = live.position.move(text)
        if live.flag():
            await self.finish()
            raise GameOver("the time is over")
        # From here the clock stands, so that what is written down is what is played.
        live.pause()
        try:
            used = round(1000 * live.elapsed())
            new = NewMove(self.room.key, len(live.moves), move.text, used, self._left(used))
            if await self.services.writer.add(new):
                live.play(move, thought)
            else:
                # It was stored, and then the connection was lost: what is stored holds, clock too.
                await self._load(self.room)
        except (StalePly, IllegalMove):
            # Another process, which owned the game before, has still written something.
            await self._load(self.room)
            self.tell()
            self._take_up()
            raise
        finally:
            live.resume()
        self.room.draw_by = self.room.takeback_by = None
        if not self.room.live.is_over:
            self.tell()
            self.go_on()
            return
        try:
            await self.finish()
        except Exception as error:  # noqa: BLE001  # the move is written down and holds
            report("end of game", error)
            self._end_later()

    def _left(self, used: int) -> int | None:
        """Return the milliseconds that the mover has after a move."""
        live = self.room.live
        if live.control.game is None:
            return None
        left = round(1000 * live.clock.left[live.position.turn])
        # A move that is forgiven for being a little late leaves nothing, not less.
        return max(0, left - used) + round(1000 * live.control.increment)

    async def finish(self) -> None:
        """Write down that the game is over, show it, and tell those concerned."""
        room, live = self.room, self.room.live
        self.stop_thinking()
        was_played = len(live.moves) >= BOTH or live.termination not in UNPLAYED
        if not was_played and room.setup.rated and room.setup.tournament is None:
            live.ending = None
            live.call_off(ABORTED)
        end = live.result, live.termination, live.sentence
        # Nobody sees an end that is not stored; if it cannot be, the game goes on.
        ending, live.ending = live.ending, None
        done = await in_thread(self.services.store.finish, room.key, *end, was_played)
        if done.is_new:
            live.ending = ending
        else:
            # It ended before, perhaps otherwise: in another process, or just before an error.
            await self._load(room)
            live = room.live
        room.is_closed = True
        try:
            await room.look()
        except OutwitError as error:
            log.warning("ratings of game %s cannot be shown: %s", room.key, error)
        self.go_on()
        self.tell()
        if done.is_new:
            room.publish({"type": GAME_FINISH, "id": room.key})
            GAMES_ENDED.labels(live.game.name).inc()
            event("game ended", game=live.game.name, result=live.result, by=live.termination)

    def tell(self) -> None:
        """Tell watchers, here and in other processes, how the game stands, soon.

        The player who moved gets the answer before the boards are drawn.
        """
        self._told += 1
        if self.services.bus.is_shared:
            self.services.bus.tell(NEWS, self.room.key, self.news())
        if self._telling is None or self._telling.done():
            self._telling = self._tasks.start("tell watchers", self._tell_here())

    async def _tell_here(self) -> None:
        async def draw() -> None:
            # What happens from here on is told once more.
            self._telling = None
            await self.room.tell_all()

        await self.room.prepare()
        await self.services.drawing.turn(draw)

    def stop_thinking(self) -> None:
        """End the search of the bot: its move is no longer wanted."""
        task = self._bot
        if task is not None and task is not asyncio.current_task():
            task.cancel()
            self._bot = None
            self.bots.stop()

    # Tasks.

    def _end_later(self) -> None:
        """Write down that the game is over, as soon as the database takes it."""
        self._tasks.keep("end of game", partial(self._retry, self.finish))

    async def _retry(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do something behind the lock, again and again until the database takes it."""
        while True:
            async with self._lock:
                if self._is_closed:
                    return None
                try:
                    await self._settle()
                    return await work()
                except StorageFault as fault:
                    self._is_unsure = True
                    log.warning("game %s waits for the database: %s", self.room.key, fault)
            await asyncio.sleep(RETRY_SECONDS)

    async def _settle(self) -> None:
        """Look what is stored, if the database has failed: what it was given may be there."""
        if self._is_unsure:
            await self._load(self.room)
            self._is_unsure = False
            self.tell()
            self._take_up()

    def _take_up(self) -> None:
        """Let a game go on as it was loaded."""
        if self.room.live.is_over and not self.room.is_closed:
            # Its last move is written down, and then the server was killed.
            self._end_later()
        else:
            self.go_on()

    def go_on(self) -> None:
        """Set the alarm of the clock, and let a bot think if it is to move."""
        live = self.room.live
        self._stop_alarm()
        if live.is_over or self.room.waits:
            return
        left = live.clocks()
        if left is not None:
            seconds = left[live.position.turn] + live.clock.margin + ALARM_SECONDS
            self._alarm = asyncio.get_running_loop().call_later(seconds, self._ring)
        if not live.turn_of_person and (self._bot is None or self._bot.done()):
            self._bot = self._tasks.keep("bot move", self._let_bot_move)

    def _ring(self) -> None:
        """See whether the time of the side to move is over."""
        self._alarm = None
        if self._ringing is None or self._ringing.done():
            check = partial(self._retry, self._check_clock)
            self._ringing = self._tasks.keep("clock", check)

    def _stop_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    async def _check_clock(self) -> None:
        if self.room.live.flag():
            await self.finish()

    async def _let_bot_move(self) -> None:
        """Ask the bot for its move; a bot at fault forfeits."""
        live, task = self.room.live, asyncio.current_task()
        # After an error of ours this begins again; meanwhile things may have changed.
        if self._bot not in (None, task) or live.is_over or live.turn_of_person:
            return
        self._bot = task
        ply, side = len(live.moves), int(live.position.turn)
        try:
            move, thought = await self.bots.choose()
        except BotFault as fault:
            log.warning("game %s: the bot is at fault: %s", self.room.key, fault)
            await self._retry(partial(self._forfeit, ply, side, fault))
        else:
            await self._retry(partial(self._play_for_bot, ply, side, move, thought))

    async def _play_for_bot(self, ply: int, side: int, move: str, thought: Thought | None) -> None:
        self._bot = None
        # The person may have taken a move back, or resigned, in the meantime.
        if self._is_at(ply, side):
            try:
                await self.play(move, thought)
            except (IllegalMove, StalePly):
                return  # its time was over, or another process moved; everybody has been told
        else:
            self.go_on()

    async def _forfeit(self, ply: int, side: int, fault: BotFault) -> None:
        if self._is_at(ply, side):
            self.room.live.forfeit(side, fault)
            await self.finish()

    def _is_at(self, ply: int, side: int) -> bool:
        """Tell whether the game still waits for this move of a side."""
        live = self.room.live
        return not live.is_over and len(live.moves) == ply and live.position.turn == side
