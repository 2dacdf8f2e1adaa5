"""Reasons for moves of Santorini."""

from __future__ import annotations

from outwit.core.move import Move
from outwit.core.position import Position
from outwit.core.reasons import Reasons
from outwit.games.santorini.compass import COMPASS

BLOCKS = "{side} can no longer climb to {squares}."
OPENS = "It opens a way up to {squares}."


def climbs(position: Position, side: int) -> set[str]:
    """Return the squares to which a side's workers could step up."""
    board = position.board
    found = set()
    for square in board:
        if square.piece is None or square.piece.owner != side:
            continue
        for down, right in COMPASS.values():
            near = board.at(square.row + down, square.column + right)
            if near is not None and near.piece is None and near.level == square.level + 1 < 4:
                found.add(near.name)
    return found


def facts(before: Position, move: Move, after: Position) -> tuple[str, ...]:
    """Say which ways up a move closes to the other side, and which it opens."""
    side = before.turn
    closed = climbs(before, 1 - side) - climbs(after, 1 - side)
    opened = climbs(after, side) - climbs(before, side)
    found = []
    if closed:
        other = before.game.sides[1 - side]
        found.append(BLOCKS.format(side=other, squares=listed(closed)))
    if opened:
        found.append(OPENS.format(squares=listed(opened)))
    return tuple(found)


def listed(squares: set[str]) -> str:
    """Join the names of squares.

    >>> listed({"c3"}), listed({"c3", "b2", "d4"})
    ('c3', 'b2, c3 and d4')
    """
    *others, last = sorted(squares)
    return f"{', '.join(others)} and {last}" if others else last


REASONS = Reasons(facts=facts)
