"""A position as ``manyboards.h`` has it."""

from __future__ import annotations

import os

from outwit.core.manyboards import ManyBoards
from outwit.games.ataxx.notation import SQUARES, SYMBOLS
from outwit.games.ataxx.rules import Ataxx

SOURCE = os.path.join(os.path.dirname(__file__), "manyboards.h")


def words(position: Ataxx) -> tuple[int, int, int]:
    """Return the stones of the side to move, those of the other, and the blocks, as bits."""
    line = "".join(reversed(position.rows()))
    red, blue, blocks = (
        sum(1 << square for square, letter in zip(SQUARES, line, strict=True) if letter == symbol)
        for symbol in SYMBOLS
    )
    return (blue, red, blocks) if position.turn else (red, blue, blocks)


MANY_BOARDS = ManyBoards(SOURCE, words)
