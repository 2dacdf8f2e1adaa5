"""Advance as level 6 plays it: win at once, else take the most material in sight."""

from __future__ import annotations

from cython import bint
from cython import int as i32

from outwit.core.moves import MoveStack
from outwit.games.advance import pieces
from outwit.games.advance.rules import Advance

WON = 10_000
# With more pieces than these and no danger, some move is as good as certain.
FEW = 3


def lead(position: Advance, side: i32) -> i32:
    """Return how much more material a side has than the other."""
    return position.material[side] - position.material[1 - side]


def is_stuck(position: Advance) -> bint:
    """Tell whether the side to move has no legal move, and so has lost."""
    return position.walk(position.glance, 0, True, True) == 0


def may_be_stuck(position: Advance) -> bint:
    """Tell, faster, whether the side to move is stuck; who is safe and has an army is not."""
    if position.pieces[position.side] > FEW and not position.in_danger(position.side):
        return False
    return is_stuck(position)


def keep_best(position: Advance, moves: MoveStack, start: i32, stop: i32, exact: bint) -> i32:
    """Keep, of some legal moves, what level 6 would play; return where they stop.

    The answer is negative if those moves win at once.
    """
    us: i32 = position.side
    best: i32 = -WON
    kept: i32 = start
    value: i32
    i: i32
    for i in range(start, stop):
        position.make(moves.data[i])
        value = lead(position, us)
        if is_stuck(position) if exact else may_be_stuck(position):
            value = WON
        position.unmake()
        if value > best:
            best = value
            kept = start
        if value == best:
            moves.data[kept] = moves.data[i]
            kept += 1
    return -kept if best == WON else kept


class Greedy(Advance):
    """A position in which both sides may play only what level 6 would.

    The engine searches it like any other and so foresees how level-7 players, who choose among
    these moves, get on with each other.
    """

    def generate(self, moves: MoveStack, start: i32) -> i32:
        """Write the moves of level 6 from ``start`` on and return where they stop."""
        if self.at_limit():
            return start
        stop: i32 = keep_best(self, moves, start, self.walk(moves, start, False, True), False)
        return -stop if stop < 0 else stop

    def count(self) -> i32:
        """Count the moves of level 6."""
        return self.generate(self.scratch, 0)

    def generate_forcing(self, moves: MoveStack, start: i32) -> i32:
        """Write the captures and conversions that level 6 must play."""
        foe: i32 = pieces.WHITE if self.side else pieces.BLACK
        stop: i32 = self.generate(moves, start)
        if stop > start and not self.board[moves.data[start] >> 8 & 255] & foe:
            return start
        return stop
