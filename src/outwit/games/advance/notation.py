"""How Advance writes positions and moves, and draws positions in letters."""

from __future__ import annotations

from outwit.core import fields
from outwit.errors import BadPosition, UnreadableMove
from outwit.games.advance import pieces
from outwit.games.advance.board import SIZE, count_generals
from outwit.geometry import grid, squares

START = "mjdsgscjm/bzzzzzzzb/9/9/9/9/9/BZZZZZZZB/MJCSGSDJM w 0"
LETTERS = "".join(pieces.CELLS).replace(".", "")


def read(text: str, limit: int) -> tuple[list[str], int, int]:
    """Return the rows, the side to move and the moves made of a position's text."""
    board, side, made = fields.split(text, ("board", "side", "moves made"))
    rows = grid.read(board, LETTERS, SIZE, SIZE)
    check_generals(rows)
    most = limit or fields.MOST
    return rows, fields.side(side, "wb"), fields.number(made, "moves made", 0, most)


def check_generals(rows: list[str]) -> None:
    """Raise BadPosition unless each side has one General."""
    if wrong := count_generals(rows):
        raise BadPosition(f"board: {wrong}")


def check_shape(rows: list[str]) -> None:
    """Raise BadPosition unless the rows are a board, with one General a side."""
    if len(rows) != SIZE or any(len(row) != SIZE for row in rows):
        raise BadPosition(f"board: {SIZE} rows of {SIZE} squares expected")
    check_generals(rows)


def write_rows(cells: bytearray) -> list[str]:
    """List the rows from the top, as the board file has them."""
    letters = cells.translate(pieces.PRINTED).decode("ascii")
    return [letters[start : start + SIZE] for start in pieces.ROWS]


def write_file(rows: list[str]) -> bytes:
    """Write a board file."""
    return "".join(f"{row}\n" for row in rows).encode()


def write(rows: list[str], side: int, made: int) -> str:
    """Write a position on one line."""
    return f"{grid.write(rows)} {'wb'[side]} {made}"


def draw(rows: list[str]) -> str:
    """Draw a position for people, in letters."""
    lines = [f"{SIZE - i}  {' '.join(row)}" for i, row in enumerate(rows)]
    return "\n".join([*lines, f"   {' '.join(squares.COLUMNS[:SIZE])}"])


def parse_move(text: str) -> int:
    """Return the number of a move, legal or not."""
    act = text[2:3] == "*"
    places = [squares.read(part, SIZE, SIZE) for part in (text[:2], text[3 if act else 2 :])]
    if None in places:
        raise UnreadableMove(f"move {text[:40]!r} is no move such as d2d3 or b1*b2")
    origin, target = (pieces.at(*place) for place in places if place)
    return target | origin << 8 | (pieces.ACT if act else 0)
