"""What the side to move sees of Jeson Mor, as planes.

A counter without a bound has two planes: its remainder by 256, and how often 256 goes into it.
"""

from __future__ import annotations

from cython import int as i32
from cython import uchar as u8

from outwit.core.plane import Plane
from outwit.errors import BadPosition
from outwit.games.jesonmor import notation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

PLANES = (
    Plane("own knights", "1 on each square with a knight of the side to move"),
    Plane("own archers", "1 on each square with an archer of the side to move"),
    Plane("other knights", "1 on each square with a knight of the other side"),
    Plane("other archers", "1 on each square with an archer of the other side"),
    Plane("more", "own score minus the other's, 0 if below; modulo 256", 255, True),
    Plane("more 256s", "the same, divided by 256, at most 255", 255, True),
    Plane("less", "the other's score minus the own, 0 if below; modulo 256", 255, True),
    Plane("less 256s", "the same, divided by 256, at most 255", 255, True),
    Plane("protected", "moves left of the protection; modulo 256", 255, True),
    Plane("protected 256s", "the same, divided by 256, at most 255", 255, True),
    Plane("won", "1 if a knight has left the centre and won", 1, True),
    Plane("second", "1 if Black is to move", 1, True),
)
# Where the counters begin.
MORE, LESS, PROTECTED, WON, SECOND = 4, 6, 8, 10, 11
MOST = 65535
# The letters of the first planes, for White and for Black to move.
LETTERS = ("KAka", "kaKA")
KNIGHT = notation.KNIGHT


def place(
    planes: memoryview[int],
    cell: Sequence[int],
    where: Sequence[int],
    first: i32,
    stop: i32,
    size: i32,
    start: i32,
) -> None:
    """Write 1 where the pieces of a part of ``where`` stand, to a plane of knights and the next."""
    square: i32
    at: i32
    i: i32
    for i in range(first, stop):
        square = where[i]
        at = start + size * (size + 1 - (square >> 5)) + (square & 31) - 2
        if not cell[square] & KNIGHT:
            at += size * size
        planes[at] = 1


def fill(planes: memoryview[int], start: i32, stop: i32, number: i32) -> None:
    """Write one number everywhere."""
    byte: u8 = number
    i: i32
    for i in range(start, stop):
        planes[i] = byte


def count(planes: memoryview[int], plane: i32, cells: i32, number: i32) -> None:
    """Write a counter, if it is above 0, to two planes that are 0."""
    if number <= 0:
        return
    number = number if number < MOST else MOST
    fill(planes, plane * cells, (plane + 1) * cells, number & 255)
    if number > 255:
        fill(planes, (plane + 1) * cells, (plane + 2) * cells, number >> 8)


def read(planes: bytes, size: int) -> tuple[list[str], list[int]]:
    """Return rows and the numbers of the counters; raise BadPosition for impossible planes."""
    cells = size * size
    if len(planes) != len(PLANES) * cells:
        raise BadPosition(f"planes: {len(PLANES) * cells} numbers expected, {len(planes)} found")
    parts = [planes[start : start + cells] for start in range(0, len(planes), cells)]
    for plane, part in zip(PLANES, parts, strict=True):
        if max(part) > plane.most:
            raise BadPosition(f"planes: {plane.name} has a number above {plane.most}")
        if plane.uniform and {*part} != {part[0]}:
            raise BadPosition(f"planes: {plane.name} is not one number everywhere")
    line = ""
    for marks in zip(*parts[:MORE], strict=True):
        if sum(marks) > 1:
            raise BadPosition("planes: a square has more than one piece")
        line += LETTERS[parts[SECOND][0]][marks.index(1)] if 1 in marks else "."
    if not line.strip("."):
        raise BadPosition("planes: no piece found")
    numbers = [parts[at][0] + 256 * parts[at + 1][0] for at in (MORE, LESS, PROTECTED)]
    if numbers[0] and numbers[1]:
        raise BadPosition("planes: both more and less are above 0")
    rows = [line[start : start + size] for start in range(0, cells, size)]
    return rows, [*numbers, parts[WON][0], parts[SECOND][0]]
