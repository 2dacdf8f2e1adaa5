"""How Jeson Mor writes positions and moves, and draws positions in letters."""

from __future__ import annotations

from outwit.core import fields
from outwit.errors import BadOption, BadPosition, UnreadableMove
from outwit.games.jesonmor.ways import STRIDE
from outwit.geometry import grid, squares

SMALLEST, LARGEST = 3, 25
EMPTY, KNIGHT, ARCHER, WHITE, BLACK, OFF = 0, 1, 2, 4, 8, 16
PIECES = {"K": WHITE | KNIGHT, "A": WHITE | ARCHER, "k": BLACK | KNIGHT, "a": BLACK | ARCHER}
# The letter of each cell, for ``bytes.translate``.
PRINTED = bytes(
    next((ord(letter) for letter, piece in PIECES.items() if piece == number), ord("."))
    for number in range(256)
)
# The name of each square; squares of the margin have none.
NAMES = [
    squares.name(number % STRIDE - 2, number // STRIDE - 2)
    if 0 <= number % STRIDE - 2 < LARGEST and 0 <= number // STRIDE - 2 < LARGEST
    else ""
    for number in range(1024)
]
FIELDS = ("board", "side", "moves made", "protection", "White's score", "Black's score")


def at(column: int, row: int) -> int:
    """Return the square of a column and row counted from 0."""
    return STRIDE * (row + 2) + column + 2


def begin(size: int, archers: str) -> list[str]:
    """Return the rows of a start position."""
    if not SMALLEST <= size <= LARGEST:
        raise BadOption(f"option size: a board has from {SMALLEST} to {LARGEST} rows")
    row = ("KA" if archers == "yes" else "KK") * (size // 2) + "K"
    return [row.lower(), *["." * size] * (size - 2), row]


def read(text: str) -> tuple[list[str], int, int, int, tuple[int, int]]:
    """Return rows, side to move, moves made, protection and scores of a position's text."""
    board, side, *numbers = fields.split(text, FIELDS)
    rows = grid.read(board, "KAka")
    if not SMALLEST <= len(rows) <= LARGEST or len(rows) % 2 == 0:
        raise BadPosition(
            f"board: an odd number of rows from {SMALLEST} to {LARGEST} expected, {len(rows)} found"
        )
    if not any(letter in PIECES for row in rows for letter in row):
        raise BadPosition("board: no piece found")
    made, protection, white, black = [
        fields.number(number, name) for number, name in zip(numbers, FIELDS[2:], strict=True)
    ]
    return rows, fields.side(side, "wb"), made, protection, (white, black)


def most_moves(rows: list[str]) -> int:
    """Return a bound on the legal moves from here on; raise BadPosition if the rows are no board.

    Knights have 8 leaps, archers the squares of their two lines; pieces only become fewer.
    """
    if not 0 < len(rows) <= LARGEST or any(len(row) != len(rows) for row in rows):
        raise BadPosition("board: as many rows as columns expected")
    letters = "".join(rows)
    return max(
        8 * letters.count(knight) + 2 * (len(rows) - 1) * letters.count(archer)
        for knight, archer in ("KA", "ka")
    )


def write_rows(cells: bytearray, size: int) -> list[str]:
    """List the rows from the top, ``.`` being empty."""
    letters = cells.translate(PRINTED).decode("ascii")
    first, last = at(0, size - 1), at(0, 0)
    return [letters[start : start + size] for start in range(first, last - 1, -STRIDE)]


def has_archers(rows: list[str]) -> bool:
    """Tell whether an archer of either side is on the board."""
    return "a" in "".join(rows).lower()


def write(rows: list[str], side: int, made: int, protection: int, scores: tuple[int, int]) -> str:
    """Write a position on one line."""
    return f"{grid.write(rows)} {'wb'[side]} {made} {protection} {scores[0]} {scores[1]}"


def draw(rows: list[str]) -> str:
    """Draw a position for people, in letters."""
    size = len(rows)
    letters = "   " + " ".join(squares.COLUMNS[:size])
    lines = [letters]
    for i, row in enumerate(rows):
        cells = list(row)
        if i == size // 2 and cells[i] == ".":
            cells[i] = "x"
        lines.append(f"{size - i:2} {' '.join(cells)} {size - i}")
    return "\n".join([*lines, letters])


def parse_move(text: str, size: int) -> int:
    """Return the number of a move, legal or not, on a board of that size."""
    # No move is longer than 6 characters, and a megabyte need not be cut up.
    places = [squares.read(part, size, size) for part in squares.split(text[:8])]
    if len(places) != 2 or None in places:
        raise UnreadableMove(f"move {text[:40]!r} is no pair of squares such as a1b3")
    origin, target = (at(*place) for place in places if place)
    return origin | target << 10
