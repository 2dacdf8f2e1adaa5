"""What the side to move sees of a position of Santorini, as planes of 25 numbers."""

from __future__ import annotations

from cython import int as i32
from cython import uint as u32
from cython import ulonglong as u64

from outwit.core.plane import Plane
from outwit.errors import BadPosition
from outwit.games.santorini import notation
from outwit.geometry import bits, memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

SQUARES = 25
PLANES = (
    Plane("own first", "1 on the square of the own first worker: A for White, Y for Blue"),
    Plane("own second", "1 on the square of the own second worker: B for White, Z for Blue"),
    Plane("other first", "1 on the square of the other side's first worker"),
    Plane("other second", "1 on the square of the other side's second worker"),
    Plane("level 1", "1 on each square of level 1 or higher, domes included"),
    Plane("level 2", "1 on each square of level 2 or higher, domes included"),
    Plane("level 3", "1 on each square of level 3 or higher, domes included"),
    Plane("dome", "1 on each square with a dome"),
    Plane("second", "1 if Blue is to move", uniform=True),
)


def write_squares(planes: memoryview[int], start: i32, squares: u32) -> None:
    """Write 25 bytes: 1 for each square of a set, else 0."""
    memory.write_word(planes, start, bits.bytes_of(squares & 255))
    memory.write_word(planes, start + 8, bits.bytes_of(squares >> 8 & 255))
    memory.write_word(planes, start + 16, bits.bytes_of(squares >> 16 & 255))
    planes[start + 24] = squares >> 24


def write(
    planes: memoryview[int], worker: Sequence[int], reached: Sequence[int], side: i32
) -> None:
    """Write all planes."""
    i: i32
    for i in range(4):
        write_squares(planes, SQUARES * i, bits.bit(worker[i ^ 2 * side]))
    for i in range(1, 5):
        write_squares(planes, SQUARES * (3 + i), reached[i])
    write_squares(planes, SQUARES * 8, reached[0] if side else 0)


def write_levels(level: MutableSequence[int], reached: Sequence[int]) -> None:
    """Write the level of each square, given the squares that have reached each level."""
    at: i32
    i: i32
    total: u64
    for at in range(0, 24, 8):
        total = 0
        for i in range(1, 5):
            total += bits.bytes_of(reached[i] >> at & 255)
        memory.write_word(level, at, total)
    level[24] = (reached[1] >> 24) + (reached[2] >> 24) + (reached[3] >> 24) + (reached[4] >> 24)


def read_cells(planes: bytes) -> tuple[list[str], int]:
    """Return the cells, as a position's text has them, and the side to move.

    Raises:
        BadPosition: The planes show no position.
    """
    if len(planes) != SQUARES * len(PLANES) or max(planes) > 1:
        raise BadPosition(f"planes: {SQUARES * len(PLANES)} numbers, 0 or 1, expected")
    each = [planes[start : start + SQUARES] for start in range(0, len(planes), SQUARES)]
    side = each[-1][0]
    if len(set(each[-1])) > 1:
        raise BadPosition("planes: the last one has different numbers")
    if any(sum(plane) != 1 for plane in each[:4]):
        raise BadPosition("planes: each worker stands on one square")
    levels = [sum(plane[square] for plane in each[4:8]) for square in range(SQUARES)]
    for height, plane in enumerate(each[4:8], 1):
        if any(there != (level >= height) for there, level in zip(plane, levels, strict=True)):
            raise BadPosition(f"planes: a square of level {height} lacks a lower level")
    own, second, other, last = (plane.index(1) for plane in each[:4])
    workers = (other, last, own, second) if side else (own, second, other, last)
    if len(set(workers)) < len(workers):
        raise BadPosition("planes: two workers stand on the same square")
    return notation.write_cells(levels, workers), side
