"""Fixed numbers for the moves of Ataxx: clones by target, jumps by direction and origin, the pass.

Squares count from a1, row by row. The jumps of one direction have their origins in a box of the
board; their numbers follow one another in the order of the box's squares.
"""

from __future__ import annotations

from cython import int as i32
from cython import uint as u32
from cython import ulonglong as u64

from outwit.core.symmetry import Symmetry
from outwit.errors import UnreadableMove
from outwit.games.ataxx import jumps, notation

SIZE = notation.SIZE
STRIDE = notation.STRIDE
SQUARES = notation.SQUARES
# Rows and columns from origin to target.
DIRECTIONS = [
    (down, right) for down in range(-2, 3) for right in range(-2, 3) if 2 in (abs(down), abs(right))
]


def box(down: int, right: int) -> list[int]:
    """List the squares from which a jump in a direction stays on the board."""
    rows = range(max(0, -down), min(SIZE, SIZE - down))
    columns = range(max(0, -right), min(SIZE, SIZE - right))
    return [row * STRIDE + column for row in rows for column in columns]


# The jumps in 16 directions from some squares: 5 of 7 rows or columns remain where a jump goes two.
LISTED = [
    *(square | square << 6 for square in SQUARES),
    *(
        square | (square + STRIDE * down + right) << 6
        for down, right in DIRECTIONS
        for square in box(down, right)
    ),
    notation.PASS,
]
COUNT = 530
LAST = COUNT - 1
PASS = notation.PASS
MOVES = LISTED
NUMBERS = {move: number for number, move in enumerate(LISTED)}
# The action of each origin plus 64 times its target.
ACTIONS = [NUMBERS.get(move, -1) for move in range(64 * 64)]


def mark(own: u64, empty: u64, near: u64, legal: memoryview[int]) -> u64:
    """Set the bits of the clones to some squares and of the jumps; return 0 if there are none."""
    return jumps.write_actions(own, empty, near, legal)


def number_of(move: u32) -> i32:
    """Return the action of a move."""
    return LAST if move == PASS else ACTIONS[move]


def move_of(action: i32) -> u32:
    """Return the move of an action, legal or not."""
    return MOVES[action]


def parse(text: str) -> int:
    """Return the action of a move's text; raise UnreadableMove if it is none."""
    move = notation.parse_move(text)
    if move not in NUMBERS:
        raise UnreadableMove(f"move {text!r} is no jump to a square exactly two away")
    return NUMBERS[move]


def image(action: int, symmetry: Symmetry) -> int:
    """Return the action that does the same in the image of a position."""
    if action == LAST:
        return LAST
    move = LISTED[action]
    return NUMBERS[reflected(move & 63, symmetry) | reflected(move >> 6, symmetry) << 6]


def reflected(square: int, symmetry: Symmetry) -> int:
    """Return the image of a square."""
    row, column = symmetry.image(SIZE - 1 - square // STRIDE, square % STRIDE, SIZE, SIZE)
    return (SIZE - 1 - row) * STRIDE + column
