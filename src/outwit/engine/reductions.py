"""Late move reductions: the table of reductions by depth and move number."""

from __future__ import annotations

from array import array
from functools import lru_cache
from math import log


# Enough for all games and levels; tuning makes thousands of tables.
@lru_cache(maxsize=64)
def reduction_table(divisor: int, base: int) -> bytearray:
    """Return hundredths of a ply by which a move is reduced, by depth and number, both below 64."""
    plies = [0] * 64 * 64
    for depth in range(1, 64):
        for number in range(1, 64):
            plies[64 * depth + number] = int(base + log(depth) * log(number) * 10_000 / divisor)
    return bytearray(array("i", plies).tobytes())
