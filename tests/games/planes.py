"""Planes of an observation, drawn."""

from __future__ import annotations

from outwit.core.observing import planes_of
from outwit.core.position import Position


def plane(position: Position, name: str) -> str:
    """Draw a plane: its numbers, below ten each, row by row."""
    board = position.board
    size = board.rows * board.columns
    start = size * [each.name for each in position.planes].index(name)
    numbers = "".join(map(str, planes_of(position)[start : start + size]))
    return "/".join(numbers[i : i + board.columns] for i in range(0, size, board.columns))
