"""A game on the portal while somebody plays or watches it.

One room owns its game. Every command holds the room's lock from the check of the move until
everybody has been told, so plies come in order. A move is in the database before it is
acknowledged.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from outwit.arena.bots import Bots
from outwit.arena.livegame import LiveGame
from outwit.core.move import Move
from outwit.errors import (
    BotFault,
    IllegalMove,
    NotAllowed,
    NothingToUndo,
    NotYourTurn,
    StalePly,
    StorageFault,
)
from outwit.players.engine import best
from outwit.players.player import Thought
from outwit.records.endings import DECLINED, WITHDRAWN
from outwit.server.hub import Hub, of_account, of_tournament
from outwit.server.thinking import Thinking
from outwit.server.view import (
    picture,
    shown_clocks,
    shown_motion,
    shown_moves,
    shown_outcome,
    shown_played,
    shown_words,
)
from outwit.storage.games import GameStore
from outwit.storage.stored import StoredGame, StoredSeat

log = logging.getLogger(__name__)
HINT_SECONDS = 1.0
# After a fault of the database, a bot's move is written again so much later.
RETRY_SECONDS = 1.0
# An alarm that comes a little too early would find time left.
ALARM_SECONDS = 0.02
# News to the accounts concerned; ``id`` is the game.
GAME_START, GAME_FINISH, CHALLENGE = "gameStart", "gameFinish", "challenge"


class Watcher:
    """Somebody who looks at a room: account and side, if any, and how to reach them."""

    def __init__(
        self,
        account: int | None,
        side: int | None,
        send: Callable[[dict[str, Any]], Awaitable[None]],
    ) -> None:
        self.account = account
        self.side = side
        self.send = send
        self.flipped = side == 1


class Room:
    """One game, its watchers, and the tasks that belong to it."""

    def __init__(
        self,
        stored: StoredGame,
        live: LiveGame,
        store: GameStore,
        thinking: Thinking,
        hub: Hub,
    ) -> None:
        self.key = stored.id
        self.setup = stored.setup
        self.accounts = [seat.account for seat in stored.setup.seats]
        # The game that follows this one, once somebody has asked for it.
        self.rematch: str | None = None
        self.live = live
        self.store = store
        self.thinking = thinking
        self.hub = hub
        self.watchers: set[Watcher] = set()
        # Which side has offered a draw, or asked to take a move back; None if neither has.
        self.draw_by: int | None = None
        self.takeback_by: int | None = None
        self._lock = asyncio.Lock()
        self.bots = Bots(live)
        self._bot: asyncio.Task[None] | None = None
        self._flag: asyncio.Task[None] | None = None
        if self.waits:
            live.pause()

    @property
    def waits(self) -> bool:
        """Tell whether a seat is free; until it is taken nobody moves and no clock runs."""
        return not self.live.is_over and any(seat.is_open for seat in self.setup.seats)

    # Commands. Each raises an OutwitError that is told to whoever gave it.

    async def move(self, side: int | None, ply: int, text: str) -> None:
        """Play a move as ply number ``ply``; the same move again is harmless."""
        async with self._lock:
            played = self.live.moves
            if 0 <= ply < len(played) and played[ply].move == text:
                return
            if ply != len(played):
                raise StalePly(f"ply {ply} is not next: {len(played)} have been played")
            if self.waits:
                raise NotYourTurn("your opponent is not there yet")
            if side is None or side != self.live.position.turn:
                raise NotYourTurn("it is not your turn")
            await self._play(text)

    async def resign(self, side: int | None) -> None:
        """Give up."""
        async with self._lock:
            self.live.resign(self._seated(side))
            await self._finish()

    async def offer_draw(self, side: int | None) -> None:
        """Offer a draw, or accept the other side's offer."""
        async with self._lock:
            seated = self._seated(side)
            if self.draw_by == 1 - seated:
                self.live.agree_draw()
                await self._finish()
                return
            if self.live.seats[1 - seated].bot is None:
                self.draw_by = seated
            await self._tell()

    async def ask_takeback(self, side: int | None) -> None:
        """Take the last move back: at once against a bot, else when the other side asks too."""
        async with self._lock:
            seated = self._seated(side)
            live = self.live
            asked = self.takeback_by
            by = seated if asked is None else asked
            # The last move of whoever asks, and the answer to it if there is one.
            steps = 1 if live.position.turn != by else 2
            if len(live.moves) < steps:
                raise NothingToUndo("there is no move of yours to take back")
            if live.seats[1 - seated].bot is None and asked != 1 - seated:
                self.takeback_by = seated
                await self._tell()
                return
            live.take_back(steps)
            self._stop_thinking()
            self.draw_by = self.takeback_by = None
            plies = len(live.moves)
            await asyncio.to_thread(self.store.take_back, self.key, plies)
            await self._tell()
            self._go_on()

    async def decline(self, side: int | None) -> None:
        """Decline what the other side has offered or asked, or withdraw one's own."""
        async with self._lock:
            self._seated(side)
            self.draw_by = self.takeback_by = None
            await self._tell()

    async def sit(self, account: int, name: str) -> bool:
        """Take the free seat; tell whether there was one for this account."""
        async with self._lock:
            seats = self.setup.seats
            side = next((side for side, seat in enumerate(seats) if seat.is_open), None)
            if side is None or account in self.accounts or self.live.is_over:
                return False
            if self.setup.invited not in (None, account):
                return False
            taken = StoredSeat(name, account)
            if not await asyncio.to_thread(self.store.sit, self.key, side, taken):
                return False
            first, second = (taken, seats[1]) if side == 0 else (seats[0], taken)
            self.setup = self.setup.replace(seats=(first, second))
            self.accounts[side] = account
            game = self.live.game
            self.live.seats = (first.seat(game), second.seat(game))
            if not self.waits:
                self.live.resume()
                self.announce_beginning()
            await self._tell()
            self._go_on()
            return True

    async def cancel(self, account: int) -> None:
        """End a game that nobody has joined: its maker withdraws it, or the one invited declines.

        Raise NotAllowed for anybody else, and once both are there.
        """
        async with self._lock:
            is_invited = account == self.setup.invited
            if not self.waits or not (is_invited or account in self.accounts):
                raise NotAllowed("only its players can end a game that has not begun")
            self.live.call_off(DECLINED if is_invited else WITHDRAWN)
            await self._finish()

    async def hint(self, side: int | None) -> Move:
        """Return a good move for the side to move, which must be the one who asks.

        Raise NotAllowed unless the opponent is a bot of ours: to others it would be unfair.
        """
        seated = self._seated(side)
        if not self.setup.seats[1 - seated].bot:
            raise NotAllowed("hints are for games against the bots here")
        if seated != self.live.position.turn or self.waits:
            raise NotYourTurn("it is not your turn")
        position = self.live.position.copy()
        found = await self.thinking.run(lambda: best(position, time=HINT_SECONDS).move)
        return position.move(found)

    async def say(self, message: dict[str, Any]) -> None:
        """Send everybody what somebody has said."""
        await self._send_all(lambda _: message)

    async def open(self) -> None:
        """Let the game go on: after its creation, and after a restart of the server."""
        async with self._lock:
            self._go_on()

    def announce_beginning(self) -> None:
        """Tell the accounts concerned that a game begins, or that one of them is invited."""
        if not self.waits:
            self._publish({"type": GAME_START, "id": self.key})
        elif self.setup.invited is not None:
            self.hub.publish(of_account(self.setup.invited), {"type": CHALLENGE, "id": self.key})

    def _publish(self, message: dict[str, Any]) -> None:
        """Publish news of the game to its players, whoever is invited, and its tournament."""
        for account in {*self.accounts, self.setup.invited}:
            if account is not None:
                self.hub.publish(of_account(account), message)
        if self.setup.tournament is not None:
            self.hub.publish(of_tournament(self.setup.tournament), message)

    async def close(self) -> None:
        """End the tasks of the room; the game is in the database."""
        self._stop_thinking()
        if self._flag is not None:
            self._flag.cancel()
        self.bots.stop()

    # What watchers see.

    def side_of(self, account: int | None) -> int | None:
        """Return the side that an account plays, None if it only watches."""
        return (
            None
            if account is None or account not in self.accounts
            else self.accounts.index(account)
        )

    def state(self, watcher: Watcher) -> dict[str, Any]:
        """Return the game as a watcher sees it."""
        live, position = self.live, self.live.position
        mine = watcher.side is not None and watcher.side == position.turn and not live.is_over
        last = position.last_move
        return {
            "t": "state",
            "id": self.key,
            "game": live.game.name,
            "n": len(live.moves),
            "svg": picture(position, flipped=watcher.flipped),
            "flipped": watcher.flipped,
            "you": watcher.side,
            "turn": int(position.turn),
            "players": [
                {"name": seat.name, "bot": seat.bot is not None, "side": name}
                for seat, name in zip(live.seats, live.game.sides, strict=True)
            ],
            "moves": shown_moves(position) if mine else [],
            "last": [] if last is None else list(last.squares),
            "motion": shown_motion(last),
            "played": shown_played(position),
            "clocks": shown_clocks(live),
            "outcome": shown_outcome(live),
            "status": live.sentence,
            "words": shown_words(position),
            "waits": self.waits,
            "offers": {"draw": self.draw_by, "takeback": self.takeback_by},
            "watchers": sum(watcher.side is None for watcher in self.watchers),
        }

    async def tell(self, watcher: Watcher) -> None:
        """Send the state to one watcher."""
        await watcher.send(self.state(watcher))

    # Behind the lock.

    async def _play(self, text: str | Move, thought: Thought | None = None) -> None:
        """Check a move, write it down, play it, tell everybody, and go on."""
        live = self.live
        move = live.position.move(text)
        if live.flag():
            await self._finish()
            raise IllegalMove("the time is over")
        # From here the clock stands, so that what is written down is what is played.
        live.pause()
        try:
            used = round(1000 * live.elapsed())
            await asyncio.to_thread(
                self.store.add_move, self.key, len(live.moves), move.text, used, self._left(used)
            )
            live.play(move, thought)
        finally:
            live.resume()
        self.draw_by = self.takeback_by = None
        if live.is_over:
            await self._finish()
        else:
            await self._tell()
            self._go_on()

    def _left(self, used: int) -> int | None:
        """Return the milliseconds that the mover has after a move."""
        control = self.live.control
        if control.game is None:
            return None
        left = self.live.clock.left[self.live.position.turn]
        return round(1000 * (left + control.increment)) - used

    async def _finish(self) -> None:
        self._stop_thinking()
        live = self.live
        await asyncio.to_thread(
            self.store.finish, self.key, live.result, live.termination, live.sentence
        )
        self._go_on()
        await self._tell()
        self._publish({"type": GAME_FINISH, "id": self.key})

    async def _tell(self) -> None:
        """Send everybody the state."""
        await self._send_all(self.state)

    async def _send_all(self, message: Callable[[Watcher], dict[str, Any]]) -> None:
        """Send everybody a message of their own; who cannot be reached has gone."""
        for watcher in tuple(self.watchers):
            try:
                await watcher.send(message(watcher))
            except (OSError, RuntimeError):
                self.watchers.discard(watcher)

    def _seated(self, side: int | None) -> int:
        if side is None:
            raise NotYourTurn("only the players of this game can do that")
        if self.live.is_over:
            raise IllegalMove("the game is over")
        return side

    def _go_on(self) -> None:
        """Set the alarm of the clock, and let a bot think if it is to move."""
        if self._flag is not None and self._flag is not asyncio.current_task():
            self._flag.cancel()
        self._flag = None
        if self.live.is_over or self.waits:
            return
        left = self.live.clocks()
        if left is not None:
            self._flag = asyncio.create_task(self._watch_clock(left[self.live.position.turn]))
        if not self.live.turn_of_person and (self._bot is None or self._bot.done()):
            self._bot = asyncio.create_task(self._let_bot_move())

    async def _watch_clock(self, seconds: float) -> None:
        await asyncio.sleep(seconds + self.live.clock.margin + ALARM_SECONDS)
        async with self._lock:
            if self.live.flag():
                await self._finish()

    async def _let_bot_move(self) -> None:
        """Ask the bot for its move; a bot at fault forfeits."""
        live = self.live
        side, ply = int(live.position.turn), len(live.moves)
        position = live.position.copy()
        try:
            move, thought = await self.thinking.run(
                lambda: self.bots.choose(position, live.allowance)
            )
        except BotFault as fault:
            log.warning("game %s: the bot is at fault: %s", self.key, fault)
            async with self._lock:
                if self._is_at(ply, side):
                    live.forfeit(side, fault)
                    await self._finish()
            return
        async with self._lock:
            self._bot = None
            # The person may have taken a move back, or resigned, in the meantime.
            while self._is_at(ply, side):
                try:
                    await self._play(move, thought)
                except IllegalMove:
                    return  # its time was over, and everybody has been told
                except StorageFault as fault:
                    log.error("game %s: the bot's move waits: %s", self.key, fault)  # noqa: TRY400
                    await asyncio.sleep(RETRY_SECONDS)

    def _is_at(self, ply: int, side: int) -> bool:
        """Tell whether the game still waits for this move of a side."""
        live = self.live
        return not live.is_over and len(live.moves) == ply and live.position.turn == side

    def _stop_thinking(self) -> None:
        task = self._bot
        if task is not None and task is not asyncio.current_task():
            task.cancel()
            self._bot = None
            self.bots.stop()
