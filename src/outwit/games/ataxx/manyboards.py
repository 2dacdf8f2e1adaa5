"""A position as ``manyboards.h`` has it, and its options as ``records.h`` has them."""

from __future__ import annotations

import os

from outwit.core.manyboards import ManyBoards
from outwit.games.ataxx.notation import SQUARES, SYMBOLS
from outwit.games.ataxx.rules import Ataxx

FOLDER = os.path.dirname(__file__)
SOURCE = os.path.join(FOLDER, "manyboards.h")
RECORDS = os.path.join(FOLDER, "records.h")


def words(position: Ataxx) -> tuple[int, int, int]:
    """Return the stones of the side to move, those of the other, and the blocks, as bits."""
    line = "".join(reversed(position.rows()))
    red, blue, blocks = (
        sum(1 << square for square, letter in zip(SQUARES, line, strict=True) if letter == symbol)
        for symbol in SYMBOLS
    )
    return (blue, red, blocks) if position.turn else (red, blue, blocks)


def numbers(position: Ataxx) -> tuple[int, int]:
    """Return the clock, and whether passes count for it."""
    clock = position.options["clock"]
    return int(str(clock)), int(clock == "100")


MANY_BOARDS = ManyBoards(SOURCE, words, RECORDS, numbers)
