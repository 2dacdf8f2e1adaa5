"""The legal moves of Jeson Mor as actions, which ``numbering`` describes."""

from __future__ import annotations

from cython import bint
from cython import int as i32
from cython import uint as u32
from cython import ulonglong as u64

from outwit.core import numbers
from outwit.games.jesonmor import notation, ways
from outwit.games.jesonmor.numbering import CLOCKWISE
from outwit.geometry import bits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

KNIGHT = notation.KNIGHT
ARCHER = notation.ARCHER
OFF = notation.OFF
LARGEST = notation.LARGEST
STRIDE = ways.STRIDE
WAYS = ways.WAYS
LEAPS = ways.LEAPS
WORD = (1 << 64) - 1
LOW = (1 << 32) - 1
# The place of a leap among the clockwise ones, by the difference of its squares plus LONGEST.
LONGEST = max(CLOCKWISE)
PLACES = [
    CLOCKWISE.index(leap) if leap in CLOCKWISE else 0 for leap in range(-LONGEST, LONGEST + 1)
]


def number(move: u32, places: Sequence[int], leaps: i32, size: i32, knight: bint) -> i32:
    """Return the action of a move that a knight or an archer can make on an empty board."""
    origin: i32 = move & 1023
    target: i32 = move >> 10
    at: i32 = size * (size + 1 - (origin >> 5)) + (origin & 31) - 2
    if knight:
        return places[8 * origin + PLACES[target - origin + LONGEST]]
    at = leaps + 2 * (size - 1) * at
    if (origin ^ target) < STRIDE:
        return at + (target & 31) - 2 - (target > origin)
    return at + size - 1 + size + 1 - (target >> 5) - (target < origin)


def find(cell: Sequence[int], move: u32, own: i32, refused: i32, legs: bint, knight: bint) -> u32:
    """Return a move of an action if it is legal in a running game, else NO_MOVE.

    ``refused`` has the bits of what no piece may land on.
    """
    origin: i32 = move & 1023
    target: i32 = move >> 10
    step: i32
    square: i32
    if cell[target] & refused:
        return numbers.NO_MOVE
    if knight:
        step = WAYS[PLACES[target - origin + LONGEST] >> 1]
        if cell[origin] != own | KNIGHT or (legs and cell[origin + step]):
            return numbers.NO_MOVE
        return move
    if cell[origin] != own | ARCHER:
        return numbers.NO_MOVE
    step = 1 if (origin ^ target) < STRIDE else STRIDE
    if target < origin:
        step = -step
    square = origin + step
    while square != target and not cell[square]:
        square += step
    if not cell[target]:
        return move if square == target else numbers.NO_MOVE
    # A capture: exactly one piece stands between.
    if square == target:
        return numbers.NO_MOVE
    square += step
    while square != target and not cell[square]:
        square += step
    return move if square == target else numbers.NO_MOVE


def mark_run(legal: memoryview[int], first: i32, run: u64) -> None:
    """Set bits, at most 63, from one on."""
    shift: i32 = first & 63
    over: u64 = run >> 1 >> (63 - shift)
    legal[first >> 6] |= run << shift & WORD
    if over:
        legal[(first >> 6) + 1] |= over


def mark_knight(
    legal: memoryview[int],
    cell: Sequence[int],
    origin: i32,
    places: Sequence[int],
    refused: i32,
    legs: bint,
) -> None:
    """Set the bit of each legal leap from a square."""
    barred: i32 = 255 if legs else 0
    able: u64 = 0
    free: i32
    pair: i32
    way: i32
    at: i32 = places[8 * origin]
    # No branches: nothing foretells which way they go.
    for way in range(4):
        free = (cell[origin + WAYS[way]] & barred) == 0
        pair = (cell[origin + LEAPS[way][0]] & refused) == 0
        pair += 2 * ((cell[origin + LEAPS[way][1]] & refused) == 0)
        able |= pair * free << 2 * way
    if places[8 * origin + 7] == at + 7:
        mark_run(legal, at, able)
        return
    while able:
        at = places[8 * origin + bits.lsb(able)]
        legal[at >> 6] |= bits.bit(at & 63)
        able &= able - 1


def note_taken(
    taken: memoryview[int], where: Sequence[int], first: i32, stop: i32, size: i32
) -> None:
    """Note the squares of a part of ``where`` as bits, in a word for each row, then each column.

    Another bit, from the 32nd on, notes it as seen from the other end of the row or column.
    """
    square: i32
    row: i32
    column: i32
    i: i32
    for i in range(first, stop):
        square = where[i]
        row = size + 1 - (square >> 5)
        column = (square & 31) - 2
        taken[row] |= bits.bit(column) | bits.bit(31 + size - column)
        taken[LARGEST + column] |= bits.bit(row) | bits.bit(31 + size - row)


def mark_line(
    legal: memoryview[int],
    cell: Sequence[int],
    origin: i32,
    step: i32,
    taken: u64,
    place: i32,
    first: i32,
    size: i32,
    refused: i32,
) -> None:
    """Set the bit of each legal move of an archer along a row or column, where it has some place.

    ``first`` is the action to the first square, unless the archer stands there.
    """
    # The bits of what is ahead and of what is behind, the nearest square first; the edge is taken.
    ahead: u64 = (taken & LOW) >> (place + 1) | bits.bit(size - 1 - place)
    behind: u64 = taken >> 32 >> (size - place) | bits.bit(place)
    far: i32 = bits.lsb(behind)
    mark_run(legal, first + place - far, bits.bit(far + bits.lsb(ahead)) - 1)
    # What comes after one piece may be captured.
    ahead &= ahead - 1
    behind &= behind - 1
    if ahead:
        far = bits.lsb(ahead)
        if not cell[origin + step * (far + 1)] & refused:
            far = first + place + far
            legal[far >> 6] |= bits.bit(far & 63)
    if behind:
        far = bits.lsb(behind) + 1
        if not cell[origin - step * far] & refused:
            far = first + place - far
            legal[far >> 6] |= bits.bit(far & 63)


def mark_archer(
    legal: memoryview[int],
    cell: Sequence[int],
    origin: i32,
    taken: Sequence[int],
    leaps: i32,
    size: i32,
    refused: i32,
) -> None:
    """Set the bit of each legal move of an archer."""
    row: i32 = size + 1 - (origin >> 5)
    column: i32 = (origin & 31) - 2
    at: i32 = leaps + 2 * (size - 1) * (size * row + column)
    mark_line(legal, cell, origin, 1, taken[row], column, at, size, refused)
    at += size - 1
    mark_line(legal, cell, origin, -STRIDE, taken[LARGEST + column], row, at, size, refused)
