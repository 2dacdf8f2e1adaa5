"""A game being played: position, moves with their times, clocks, and how it ended."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import date

from outwit.arena.seat import Seat
from outwit.arena.timecontrol import GameClock, TimeControl, read_time_control
from outwit.core.game import Game
from outwit.core.move import Move
from outwit.core.position import Position
from outwit.core.side import Side
from outwit.core.value import Value
from outwit.errors import BotFault, IllegalMove, NothingToUndo, UsageError
from outwit.players.allowance import Allowance
from outwit.players.player import Thought
from outwit.records.endings import AGREED_DRAW, CALLED_OFF, FORFEITS, OUT_OF_TIME, RESIGNED, reason
from outwit.records.record import (
    DRAWN,
    FIRST_WON,
    SECOND_WON,
    UNFINISHED,
    GameRecord,
    PlayedMove,
)
from outwit.records.replay import from_position, game_named, replay, result_of

WON = (FIRST_WON, SECOND_WON)
DATE, TIME_CONTROL = "Date", "TimeControl"
# The referee's tags of a fault.
FAULT, FAULT_OF = "Fault", "FaultOf"
NO_THOUGHT = Thought()
# How a player has lost, said to that player and to the opponent.
SAID = {
    RESIGNED: ("you resigned", "your opponent resigned"),
    OUT_OF_TIME: ("your time ran out", "your opponent's time ran out"),
}


class Ending(Value):
    """An end that the rules do not make: result, termination, and the reason as a clause."""

    result: str
    termination: str
    reason: str


class LiveGame:
    """A game being played between two seats.

    It knows no user interface, never waits and starts no thread: the caller asks persons and bots
    for their moves. The position given is this game's from now on. The clock of the side to move
    runs from the beginning, unless it is paused.
    """

    def __init__(
        self,
        game: Game,
        position: Position,
        seats: tuple[Seat, Seat],
        control: TimeControl = TimeControl(),  # noqa: B008  # a frozen value
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.game = game
        self.position = position
        self.seats = seats
        self.control = control
        self.now = now
        self.moves = [PlayedMove(move) for move in position.played]
        self.undone: list[PlayedMove] = []
        # Whether this is the record of a finished game, which is looked at and not played.
        self.is_replay = False
        self.ending: Ending | None = None
        self.tags = {DATE: date.today().isoformat()}
        if not control.is_unlimited:
            self.tags[TIME_CONTROL] = str(control)
        self.clock = GameClock(control)
        # The clocks before each move, and before each move that was taken back.
        self._before = [self._left()] * len(self.moves)
        self._undone_before: list[tuple[float, float]] = []
        # The seconds of this turn up to the last pause, and when it went on; None while paused.
        self._spent = 0.0
        self._started: float | None = now()

    @classmethod
    def of_record(cls, record: GameRecord, seats: tuple[Seat, Seat]) -> LiveGame:
        """Return the game of a record, all moves played; raise BadRecord if they are not legal.

        A finished game is only looked at, an unfinished one goes on with the clocks as they were.
        """
        position = replay(record)
        try:
            control = read_time_control(record.tags.get(TIME_CONTROL, "unlimited"))
        except UsageError:
            control = TimeControl()  # that of another program, perhaps
        live = cls(game_named(record.game), position, seats, control)
        live.tags = dict(record.tags)
        live.moves = list(record.moves)
        side = int(position.turn) ^ (len(live.moves) & 1)
        for index, played in enumerate(live.moves):
            live._before[index] = live._left()
            if played.clock is not None:
                live.clock.left[side] = played.clock
            side = 1 - side
        if record.result != UNFINISHED or record.termination in CALLED_OFF:
            live.is_replay = True
            if position.outcome is None:
                live.ending = live._recorded_ending(record)
        return live

    # How it stands.

    @property
    def is_over(self) -> bool:
        """Tell whether the game is over, by the rules or otherwise."""
        return self.ending is not None or self.position.is_over

    @property
    def turn_of_person(self) -> bool:
        """Tell whether a person is to move."""
        return not self.is_over and self.seats[self.position.turn].bot is None

    @property
    def result(self) -> str:
        """Return the result as records have it: ``1-0``, ``0-1``, ``1/2-1/2`` or ``*``."""
        if self.ending is not None:
            return self.ending.result
        return result_of(self.position.outcome)

    @property
    def termination(self) -> str:
        """Return the code of how the game ended, nothing while it goes on."""
        if self.ending is not None:
            return self.ending.termination
        outcome = self.position.outcome
        return "" if outcome is None else outcome.termination.code

    @property
    def sentence(self) -> str:
        """Say who won and why, or who is to move."""
        return self.sentence_for(None)

    def sentence_for(self, reader: Side | int | None) -> str:
        """Say the same to one of the players: "You lost 18–31: the board is full".

        An end that a player made is told from the reader's side: "You lost: you resigned".
        """
        if self.ending is not None and self.ending.result == UNFINISHED:
            return f"Not played: {self.ending.reason}"
        if self.ending is not None:
            winner = WON.index(self.ending.result) if self.ending.result in WON else None
            why = self.ending.reason
            if reader is not None and winner is not None and self.ending.termination in SAID:
                why = SAID[self.ending.termination][reader == winner]
            return self.game.announce(winner, why, None, reader)
        if self.position.is_over:
            return self.position.result_for(reader)
        return self.position.status

    # Playing.

    def play(self, move: str | Move, thought: Thought | None = None) -> None:
        """Play a move for the side to move; raise IllegalMove if it is none.

        A move that comes too late is not played: the game is lost on time.
        """
        if self.is_over:
            raise IllegalMove("the game is over")
        self.position.move(move)
        if self.flag():
            return
        side, seconds, before = int(self.position.turn), self.elapsed(), self._left()
        self.clock.spend(side, seconds)
        self.position.play(move)
        thought = thought or NO_THOUGHT
        left = round(self.clock.left[side], 3) if self.control.game is not None else None
        self.moves.append(
            PlayedMove(str(move), round(max(0.0, seconds), 3), left, thought.score, thought.depth)
        )
        self._before.append(before)
        self.undone.clear()
        self._undone_before.clear()
        self._begin_turn()

    def follow(self, played: PlayedMove) -> None:
        """Play a move as it was played elsewhere; raise IllegalMove if it is none."""
        side, before = int(self.position.turn), self._left()
        self.position.play(played.move)
        self.moves.append(played)
        self._before.append(before)
        if played.clock is not None:
            self.clock.left[side] = played.clock
        self._begin_turn()

    def undo(self) -> None:
        """Take moves back until a person is to move, their clocks as they were then.

        Raise NothingToUndo if no person has moved.
        """
        if self.is_replay:
            raise NothingToUndo("the game is finished, and only shown")
        count = len(self.moves)
        turn = int(self.position.turn)
        steps = next((n for n in range(1, count + 1) if not self.seats[turn ^ (n & 1)].bot), 0)
        if not steps:
            raise NothingToUndo("you have not moved yet" if count else "no move has been played")
        self.take_back(steps)

    def take_back(self, steps: int) -> None:
        """Take back this many moves and restore the clocks; there must be as many moves."""
        for _ in range(steps):
            self.position.undo()
            self.undone.append(self.moves.pop())
            self._undone_before.append(self._before.pop())
        self.clock.left[:] = self._undone_before[-1]
        self.ending = None
        for tag in (FAULT, FAULT_OF):
            self.tags.pop(tag, None)
        self._begin_turn()

    def redo(self) -> None:
        """Play moves that were taken back, until a person is to move or there are no more.

        Raise NothingToUndo if no move was taken back.
        """
        if not self.undone:
            raise NothingToUndo("no move has been taken back")
        while self.undone:
            side, played = int(self.position.turn), self.undone.pop()
            self.position.play(played.move)
            self.moves.append(played)
            self._before.append(self._undone_before.pop())
            self.clock.left[:] = self._before[-1]
            if played.clock is not None:
                self.clock.left[side] = played.clock
            if self.turn_of_person:
                break
        self._begin_turn()

    def resign(self, side: int) -> None:
        """End the game: a side gives up."""
        self._end(self._lost(side, RESIGNED))

    def agree_draw(self) -> None:
        """End the game: both sides want a draw."""
        self._end(Ending(DRAWN, AGREED_DRAW, "both players agreed"))

    def call_off(self, code: str, why: str = "") -> None:
        """End a game that nobody has played; ``code`` is one of ``CALLED_OFF``.

        ``why`` is a clause in place of the usual one.
        """
        self._end(Ending(UNFINISHED, code, why or reason(self.game, code)))

    def forfeit(self, side: int, fault: BotFault | str) -> None:
        """End the game: the bot of a side is at fault."""
        said = " ".join(str(fault).split())
        code = fault.code if isinstance(fault, BotFault) else BotFault.code
        if self._end(self._lost(side, code, said)):
            self.tags |= {FAULT: said, FAULT_OF: self.game.sides[side]}

    def flag(self) -> bool:
        """End the game if the side to move has no time left; tell whether it is lost so now."""
        side = int(self.position.turn)
        if self.is_over or self._remaining() >= -self.clock.margin:
            return False
        self._end(self._lost(side, OUT_OF_TIME))
        return True

    # The clocks.

    def elapsed(self, now: float | None = None) -> float:
        """Return the seconds of this turn, without pauses."""
        if self._started is None:
            return self._spent
        return self._spent + (self.now() if now is None else now) - self._started

    def clocks(self, now: float | None = None) -> tuple[float, float] | None:
        """Return the seconds that both sides have left now, None without a limit.

        Who lost on time has none, also where the game was read from a record.
        """
        if self.control.is_unlimited:
            return None
        whole = self.control.move
        left = [*self.clock.left] if whole is None else [whole, whole]
        if not self.is_over:
            left[self.position.turn] = max(0.0, self._remaining(now))
        elif self.termination == OUT_OF_TIME:
            left[self.position.turn] = 0.0
        return left[0], left[1]

    def allowance(self) -> Allowance:
        """Return the time that the side to move has for its move."""
        left = self.clocks()
        if left is None:
            return Allowance()
        if self.control.move is not None:
            return Allowance(move=left[self.position.turn])
        return Allowance(clocks=left, increments=(self.control.increment,) * 2)

    def set_elapsed(self, seconds: float) -> None:
        """Say how many seconds of this turn have passed."""
        self._spent = seconds
        if self._started is not None:
            self._started = self.now()

    def pause(self) -> None:
        """Stop the clock of the side to move; harmless while it stands."""
        self._spent = self.elapsed()
        self._started = None

    def resume(self) -> None:
        """Let the clock go on; harmless while it runs."""
        if self._started is None:
            self._started = self.now()

    def record(self) -> GameRecord:
        """Return the game as it was played so far."""
        return from_position(
            self.game,
            self.position,
            (self.seats[0].name, self.seats[1].name),
            moves=tuple(self.moves),
            result=self.result,
            termination=self.termination,
            tags=dict(self.tags),
        )

    def _remaining(self, now: float | None = None) -> float:
        """Return the seconds that the side to move has left, less than 0 if it is late."""
        if self.control.is_unlimited:
            return float("inf")
        whole = self.control.move
        left = self.clock.left[self.position.turn] if whole is None else whole
        return left - self.elapsed(now)

    def _left(self) -> tuple[float, float]:
        return self.clock.left[0], self.clock.left[1]

    def _begin_turn(self) -> None:
        self._spent = 0.0
        if self._started is not None:
            self._started = self.now()

    def _lost(self, side: int, code: str, fault: str = "") -> Ending:
        """Return the end of a game that a side has lost otherwise than by the rules."""
        why = {RESIGNED: "resigned", OUT_OF_TIME: "has run out of time"}.get(code)
        if why is None:
            cause = f"because {fault}" if fault else f"by {code}"
            why = f"({self.seats[side].name}) forfeits {cause}"
        return Ending(WON[1 - side], code, f"{self.game.sides[side]} {why}")

    def _recorded_ending(self, record: GameRecord) -> Ending:
        """Return the end of a finished record whose last position goes on by the rules."""
        if record.result in WON and record.termination in FORFEITS:
            loser = 1 - WON.index(record.result)
            return self._lost(loser, record.termination, record.tags.get(FAULT, ""))
        why = reason(self.game, record.termination) or "the record does not say why"
        return Ending(record.result, record.termination, why)

    def _end(self, ending: Ending) -> bool:
        """End a game that is not over; tell whether it was not."""
        if self.is_over:
            return False
        self.ending = ending
        return True
