"""What the side to move sees in Jeson Mor, as planes.

A counter without a bound has two planes: its remainder by 256, and how often 256 goes into it.
"""

from __future__ import annotations

from cython import int as i32
from cython import uchar as u8

from outwit.core.plane import Plane
from outwit.games.jesonmor import notation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

PLANES = (
    Plane("own knights", "1: a knight of the side to move"),
    Plane("own archers", "1: an archer of the side to move"),
    Plane("other knights", "1: a knight of the other side"),
    Plane("other archers", "1: an archer of the other side"),
    Plane("farther", "how much higher the own score is, modulo 256", 255, True),
    Plane("farther 256s", "how much higher the own score is, in 256s, at most 255", 255, True),
    Plane("less far", "how much lower the own score is, modulo 256", 255, True),
    Plane("less far 256s", "how much lower the own score is, in 256s, at most 255", 255, True),
    Plane("protected", "moves left of the protection, modulo 256", 255, True),
    Plane("protected 256s", "moves left of the protection, in 256s, at most 255", 255, True),
    Plane("centre left", "1: a knight has left the centre and won", 1, True),
    Plane("second", "1: the second side is to move", 1, True),
)
PIECES = ("Kk", "Aa", "kK", "aA")
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
    """Write 1 where the pieces of a part of ``where`` stand, in a plane of knights and the next."""
    square: i32
    at: i32
    i: i32
    for i in range(first, stop):
        square = where[i]
        at = start + size * (size + 1 - (square >> 5)) + (square & 31) - 2
        if not cell[square] & KNIGHT:
            at += size * size
        planes[at] = 1


def fill(planes: memoryview[int], plane: i32, squares: i32, number: i32) -> None:
    """Write one number to all squares of a plane."""
    byte: u8 = number
    i: i32
    for i in range(squares):
        planes[plane * squares + i] = byte


def fill_counter(planes: memoryview[int], plane: i32, squares: i32, number: i32) -> None:
    """Write a counter to two planes; nothing below 0."""
    most: i32 = 65535
    number = 0 if number < 0 else number if number < most else most
    fill(planes, plane, squares, number & 255)
    fill(planes, plane + 1, squares, number >> 8)


def read_counter(planes: bytes, plane: int, squares: int) -> int:
    """Return a counter of two planes."""
    return planes[plane * squares] + 256 * planes[(plane + 1) * squares]


def read_rows(planes: bytes, size: int) -> list[str]:
    """Return the rows of the board that planes show, from the top."""
    squares = size * size
    black = planes[-1]
    letters = ["."] * squares
    for plane, pair in enumerate(PIECES):
        for i in range(squares):
            if planes[plane * squares + i]:
                letters[i] = pair[black]
    return ["".join(letters[i : i + size]) for i in range(0, squares, size)]
