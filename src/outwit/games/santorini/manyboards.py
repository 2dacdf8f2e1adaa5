"""A position as ``manyboards.h`` has it, and its options as ``records.h`` has them."""

from __future__ import annotations

import os

from outwit.core.manyboards import ManyBoards
from outwit.games.santorini.rules import WORKERS, Santorini

FOLDER = os.path.dirname(__file__)
SOURCE = os.path.join(FOLDER, "manyboards.h")
RECORDS = os.path.join(FOLDER, "records.h")
SQUARES = 25


def words(position: Santorini) -> tuple[int, int, int]:
    """Return levels 1 and 2, levels 3 and 4, and the workers, as pairs of sets of squares.

    The workers of the side to move come first.
    """
    cells = position.cells()
    reached = [
        sum(1 << square for square, cell in enumerate(cells) if int(cell[0]) >= level)
        for level in range(1, 5)
    ]
    white, blue = (
        sum(1 << square for square, cell in enumerate(cells) if cell[1:] and cell[1] in letters)
        for letters in (WORKERS[:2], WORKERS[2:])
    )
    own, other = (blue, white) if position.turn else (white, blue)
    return (
        reached[0] | reached[1] << SQUARES,
        reached[2] | reached[3] << SQUARES,
        own | other << SQUARES,
    )


def numbers(position: Santorini) -> tuple[int]:
    """Return whether a step to level 3 wins at once."""
    return (int(position.options["rule"] == "official"),)


MANY_BOARDS = ManyBoards(SOURCE, words, RECORDS, numbers)
