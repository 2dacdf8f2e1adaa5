"""What the side to move sees of Ataxx, as planes."""

from __future__ import annotations

from cython import int as i32
from cython import ulonglong as u64

from outwit.core.plane import Plane
from outwit.errors import BadPosition
from outwit.games.ataxx import notation
from outwit.geometry import memory

SIZE = notation.SIZE
STRIDE = notation.STRIDE
CELLS = SIZE * SIZE
ROW = (1 << SIZE) - 1
# The seven squares of a row, each in a byte; the first square is the lowest.
BYTES = [sum((row >> i & 1) << 8 * i for i in range(SIZE)) for row in range(1 << SIZE)]
# A byte eight times.
EVERY = 0x0101010101010101


def planes(clock: int) -> tuple[Plane, ...]:
    """List the planes."""
    return (
        Plane("own", "1 on each square with a piece of the side to move"),
        Plane("other", "1 on each square with a piece of the other side"),
        Plane("blocks", "1 on each block"),
        Plane("jumps", "moves since the last clone, as the position's text has them", clock, True),
        Plane("second", "1 if Blue is to move", 1, True),
    )


def write_board(board: u64, planes: memoryview[int], start: i32) -> None:
    """Write a plane of squares; the byte after its end is overwritten."""
    row: i32
    for row in range(SIZE):
        memory.write_word(
            planes, start + SIZE * row, BYTES[board >> STRIDE * (SIZE - 1 - row) & ROW]
        )


def write_number(number: u64, planes: memoryview[int], start: i32) -> None:
    """Write a plane that has one number everywhere."""
    place: i32
    for place in range(0, CELLS - 8, 8):
        memory.write_word(planes, start + place, number * EVERY)
    memory.write_word(planes, start + CELLS - 8, number * EVERY)


def read(numbers: bytes, clock: int) -> tuple[list[str], int, int]:
    """Return the rows, the side to move and the jumps; raise BadPosition for impossible planes."""
    if len(numbers) != 5 * CELLS:
        raise BadPosition(f"planes: {5 * CELLS} numbers expected, {len(numbers)} found")
    own, other, blocks, jumps, second = (
        numbers[start : start + CELLS] for start in range(0, 5 * CELLS, CELLS)
    )
    if {*jumps} != {jumps[0]} or jumps[0] > clock:
        raise BadPosition("planes: jumps is not one number within its bound")
    if {*second} != {second[0]} or second[0] > 1:
        raise BadPosition("planes: second is neither 0 nor 1 everywhere")
    letters = "ox-" if second[0] else "xo-"
    line = ""
    for marks in zip(own, other, blocks, strict=True):
        if sum(marks) > 1:
            raise BadPosition("planes: a square has more than one piece or block")
        line += letters[marks.index(1)] if 1 in marks else "."
    return [line[start : start + SIZE] for start in range(0, CELLS, SIZE)], second[0], jumps[0]
