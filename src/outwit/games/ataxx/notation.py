"""How Ataxx writes positions and moves, and draws positions in letters."""

from __future__ import annotations

from outwit.core import fields
from outwit.errors import BadOption, BadPosition, UnreadableMove
from outwit.geometry import grid, squares

SIZE = 7
STRIDE = 9
START = ["x.....o", *["......."] * 5, "o.....x"]
SQUARES = [row * STRIDE + column for row in range(SIZE) for column in range(SIZE)]
FULL = sum(1 << square for square in SQUARES)
# The name of each square, also of those that are never used.
NAMES = [squares.name(square % STRIDE, square // STRIDE) for square in range(64)]
PASS = 0xFFFF
SYMBOLS = "xo-"
DIGITS = str.maketrans("0123", ".xo-")
PICTURE = str.maketrans("xo-.", "rbX-")


def read(text: str, clock: int) -> tuple[list[str], int, int, int]:
    """Return the rows, the side to move, the jumps and the move number of a position's text."""
    board, side, jumps, number = fields.split(text, ("board", "side", "jumps", "move number"))
    rows = grid.read(board, SYMBOLS, SIZE, SIZE)
    if not any(letter in "xo" for row in rows for letter in row):
        raise BadPosition("board: no piece found")
    return (
        rows,
        fields.side(side, "xo"),
        fields.number(jumps, "jumps", 0, clock),
        fields.number(number, "move number", 1),
    )


def set_up(rows: list[str]) -> tuple[int, int, int]:
    """Return the squares of Red, of Blue and of the blocks as bits."""
    if len(rows) != SIZE or any(len(row) != SIZE for row in rows):
        raise BadPosition(f"board: {SIZE} rows of {SIZE} squares expected")
    line = "".join(reversed(rows))
    red, blue, blocks = (
        sum(1 << square for square, letter in zip(SQUARES, line, strict=True) if letter == symbol)
        for symbol in SYMBOLS
    )
    return red, blue, blocks


def write_rows(red: int, blue: int, blocks: int) -> list[str]:
    """List the rows from the top, ``.`` being empty."""
    # One decimal digit a square.
    digits = int(f"{red:b}") + 2 * int(f"{blue:b}") + 3 * int(f"{blocks:b}")
    line = f"{digits:063}".translate(DIGITS)[::-1]
    return [line[start : start + SIZE] for start in range(STRIDE * (SIZE - 1), -1, -STRIDE)]


def draw(rows: list[str]) -> str:
    """Draw a position for people, in letters."""
    wide = [" ".join(row.translate(PICTURE)) for row in rows]
    lines = [f"{SIZE - i}  {row}" for i, row in enumerate(wide)]
    return "\n".join([*lines, "   a b c d e f g"])


def read_square(text: str) -> int | None:
    """Return the number of a named square."""
    place = squares.read(text, SIZE, SIZE)
    return None if place is None else place[1] * STRIDE + place[0]


def read_block(block: str, stones: int, blocks: int) -> int:
    """Return the bits of a named square and its reflections about the middle row and column.

    Raise BadOption unless they are empty.
    """
    place = squares.read(block, SIZE, SIZE)
    if place is None:
        raise BadOption(f"option blocks: {block[:20]!r} is no square of the board")
    column, row = place
    image = 0
    for r in (row, SIZE - 1 - row):
        for c in (column, SIZE - 1 - column):
            if stones >> (r * STRIDE + c) & 1:
                raise BadOption(f"option blocks: {squares.name(c, r)} holds a piece")
            image |= 1 << (r * STRIDE + c)
    if blocks >> (row * STRIDE + column) & 1:
        raise BadOption(f"option blocks: {block} is blocked already")
    return image


def parse_move(text: str) -> int:
    """Return the number of a move, legal or not."""
    if text == "0000":
        return PASS
    named = [part for part in (text[:2], text[2:]) if part]
    places = [square for part in named if (square := read_square(part)) is not None]
    if not named or len(places) != len(named):
        raise UnreadableMove(f"move {text[:40]!r} is no clone (b7), jump (a7c5) or pass (0000)")
    origin, target = places[0], places[-1]
    if len(places) == 2 and origin == target:
        raise UnreadableMove(f"move {text!r} goes nowhere")
    return origin | target << 6
