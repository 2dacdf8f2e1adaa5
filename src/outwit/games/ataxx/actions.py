"""Fixed numbers for the moves of Ataxx: clones by target, then jumps, then the pass.

Squares count from a1, row by row. Jumps are listed by the row of the origin, the row of the target,
the columns between them (two to the left first) and the column of the origin.
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
WORD = (1 << 64) - 1


def steps(down: int) -> list[int]:
    """List by how many columns a jump goes that goes some rows."""
    return [-2, -1, 0, 1, 2] if abs(down) == 2 else [-2, 2]


def origins(right: int) -> range:
    """Return the columns from which a jump that goes some columns stays on the board."""
    return range(max(0, -right), min(SIZE, SIZE - right))


JUMPS = [
    row * STRIDE + column | (target * STRIDE + column + right) << 6
    for row in range(SIZE)
    for target in range(max(0, row - 2), min(SIZE, row + 3))
    for right in steps(target - row)
    for column in origins(right)
]
# The jumps in 16 directions from some squares: 5 of 7 rows or columns remain where a jump goes two.
LISTED = [*(square | square << 6 for square in SQUARES), *JUMPS, notation.PASS]
COUNT = 530
LAST = COUNT - 1
PASS = notation.PASS
MOVES = LISTED
NUMBERS = {move: number for number, move in enumerate(LISTED)}
# The action of each origin plus 64 times its target.
ACTIONS = [NUMBERS.get(move, -1) for move in range(64 * 64)]


def by_row(down: int, shift: int) -> list[int]:
    """For each row of bits, list those that matter to each jump of some rows, one bit a jump.

    A jump looks at the column ``shift`` times its step beside its origin.
    """
    places = [column + shift * right for right in steps(down) for column in origins(right)]
    return [sum((row >> place & 1) << i for i, place in enumerate(places)) for row in range(128)]


# Origins and targets of the 29 jumps from a row to one two rows away, and of the ten to others.
FAR_ORIGINS = by_row(2, 0)
FAR_TARGETS = by_row(2, 1)
NEAR_ORIGINS = by_row(0, 0)
NEAR_TARGETS = by_row(0, 1)


def blocks(height: int) -> int:
    """Return every other block of some rows, as bits; the rows within a block have no gaps."""
    block = (1 << height * SIZE) - 1
    return sum(block << place for place in range(0, 64, 2 * height * STRIDE)) & WORD


# The blocks that stay when the gaps of two unused squares are closed in three steps.
ONES = blocks(1)
TWOS = blocks(2)
FOURS = blocks(4)


def gathered(board: u64) -> u64:
    """Return the squares of a board one after the other, without the unused ones."""
    stay: u64 = board & ONES
    board = stay | (board ^ stay) >> 2
    stay = board & TWOS
    board = stay | (board ^ stay) >> 4
    stay = board & FOURS
    return stay | (board ^ stay) >> 8


def mark(own: u64, empty: u64, near: u64, legal: memoryview[int]) -> u64:
    """Set the bits of the clones to some squares and of the jumps; return 0 if there are none."""
    return jumps.write_actions(
        own,
        empty,
        gathered(near),
        legal,
        FAR_ORIGINS,
        FAR_TARGETS,
        NEAR_ORIGINS,
        NEAR_TARGETS,
    )


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
