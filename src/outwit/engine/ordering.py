"""Move ordering: by the table's move, the game's guess, killers and history."""

from __future__ import annotations

from cython import bint
from cython import int as i32
from cython import uint as u32

from outwit.core import numbers
from outwit.core.moves import MoveStack
from outwit.core.position import Position
from outwit.engine import picking
from outwit.engine.tuning import Tuning
from outwit.geometry import memory

# The table move comes first, killers before other moves of their kind.
BY_TABLE = 1 << 30
BY_KILLER = 1 << 28
MOST_HISTORY = 1 << 14
DEFAULT = Tuning()


def history_slot(move: u32, side: i32) -> i32:
    """Return the index of a move's history; a few moves may share one."""
    return side << 16 | (move ^ move >> 16) & 65_535


class Ordering:
    """Sorts the moves on a stack, and learns from those that refuted others."""

    def __init__(
        self,
        position: Position,
        moves: MoveStack,
        plies: int,
        tuning: Tuning = DEFAULT,
    ) -> None:
        self.position = position
        self.moves = moves
        self.guess = tuning.guess
        self.bonus = tuning.history
        self.has_killers = tuning.killers != 0
        ranks = memory.unset(4 * moves.capacity)
        killers = bytearray(4 * 2 * plies)
        history = bytearray(4 * 2 * 65_536)
        self.stores = [ranks, killers, history]
        self.ranks = memory.i32s(ranks)
        self.killers = memory.u32s(killers)
        self.history = memory.i32s(history)
        i: i32
        for i in range(2 * plies):
            self.killers[i] = numbers.NO_MOVE

    def rank(self, start: i32, stop: i32, known: u32, ply: i32) -> None:
        """Guess how good each move is; ``known`` is the table's, NO_MOVE without one."""
        data = self.moves.data
        ranks = self.ranks
        history = self.history
        side: i32 = self.position.side
        killer: u32 = self.killers[2 * ply]
        second: u32 = self.killers[2 * ply + 1]
        guess: i32 = self.guess
        move: u32
        rank: i32
        i: i32
        self.position.order_all(self.moves, start, stop, ranks)
        for i in range(start, stop):
            move = data[i]
            rank = guess * ranks[i] + history[history_slot(move, side)]
            if move == killer or move == second:
                rank += BY_KILLER
            if move == known:
                rank = BY_TABLE
            ranks[i] = rank

    def bring(self, start: i32, stop: i32, known: u32) -> bint:
        """Put a move before the others; tell whether it is one of them."""
        i: i32
        for i in range(start, stop):
            if self.moves.data[i] == known:
                self.moves.data[i] = self.moves.data[start]
                self.moves.data[start] = known
                self.ranks[start] = BY_TABLE
                return True
        return False

    def pick(self, at: i32, stop: i32) -> None:
        """Bring the best of the moves that are left to the front."""
        ranks = self.ranks
        i: i32 = picking.greatest(ranks, at, stop)
        best: i32 = ranks[i]
        move: u32 = self.moves.data[at]
        self.moves.data[at] = self.moves.data[i]
        self.moves.data[i] = move
        ranks[i] = ranks[at]
        ranks[at] = best

    def is_promising(self, at: i32) -> bint:
        """Tell whether a move is a killer or known from the table."""
        return self.ranks[at] >= BY_KILLER

    def history_of(self, at: i32) -> i32:
        """Return the history of a move that was just made."""
        return self.history[history_slot(self.moves.data[at], 1 - self.position.side)]

    def reward(self, start: i32, at: i32, depth: i32, ply: i32) -> None:
        """Raise the history of the move that refuted a line, and lower that of those before it."""
        side: i32 = self.position.side
        bonus: i32 = depth * depth if depth < 20 else 400
        if self.bonus:
            bonus = self.bonus * (depth if depth < 5 else 5)
        spot: i32
        i: i32
        for i in range(start, at + 1):
            spot = history_slot(self.moves.data[i], side)
            if i == at:
                self.history[spot] += bonus - (self.history[spot] * bonus >> 14)
            else:
                self.history[spot] -= bonus + (self.history[spot] * bonus >> 14)
        move: u32 = self.moves.data[at]
        if self.has_killers and self.killers[2 * ply] != move:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = move
