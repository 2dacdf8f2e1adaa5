"""What the places of a side's pieces are worth in Advance, beyond their values."""

from __future__ import annotations

from cython import int as i32

from outwit.games.advance import pieces
from outwit.games.advance.pieces import NEIGHBOURS
from outwit.games.advance.tuning import WEIGHTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

AROUND = NEIGHBOURS
PROTECTED = WEIGHTS.protected
SHELTER = WEIGHTS.shelter


def army(
    board: Sequence[int], where: Sequence[int], first: i32, count: i32, own: i32, general: i32
) -> i32:
    """Score a side: pieces under a Sentinel's protection, and a General that is not alone."""
    guard: i32 = pieces.SENTINEL | own
    total: i32 = 0
    square: i32
    i: i32
    k: i32
    for k in range(8):
        if board[general + AROUND[k]] & own:
            total += SHELTER
    for i in range(first, first + count):
        square = where[i]
        if board[square] == guard:
            for k in range(4):
                if board[square + AROUND[k]] & own and board[square + AROUND[k]] != guard:
                    total += PROTECTED
    return total
