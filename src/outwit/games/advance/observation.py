"""What the side to move sees of Advance, as planes: its own side of the board is at the bottom."""

from __future__ import annotations

from cython import int as i32
from cython import uchar as u8
from cython import ulonglong as u64

from outwit.core.plane import Plane
from outwit.errors import BadPosition
from outwit.games.advance import numbering, pieces, words
from outwit.games.advance.board import SIZE
from outwit.geometry import bits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

NAMES = ("Zombie", "Builder", "Jester", "Miner", "Sentinel", "Catapult", "Dragon", "General")
PLANES = (
    *(Plane(f"own {name}", f"1 on each {name} of the side to move") for name in NAMES),
    *(Plane(f"other {name}", f"1 on each {name} of the other side") for name in NAMES),
    Plane("walls", "1 on each wall"),
    Plane("left", "moves left before the limit, 0 without one; modulo 256", 255, True),
    Plane("left 256s", "the same, divided by 256, at most 255", 255, True),
    Plane("second", "1 if Black is to move", 1, True),
)
CELLS = SIZE * SIZE
# Where walls and counters begin.
WALLS, LEFT, SECOND = 16, 17, 19
MOST = 65535
# The letters of the planes of pieces and walls, for White and for Black to move.
LETTERS = (
    pieces.KINDS + pieces.KINDS.lower() + "#",
    pieces.KINDS.lower() + pieces.KINDS + "#",
)
# The words of the board that have squares with something on them, and the bits of walls in a word.
FIRST = 48
LAST = 192
EACH_WALL = 0x2020202020202020
SEEN = numbering.SEEN


def place(
    planes: memoryview[int],
    cell: Sequence[int],
    where: Sequence[int],
    first: i32,
    stop: i32,
    viewer: i32,
    plane: i32,
) -> None:
    """Write 1 where the pieces of a part of ``where`` stand, in the eight planes from one on."""
    square: i32
    i: i32
    for i in range(first, stop):
        square = where[i]
        planes[CELLS * (plane + (cell[square] & 7)) + SEEN[256 * viewer + square]] = 1


def place_walls(planes: memoryview[int], cell: memoryview[int], viewer: i32) -> None:
    """Write 1 where a wall is."""
    word: u64
    start: i32
    square: i32
    for start in range(FIRST, LAST, 8):
        word = words.read_word(cell, start) & EACH_WALL
        while word:
            square = start + (bits.lsb(word) >> 3)
            planes[CELLS * WALLS + SEEN[256 * viewer + square]] = 1
            word &= word - 1


def fill(planes: memoryview[int], start: i32, stop: i32, number: i32) -> None:
    """Write one number to all planes from one on."""
    byte: u8 = number
    i: i32
    for i in range(CELLS * start, CELLS * stop):
        planes[i] = byte


def read(planes: bytes) -> tuple[list[str], int, int]:
    """Return rows, side and moves left; raise BadPosition for impossible planes."""
    if len(planes) != len(PLANES) * CELLS:
        raise BadPosition(f"planes: {len(PLANES) * CELLS} numbers expected, {len(planes)} found")
    parts = [planes[start : start + CELLS] for start in range(0, len(planes), CELLS)]
    for plane, part in zip(PLANES, parts, strict=True):
        if max(part) > plane.most:
            raise BadPosition(f"planes: {plane.name} has a number above {plane.most}")
        if plane.uniform and {*part} != {part[0]}:
            raise BadPosition(f"planes: {plane.name} is not one number everywhere")
    side = parts[SECOND][0]
    line = ""
    for marks in zip(*parts[:LEFT], strict=True):
        if sum(marks) > 1:
            raise BadPosition("planes: a square has more than one piece or wall")
        line += LETTERS[side][marks.index(1)] if 1 in marks else "."
    if side:
        line = line[::-1]
    rows = [line[start : start + SIZE] for start in range(0, CELLS, SIZE)]
    return rows, side, parts[LEFT][0] + 256 * parts[LEFT + 1][0]
