"""What the side to move sees of a position of Push, as planes."""

from __future__ import annotations

from cython import int as i32
from cython import ulonglong as u64

from outwit.core.plane import Plane
from outwit.errors import BadPosition
from outwit.games.push import notation
from outwit.games.push.save import Board
from outwit.geometry import memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# Eight bytes with the number 1.
ONES = 0x0101010101010101
PLANES = (
    Plane("own", "1 on each cell with a stone of the side to move"),
    Plane("other", "1 on each cell with a stone of the other side"),
    Plane("value", "the value of each cell, 0 on the border and in the corners", 9),
    Plane("second", "1 if X is to move", uniform=True),
)


def write(
    planes: memoryview[int], values: Sequence[int], stones: Sequence[int], size: i32, side: i32
) -> None:
    """Write all planes of a board of that many cells.

    Values and stones come in words of eight cells. The last word of a plane may go beyond its end,
    where the next plane is written later; the last plane ends with a word that overlaps others.
    """
    second: u64 = ONES if side else 0
    at: i32
    for at in range(0, size, 8):
        memory.write_word(planes, at, stones[at >> 3] >> side & ONES)
    for at in range(0, size, 8):
        memory.write_word(planes, size + at, stones[at >> 3] >> 1 - side & ONES)
    for at in range(0, size, 8):
        memory.write_word(planes, 2 * size + at, values[at >> 3])
    for at in range(0, size - 8, 8):
        memory.write_word(planes, 3 * size + at, second)
    memory.write_word(planes, 4 * size - 8, second)


def read_board(planes: bytes, rows: int, columns: int) -> Board:
    """Return the board of planes; raise BadPosition if they show none of that size."""
    size = rows * columns
    if len(planes) != len(PLANES) * size:
        raise BadPosition(f"planes: {len(PLANES) * size} numbers expected, {len(planes)} found")
    own, other, values, second = (planes[at : at + size] for at in range(0, len(planes), size))
    side = second[0]
    if len(set(second)) > 1 or side > 1:
        raise BadPosition("planes: second is neither 0 nor 1 everywhere")
    if max(*own, *other) > 1 or any(map(int.__and__, own, other)) or max(values) > 9:
        raise BadPosition("planes: at most one stone and a value up to 9 expected on each cell")
    first, last = (other, own) if side else (own, other)
    stones = bytes(o + 2 * x for o, x in zip(first, last, strict=True))
    board = Board(rows, columns, side, values, stones)
    # A text has no corners.
    if notation.read(notation.write(board)) != board:
        raise BadPosition("planes: a corner has a stone or a value")
    return board
