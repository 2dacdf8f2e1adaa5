"""Counts lines of play without the GIL: the inner loop of ``perft``."""

from __future__ import annotations

from cython import int as i32
from cython import nogil
from cython import ulonglong as u64

from outwit.core.moves import MoveStack
from outwit.core.position import Position
from outwit.errors import UsageError

DEEPEST = 200


def lines(position: Position, depth: int) -> int:
    """Count the lines of exactly that many moves, at least one."""
    if not 1 <= depth <= DEEPEST:
        raise UsageError(f"depth: {depth} is not from 1 to {DEEPEST}")
    plies: i32 = depth
    nodes: u64
    position.check()
    moves = MoveStack(position.most * depth)
    position.reserve(depth)
    with nogil:
        nodes = count_lines(position, moves, 0, plies)
    position.check()
    return nodes


def count_lines(position: Position, moves: MoveStack, start: i32, depth: i32) -> u64:
    """Recurse; the last move of each line is counted, not made."""
    if depth == 1:
        return position.count()
    stop: i32 = position.generate(moves, start)
    if depth == 2:
        return position.replies(moves, start, stop)
    nodes: u64 = 0
    i: i32
    for i in range(start, stop):
        position.make(moves.data[i])
        nodes += count_lines(position, moves, stop, depth - 1)
        position.unmake()
    return nodes
