"""Advance as level 6 plays it: win at once, else take the most material in sight."""

from __future__ import annotations

from cython import bint
from cython import int as i32
from cython import uint as u32

from outwit.core.moves import MoveStack
from outwit.games.advance import field, pieces
from outwit.games.advance.rules import Advance

WON = 10_000


def lead(position: Advance, side: i32) -> i32:
    """Return how much more material a side has than the other."""
    return position.material[side] - position.material[1 - side]


def gain(position: Advance, move: u32) -> i32:
    """Return what a legal move, not made yet, adds to the lead of the side to move."""
    other: i32 = position.cell[move & 255]
    foe: i32 = pieces.WHITE if position.side else pieces.BLACK
    if not other & foe:
        return 0
    if position.cell[move >> 8 & 255] & 7 == pieces.JESTER:
        return 2 * field.VALUES[other & 7]
    return field.VALUES[other & 7]


def may_be_stuck(position: Advance) -> bint:
    """Tell whether the side to move has no move; fast if its General is safe and it has pieces."""
    if position.allows_null_move():
        return False
    return position.is_stuck()


def keep_best(position: Advance, moves: MoveStack, start: i32, stop: i32) -> i32:
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
        value = WON if position.is_stuck() else lead(position, us)
        position.unmake()
        if value > best:
            best = value
            kept = start
        if value == best:
            moves.data[kept] = moves.data[i]
            kept += 1
    return -kept if best == WON else kept


def write_takes(position: Advance, moves: MoveStack, start: i32) -> i32:
    """Write the captures and conversions that gain most, from ``start`` on; return their stop."""
    best: i32 = 0
    kept: i32 = start
    value: i32
    i: i32
    stop: i32 = position.walk(moves, start, False, False)
    for i in range(start, stop):
        value = gain(position, moves.data[i])
        if value > best:
            best = value
            kept = start
        if value == best:
            moves.data[kept] = moves.data[i]
            kept += 1
    return kept
