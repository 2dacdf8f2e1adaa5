"""What the places of a side's pieces are worth in Advance, beyond their values.

A piece under a Sentinel's protection counts, and so does one beside its General, which is then not
alone. Both tie two pieces of a side that stand side by side; a side's worth is that of its ties.
"""

from __future__ import annotations

from cython import int as i32

from outwit.games.advance import pieces
from outwit.games.advance.tuning import WEIGHTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

PROTECTED = WEIGHTS.protected
SHELTER = WEIGHTS.shelter
# Whether two squares are neighbours, by the difference of their numbers, cut to a byte.
NEAR = frozenset(way & 255 for way in pieces.NEIGHBOURS)
BESIDE = [int(byte in NEAR) for byte in range(256)]


def ties(cell: Sequence[int], square: i32, piece: i32, general: i32) -> i32:
    """Score the ties of a piece on a square, with its General on another, to those around it."""
    own: i32 = piece & pieces.PIECE
    guard: i32 = pieces.SENTINEL | own
    up: i32 = cell[square + 16]
    down: i32 = cell[square - 16]
    right: i32 = cell[square + 1]
    left: i32 = cell[square - 1]
    guards: i32 = (up == guard) + (down == guard) + (right == guard) + (left == guard)
    beside: i32
    if piece == guard:
        beside = ((up & own) != 0) + ((down & own) != 0) + ((right & own) != 0)
        beside += (left & own) != 0
        return PROTECTED * (beside - guards) + SHELTER * BESIDE[(general - square) & 255]
    if piece & 7 != pieces.GENERAL:
        return PROTECTED * guards + SHELTER * BESIDE[(general - square) & 255]
    beside = ((up & own) != 0) + ((down & own) != 0) + ((right & own) != 0) + ((left & own) != 0)
    beside += ((cell[square + 17] & own) != 0) + ((cell[square - 17] & own) != 0)
    beside += ((cell[square + 15] & own) != 0) + ((cell[square - 15] & own) != 0)
    return PROTECTED * guards + SHELTER * beside
