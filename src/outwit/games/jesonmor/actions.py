"""The legal moves of Jeson Mor as actions, which ``numbering`` describes."""

from __future__ import annotations

from cython import bint
from cython import int as i32
from cython import uint as u32

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
STRIDE = ways.STRIDE
WAYS = ways.WAYS
LEAPS = ways.LEAPS
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


def mark_knight(
    legal: memoryview[int],
    cell: Sequence[int],
    origin: i32,
    places: Sequence[int],
    refused: i32,
    legs: bint,
) -> None:
    """Set the bit of each legal leap from a square."""
    way: i32
    at: i32
    for way in range(4):
        if legs and cell[origin + WAYS[way]]:
            continue
        if not cell[origin + LEAPS[way][0]] & refused:
            at = places[8 * origin + 2 * way]
            legal[at >> 6] |= bits.bit(at & 63)
        if not cell[origin + LEAPS[way][1]] & refused:
            at = places[8 * origin + 2 * way + 1]
            legal[at >> 6] |= bits.bit(at & 63)


def mark_archer(
    legal: memoryview[int],
    cell: Sequence[int],
    origin: i32,
    leaps: i32,
    size: i32,
    refused: i32,
) -> None:
    """Set the bit of each legal move of an archer."""
    row: i32 = size + 1 - (origin >> 5)
    column: i32 = (origin & 31) - 2
    first: i32 = leaps + 2 * (size - 1) * (size * row + column)
    target: i32
    way: i32
    at: i32
    on: i32
    for way in range(4):
        # Up and to the left, the numbers go down.
        on = 1 if way == 1 or way == 2 else -1
        at = first + (column if way & 1 else size - 1 + row) + (on >> 1)
        target = origin + WAYS[way]
        while not cell[target]:
            legal[at >> 6] |= bits.bit(at & 63)
            target += WAYS[way]
            at += on
        if cell[target] & OFF:
            continue
        target += WAYS[way]
        at += on
        while not cell[target]:
            target += WAYS[way]
            at += on
        if not cell[target] & refused:
            legal[at >> 6] |= bits.bit(at & 63)
