"""The numbers of actions of Advance.

First come the moves and then the acts without moving, marked ``*``; both in the order of their
origins and then of their targets, square by square from the top left, as the side to move sees the
board: for Black, it is turned by half a turn. Each pair of squares that some piece can move or act
between has one number, whatever the piece.
"""

from __future__ import annotations

from outwit.core.symmetry import IDENTITY
from outwit.errors import UnreadableMove
from outwit.games.advance import notation, pieces
from outwit.games.advance.board import SIZE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.core.symmetry import Symmetry

CELLS = SIZE * SIZE
# What no pair of squares has as its number.
NONE = 0xFFFF
# Rows down and columns to the right, as long as the longest lines: where a piece can move, namely
# in lines and like a Sentinel, and where it can act, namely beside it and where a Catapult shoots.
LENGTHS = range(1 - SIZE, SIZE)
STEPS = [
    (down, right)
    for down in LENGTHS
    for right in LENGTHS
    if (down or right)
    and (not down or not right or abs(down) == abs(right) or down * down + right * right == 5)
]
ACTS = [
    (down, right)
    for down, right in STEPS
    if max(abs(down), abs(right)) == 1 or (abs(down), abs(right)) in ((0, 3), (3, 0), (2, 2))
]
PAIRS = [
    (act, SIZE * row + column, SIZE * (row + down) + column + right)
    for act, steps in enumerate((STEPS, ACTS))
    for row in range(SIZE)
    for column in range(SIZE)
    for down, right in steps
    if 0 <= row + down < SIZE and 0 <= column + right < SIZE
]
COUNT = len(PAIRS)


def cells() -> list[int]:
    """Return, by side and square, the cell that the side sees; 0 for the margin."""
    table = [0] * 512
    for cell in range(CELLS):
        square = pieces.at(cell % SIZE, SIZE - 1 - cell // SIZE)
        table[square] = cell
        table[256 + square] = CELLS - 1 - cell
    return table


def moves() -> list[int]:
    """Return, by side and action, the move."""
    white = [pieces.at(cell % SIZE, SIZE - 1 - cell // SIZE) for cell in range(CELLS)]
    return [
        squares[target] | squares[origin] << 8 | act * pieces.ACT
        for squares in (white, white[::-1])
        for act, origin, target in PAIRS
    ]


def actions() -> list[int]:
    """Return, by act, origin and target, the action; NONE where no piece does that."""
    table = [NONE] * (2 * CELLS * CELLS)
    for action, (act, origin, target) in enumerate(PAIRS):
        table[(act * CELLS + origin) * CELLS + target] = action
    return table


SEEN = cells()
MOVES = moves()
ACTIONS = actions()


def write(action: int, side: int) -> str:
    """Write an action of a side as the text of a move."""
    move = MOVES[side * COUNT + action]
    act = "*" if move & pieces.ACT else ""
    return f"{pieces.NAMES[move >> 8 & 255]}{act}{pieces.NAMES[move & 255]}"


def parse(text: str, side: int) -> int:
    """Return the action of a side's move; raise UnreadableMove if no piece does that."""
    move = notation.parse_move(text)
    act = 1 if move & pieces.ACT else 0
    origin, target = SEEN[256 * side + (move >> 8 & 255)], SEEN[256 * side + (move & 255)]
    action = ACTIONS[(act * CELLS + origin) * CELLS + target]
    if action == NONE:
        raise UnreadableMove(f"move {text!r} is one that no piece makes")
    return action


def reflect(action: int, symmetry: Symmetry) -> int:
    """Return the image of an action: itself, or with left and right exchanged."""
    if symmetry == IDENTITY:
        return action
    act, origin, target = PAIRS[action]
    return ACTIONS[(act * CELLS + mirror(origin)) * CELLS + mirror(target)]


def mirror(cell: int) -> int:
    """Return the cell in the same row, as far from the right as this one is from the left."""
    return cell + SIZE - 1 - 2 * (cell % SIZE)
