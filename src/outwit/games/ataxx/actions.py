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
from outwit.games.ataxx import notation

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

# By direction: the shift that brings a target to its origin, the first square of the box, the
# unused squares between two of its rows, its first action and the number of its actions.
SHIFTS = [STRIDE * down + right for down, right in DIRECTIONS]
CORNERS = [box(down, right)[0] for down, right in DIRECTIONS]
GAPS = [STRIDE - (SIZE - abs(right)) for _, right in DIRECTIONS]
FIRSTS = [
    NUMBERS[corner | (corner + shift) << 6] for corner, shift in zip(CORNERS, SHIFTS, strict=True)
]
LENGTHS = [len(box(down, right)) for down, right in DIRECTIONS]
# The lowest squares of a word, by their number.
LOWEST = [(1 << number) - 1 for number in range(65)]


def blocks(gap: int, height: int) -> int:
    """Return every other block of some rows, as bits; the rows within a block have no gaps."""
    block = (1 << height * (STRIDE - gap)) - 1
    return sum(block << place for place in range(0, 64, 2 * height * STRIDE)) & (1 << 64) - 1


# The blocks that stay when gaps of two, three and four squares are closed, in three steps each.
STAY = [blocks(gap, height) for gap in (2, 3, 4) for height in (1, 2, 4)]


def gathered(board: u64, gap: i32) -> u64:
    """Close the gaps between the rows of a box, which begins at the first bit."""
    step: i32 = 3 * (gap - 2)
    stay: u64 = board & STAY[step]
    board = stay | (board ^ stay) >> gap
    stay = board & STAY[step + 1]
    board = stay | (board ^ stay) >> 2 * gap
    stay = board & STAY[step + 2]
    return stay | (board ^ stay) >> 4 * gap


def mark(own: u64, empty: u64, near: u64, legal: memoryview[int]) -> u64:
    """Set the bits of the clones to some squares and of the jumps; return 0 if there are none."""
    found: u64 = gathered(near, 2)
    origins: u64
    any_jump: u64 = 0
    at: i32
    shift: i32
    i: i32
    legal[0] = found
    for i in range(16):
        shift = SHIFTS[i]
        origins = own & (empty >> shift if shift > 0 else empty << -shift)
        any_jump |= origins
        origins = gathered(origins >> CORNERS[i], GAPS[i])
        at = FIRSTS[i]
        shift = at & 63
        legal[at >> 6] |= (origins & LOWEST[64 - shift]) << shift
        if shift + LENGTHS[i] > 64:
            legal[(at >> 6) + 1] |= origins >> (64 - shift)
    return found | any_jump


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
