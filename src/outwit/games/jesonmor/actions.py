"""Actions of Jeson Mor: a number for each move, and the legal moves as numbers.

No direction is special, so both sides share the numbers. Cells count row by row from the top left.
The first 8 · cells actions are knight's leaps: 8 times the origin's cell plus the leap, clockwise
from two up and one to the left. Leaps off the board are never legal. With archers, 2 · (size - 1)
actions for each origin follow: the other squares of its row from the left, then those of its
column from the top.
"""

from __future__ import annotations

from array import array

from cython import bint
from cython import int as i32
from cython import uint as u32
from cython import ulonglong as u64

from outwit.core import numbers
from outwit.errors import UnreadableMove, UsageError
from outwit.games.jesonmor import notation, ways
from outwit.geometry import bits, squares

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from outwit.core.symmetry import Symmetry

KNIGHT = notation.KNIGHT
ARCHER = notation.ARCHER
OFF = notation.OFF
STRIDE = ways.STRIDE
WAYS = ways.WAYS
LEAPS = ways.LEAPS
CLOCKWISE = [leap for pair in LEAPS for leap in pair]
# The number of a leap, by the difference of its squares plus LONGEST.
LONGEST = max(CLOCKWISE)
LEAP_NUMBERS = [
    CLOCKWISE.index(leap) if leap in CLOCKWISE else 0 for leap in range(-LONGEST, LONGEST + 1)
]
# Tables by size, made when they are first wanted.
TABLES: dict[int, bytearray] = {}


def count(size: int, archers: bool) -> int:
    """Return how many actions there are."""
    return size * size * (8 + 2 * (size - 1) * archers)


def table(size: int) -> bytearray:
    """Return the move of each action, archers' included, as 32-bit numbers; 0: off the board."""
    if size in TABLES:
        return TABLES[size]
    rows = [[notation.at(column, row) for column in range(size)] for row in reversed(range(size))]
    columns = list(zip(*rows, strict=True))
    squares = {square for row in rows for square in row}
    moves = [
        origin | (origin + leap) << 10 if origin + leap in squares else 0
        for row in rows
        for origin in row
        for leap in CLOCKWISE
    ]
    moves += [
        origin | target << 10
        for row in rows
        for column, origin in zip(columns, row, strict=True)
        for target in (*row, *column)
        if target != origin
    ]
    TABLES[size] = bytearray(array("I", moves).tobytes())
    return TABLES[size]


def number(move: u32, leaps: bint, size: i32) -> i32:
    """Return the action of a move that a knight or an archer can make on an empty board."""
    origin: i32 = move & 1023
    target: i32 = move >> 10
    row: i32 = size + 1 - (origin >> 5)
    column: i32 = (origin & 31) - 2
    cell: i32 = size * row + column
    if leaps:
        return 8 * cell + LEAP_NUMBERS[target - origin + LONGEST]
    cell = 8 * size * size + 2 * (size - 1) * cell
    if (origin ^ target) < STRIDE:
        return cell + (target & 31) - 2 - (target > origin)
    return cell + size - 1 + size + 1 - (target >> 5) - (target < origin)


def find(
    cell: Sequence[int],
    move: u32,
    leap: i32,
    own: i32,
    refused: i32,
    legs: bint,
) -> u32:
    """Return the move of an action if it is legal in a running game, else NO_MOVE.

    ``leap`` is the number of a knight's leap, -1 for an archer's move. ``refused`` has the bits of
    what a knight may not land on.
    """
    origin: i32 = move & 1023
    target: i32 = move >> 10
    step: i32
    square: i32
    if leap >= 0:
        if cell[origin] != own | KNIGHT or cell[target] & refused:
            return numbers.NO_MOVE
        return numbers.NO_MOVE if legs and cell[origin + WAYS[leap >> 1]] else move
    if cell[origin] != own | ARCHER or cell[target] & refused:
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


def mark(
    legal: memoryview[int],
    cell: Sequence[int],
    where: Sequence[int],
    first: i32,
    stop: i32,
    size: i32,
    refused: i32,
    legs: bint,
) -> None:
    """Set the bit of each action that the pieces of a part of ``where`` have in a running game."""
    archers: i32 = 8 * size * size
    able: u64
    i: i32
    way: i32
    origin: i32
    target: i32
    row: i32
    column: i32
    at: i32
    on: i32
    for i in range(first, stop):
        origin = where[i]
        row = size + 1 - (origin >> 5)
        column = (origin & 31) - 2
        if cell[origin] & KNIGHT:
            able = 0
            for way in range(4):
                if legs and cell[origin + WAYS[way]]:
                    continue
                able |= ((cell[origin + LEAPS[way][0]] & refused) == 0) << 2 * way
                able |= ((cell[origin + LEAPS[way][1]] & refused) == 0) << 2 * way + 1
            at = size * row + column
            legal[at >> 3] |= able << 8 * (at & 7)
            continue
        for way in range(4):
            # Up and left, the actions count down.
            on = 1 if way == 1 or way == 2 else -1
            at = archers + 2 * (size - 1) * (size * row + column) + (on >> 1)
            at += column if way & 1 else size - 1 + row
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


def ends(action: int, size: int) -> tuple[int, int, int, int]:
    """Return row and column, from the top left, of an action's origin and of its target.

    The target of a leap may lie off the board.
    """
    cells = size * size
    if action < 8 * cells:
        cell, place = divmod(action, 8)
        row, column = divmod(cell, size)
        # Counted from 16 rows below and 16 columns to the left, both numbers are positive.
        up, right = divmod(CLOCKWISE[place] + 16 * STRIDE + 16, STRIDE)
        return row, column, row - up + 16, column + right - 16
    cell, place = divmod(action - 8 * cells, 2 * (size - 1))
    row, column = divmod(cell, size)
    if place < size - 1:
        return row, column, row, place + (place >= column)
    place -= size - 1
    return row, column, place + (place >= row), column


def write(action: int, size: int) -> str:
    """Write an action as the text of a move; raise UsageError if it leads off the board."""
    row, column, down, right = ends(action, size)
    if not (0 <= down < size and 0 <= right < size):
        raise UsageError(f"action {action} is no move: it leads off the board")
    return squares.name(column, size - 1 - row) + squares.name(right, size - 1 - down)


def parse(text: str, size: int, archers: bool) -> int:
    """Return the action of a move's text; raise UnreadableMove if no piece moves so."""
    move = notation.parse_move(text, size)
    origin, target = move & 1023, move >> 10
    leaps = target - origin in CLOCKWISE
    straight = (origin // STRIDE == target // STRIDE) != (origin % STRIDE == target % STRIDE)
    if not leaps and not (archers and straight):
        raise UnreadableMove(f"move {text!r} is one that no piece makes")
    return number(move, leaps, size)


def reflect(action: int, symmetry: Symmetry, size: int) -> int:
    """Return the image of an action under a symmetry of the board."""
    row, column, down, right = ends(action, size)
    row, column = symmetry.image(row, column, size, size)
    down, right = symmetry.image(down, right, size, size)
    move = notation.at(column, size - 1 - row) | notation.at(right, size - 1 - down) << 10
    return number(move, action < 8 * size * size, size)
