"""The course of a game in the process that owns it: moves, clock, bots' turns and the end.

One lock covers a move from its check until it is played, so plies stay in order. A move is stored
before it is acknowledged.
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
from outwit.server.live.gamenotices import tell_over, tell_turn
from outwit.server.live.room import GAME_FINISH, Room
from outwit.server.news.bus import NotOwner
from outwit.server.values.rated import began_usually
from outwit.storage.stored import NewMove, NextTurn

log = logging.getLogger(__name__)
T = TypeVar("T")
# Seconds until an operation is retried after a fault of the database.
RETRY_SECONDS = 1.0
# Seconds added to the alarm of a clock: an alarm that is early would find time left.
ALARM_SECONDS = 0.02
# Plies after which both sides have moved. A rated game that ends earlier, in one of these ways, is
# aborted; in a tournament its result counts, and the ratings do not change.
BOTH = 2
UNPLAYED = FORFEITS | {AGREED_DRAW}
# Kind of the note with which the owner sends a game's state to the other processes.
NEWS = "news"


class Course:
    """Runs one game; its tasks end with it."""

    def __init__(self, room: Room, load: Callable[[Room], Awaitable[None]]) -> None:
        self.room = room
        self.services = room.services
        self.bots = BotTurns(room)
        self._load = load
        self._lock = asyncio.Lock()
        self._is_closed = False
        # Whether the database may hold something that the room does not show.
        self._is_unsure = False
        self._tasks = Tasks()
        self._bot: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._ringing: asyncio.Task[None] | None = None
        self._telling: asyncio.Task[None] | None = None
        # Sender and counter of the news, because messages may overtake each other.
        self._name = token_hex(4)
        self._told = 0

    async def open(self) -> None:
        """Start the game: after its creation, a restart, or the end of its last owner."""
        async with self._lock:
            self._take_up()

    async def close(self) -> None:
        """Wait for the current command, and end all tasks; the game is in the database."""
        async with self._lock:
            self._is_closed = True
            self._stop_alarm()
            self.stop_thinking()
            self.bots.close()
        await self._tasks.close()

    async def locked(self, work: Callable[[], Awaitable[T]]) -> T:
        """Run work while holding the lock; raise NotOwner if the course is closed."""
        async with self._lock:
            if self._is_closed:
                raise NotOwner
            try:
                await self._settle()
                return await work()
            except Exception as error:
                self._is_unsure |= isinstance(error, StorageFault)
                # The game continues unchanged; the bot's search may have been stopped.
                self.go_on()
                raise

    def news(self) -> dict[str, Any]:
        """Return the state of the game for other processes."""
        return {**self.room.news(), "by": self._name, "number": self._told}

    # The following methods need the lock.

    async def play(self, text: str | Move, thought: Thought | None = None) -> None:
        """Check a move, store it, play it, tell the watchers, and continue the game."""
        live = self.room.live
        move = live.position.move(text)
        await self._follow_deadline()
        if live.flag():
            await self.finish()
            raise GameOver("the time is over")
        # The clock is paused from here on, so that the stored time is the played time.
        live.pause()
        try:
            used = round(1000 * live.elapsed())
            new = NewMove(
                self.room.key,
                len(live.moves),
                move.text,
                max(0, used),
                self._left(used),
                turn=self.next_turn(1 - int(live.position.turn)),
            )
            if await self.services.writer.add(new):
                live.play(move, thought)
                await self._follow_deadline()
            else:
                # The move was stored before the connection was lost: move and clock are valid.
                await self._load(self.room)
        except (StalePly, IllegalMove):
            # The former owner of the game has still written a move.
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
            if self.room.live.control.is_slow:
                # The watch finds a plan that is not followed here because the process ends.
                self._tasks.keep("planned move", partial(self._retry, self.follow_plan))
            tell_turn(self.room)
            return
        try:
            await self.finish()
        except Exception as error:  # noqa: BLE001  # the move is stored and valid
            report("end of game", error)
            self._end_later()

    def next_turn(self, side: int) -> NextTurn | None:
        """Return the turn of a side as it is stored, None unless the game is slow."""
        control = self.room.live.control
        if control.move is None or not control.is_slow:
            return None
        return NextTurn(self.room.accounts[side], control.move, self.room.setup.tournament is None)

    async def check_deadline(self) -> None:
        """Set the clock of a slow game, and end the game if its time is over."""
        if self.room.live.is_over or self.room.waits:
            return
        await self._follow_deadline()
        if self.room.live.flag():
            await self.finish()
        else:
            self.tell()
            self.go_on()
            await self.follow_plan()

    async def follow_plan(self) -> None:
        """Play the answer that the player to move has planned; forget a plan that has ended."""
        live, plans = self.room.live, self.services.plans
        if live.is_over or self.room.waits or not live.control.is_slow:
            return
        account = self.room.accounts[int(live.position.turn)]
        plan = None if account is None else await in_thread(plans.of, self.room.key, account)
        if account is None or plan is None:
            return
        answer = plan.answer([played.move for played in live.moves])
        if answer is not None:
            try:
                await self.play(answer)
            except (IllegalMove, StalePly, GameOver):
                log.warning("game %s: a planned move is not possible now", self.room.key)
            else:
                return
        await in_thread(plans.set, self.room.key, account, None)

    async def _follow_deadline(self) -> None:
        """Set the clock of a slow game by the stored deadline, which heeds vacations."""
        live = self.room.live
        if live.control.move is not None and live.control.is_slow:
            left = await in_thread(self.services.turns.left, self.room.key)
            if left is not None:
                live.set_elapsed(live.control.move - left)

    def _left(self, used: int) -> int | None:
        """Return the mover's remaining milliseconds after a move."""
        live = self.room.live
        if live.control.game is None:
            return None
        left = round(1000 * live.clock.left[live.position.turn])
        # A slightly late move that is tolerated leaves 0, not less.
        return max(0, left - used) + round(1000 * live.control.increment)

    async def finish(self) -> None:
        """Store the end of the game, show it, and notify the players."""
        room, live = self.room, self.room.live
        self.stop_thinking()
        was_played = len(live.moves) >= BOTH or live.termination not in UNPLAYED
        if not was_played and room.setup.rated and room.setup.tournament is None:
            live.ending = None
            live.call_off(ABORTED)
        end = live.result, live.termination, live.sentence
        # The end is not shown before it is stored; if storing fails, the game continues.
        ending, live.ending = live.ending, None
        usual = began_usually(live.position)
        done = await in_thread(self.services.store.finish, room.key, *end, was_played, usual)
        if done.is_new:
            live.ending = ending
        else:
            # It ended before, perhaps differently: in another process, or just before an error.
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
            tell_over(room)
            GAMES_ENDED.labels(live.game.name).inc()
            event("game ended", game=live.game.name, result=live.result, by=live.termination)

    def tell(self) -> None:
        """Schedule the state for watchers, here and in other processes.

        The mover gets the acknowledgement before the boards are drawn.
        """
        self._told += 1
        if self.services.bus.is_shared:
            self.services.bus.tell(NEWS, self.room.key, self.news())
        if self._telling is None or self._telling.done():
            self._telling = self._tasks.start("tell watchers", self._tell_here())

    async def _tell_here(self) -> None:
        async def draw() -> None:
            # A change from here on schedules the state again.
            self._telling = None
            await self.room.tell_all()

        await self.room.prepare()
        await self.services.drawing.turn(draw)

    def stop_thinking(self) -> None:
        """Stop the search of the bot; its move is not needed."""
        task = self._bot
        if task is not None and task is not asyncio.current_task():
            task.cancel()
            self._bot = None
            self.bots.stop()

    # Tasks.

    def _end_later(self) -> None:
        """Store the end of the game as soon as the database accepts it."""
        self._tasks.keep("end of game", partial(self._retry, self.finish))

    async def _retry(self, work: Callable[[], Awaitable[None]]) -> None:
        """Run work while holding the lock; retry until the database accepts it."""
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
        """Reload the game after a fault of the database: the failed write may be stored."""
        if self._is_unsure:
            await self._load(self.room)
            self._is_unsure = False
            self.tell()
            self._take_up()

    def _take_up(self) -> None:
        """Continue a loaded game."""
        if self.room.live.is_over and not self.room.is_closed:
            # The server was killed after storing the last move, before storing the end.
            self._end_later()
        else:
            self.go_on()

    def go_on(self) -> None:
        """Set the alarm of the clock, and start the search of a bot that is to move."""
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
        """End the game if the side to move has run out of time."""
        self._alarm = None
        if self._ringing is None or self._ringing.done():
            check = partial(self._retry, self._check_clock)
            self._ringing = self._tasks.keep("clock", check)

    def _stop_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    async def _check_clock(self) -> None:
        if self.room.live.is_over:
            return
        await self._follow_deadline()
        if self.room.live.flag():
            await self.finish()
        elif self.room.live.control.is_slow:
            # A vacation has begun meanwhile.
            self.go_on()

    async def _let_bot_move(self) -> None:
        """Play the bot's move; a fault of the bot forfeits the game."""
        live, task = self.room.live, asyncio.current_task()
        # This restarts after an internal error; the game may have changed meanwhile.
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
        # The person may have taken a move back, or resigned, meanwhile.
        if self._is_at(ply, side):
            try:
                await self.play(move, thought)
            except (IllegalMove, StalePly):
                return  # out of time, or another process has moved; watchers know
        else:
            self.go_on()

    async def _forfeit(self, ply: int, side: int, fault: BotFault) -> None:
        if self._is_at(ply, side):
            self.room.live.forfeit(side, fault)
            await self.finish()

    def _is_at(self, ply: int, side: int) -> bool:
        """Tell whether the game is still at this ply, with this side to move."""
        live = self.room.live
        return not live.is_over and len(live.moves) == ply and live.position.turn == side
