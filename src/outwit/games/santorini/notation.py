"""How Santorini writes positions and moves, and draws positions in letters."""

from __future__ import annotations

from functools import lru_cache

from outwit.core import fields
from outwit.core.board import Board, Square
from outwit.errors import BadPosition, UnreadableMove
from outwit.games.santorini.compass import COMPASS, SIZE
from outwit.geometry import squares

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from outwit.core.piece import Piece

START = "00000/00Y00B0/00000/00A00Z0/00000 w 1"
WORKERS = "ABYZ"
DIRECTIONS = {way: name for name, way in COMPASS.items()}
# For each square, the name of the direction to each other one, empty unless it is a neighbour.
STEPS = [
    [
        DIRECTIONS.get((target // SIZE - origin // SIZE, target % SIZE - origin % SIZE), "")
        for target in range(SIZE * SIZE)
    ]
    for origin in range(SIZE * SIZE)
]


def neighbour(square: int, name: str) -> int | None:
    """Return the square next to another in a named direction, None off the board."""
    down, right = COMPASS[name]
    row, column = square // SIZE + down, square % SIZE + right
    return row * SIZE + column if 0 <= row < SIZE and 0 <= column < SIZE else None


def square_name(square: int) -> str:
    """Name a square, for pictures and screens; moves name workers and directions instead."""
    return squares.name(square % SIZE, SIZE - 1 - square // SIZE)


def read_cells(row: str, number: int) -> list[str]:
    """Cut a row into its five cells: a level, then a worker's letter if one stands there."""
    cells: list[str] = []
    for symbol in row:
        if symbol in "01234":
            cells.append(symbol)
        elif symbol in WORKERS and cells and len(cells[-1]) == 1:
            cells[-1] += symbol
        else:
            raise BadPosition(f"board, row {number}: {symbol!r} is no level, nor a worker on one")
    if len(cells) != SIZE:
        raise BadPosition(f"board, row {number}: {SIZE} cells expected, {len(cells)} found")
    return cells


def read(text: str) -> tuple[list[str], int, int]:
    """Return the cells, the side to move and the turn number of a position's text."""
    board, side, number = fields.split(text, ("board", "side", "turn number"))
    rows = board.split("/")
    if len(rows) != SIZE:
        raise BadPosition(f"board: {SIZE} rows expected, {len(rows)} found")
    cells = [cell for number, row in enumerate(rows, 1) for cell in read_cells(row, number)]
    found = "".join(sorted(cell[1:] for cell in cells))
    if found != WORKERS:
        raise BadPosition(f"board: one each of {WORKERS} expected, {found!r} found")
    if any(cell[0] == "4" for cell in cells if len(cell) == 2):
        raise BadPosition("board: a worker stands on a dome")
    if any(f"3{w}" in cells for w in "AB") and any(f"3{w}" in cells for w in "YZ"):
        raise BadPosition("board: workers of both sides stand on level 3")
    return cells, fields.side(side, "wb"), fields.number(number, "turn number", 1)


def set_up(cells: list[str]) -> tuple[list[int], list[int], list[int]]:
    """Return the levels of the cells, the squares of the workers, and what has reached each level.

    What has reached a level, from 0 to 5, are squares as bits.
    """
    if len(cells) != SIZE * SIZE:
        raise BadPosition(f"board: {SIZE * SIZE} cells expected, {len(cells)} found")
    levels = [int(cell[0]) for cell in cells]
    places = {cell[1]: square for square, cell in enumerate(cells) if len(cell) == 2}
    reached = [
        sum(1 << square for square, level in enumerate(levels) if level >= height)
        for height in range(6)
    ]
    return levels, [places[name] for name in WORKERS], reached


def write_cells(levels: list[int], workers: tuple[int, int, int, int]) -> list[str]:
    """List the cells from the top left: a level, then a worker's letter if one is there."""
    names = dict(zip(workers, WORKERS, strict=True))
    return [f"{level}{names.get(square, '')}" for square, level in enumerate(levels)]


def write(cells: list[str], side: int, number: int) -> str:
    """Write a position on one line."""
    rows = ["".join(cells[i : i + SIZE]) for i in range(0, SIZE * SIZE, SIZE)]
    return f"{'/'.join(rows)} {'wb'[side]} {number}"


def draw(cells: list[str]) -> str:
    """Draw a position for people, in letters."""
    line = "+--" * SIZE + "+"
    wide = [f"{cell:2}" for cell in cells]
    rows = [f"|{'|'.join(wide[i : i + SIZE])}|" for i in range(0, SIZE * SIZE, SIZE)]
    return "\n".join([line, *(part for row in rows for part in (row, line))])


def view(cells: list[str], pieces: Sequence[Piece]) -> Board:
    """Return a position's board."""
    by_letter = {piece.letter: piece for piece in pieces}
    shown = [square(i, int(cell[0]), by_letter.get(cell[1:])) for i, cell in enumerate(cells)]
    return Board(SIZE, SIZE, tuple(shown))


@lru_cache(SIZE * SIZE * 5 * 5)
def square(number: int, level: int, piece: Piece | None) -> Square:
    """Return a square; boards share those that are the same."""
    row, column = divmod(number, SIZE)
    obstacle = "dome" if level == 4 else ""
    return Square(square_name(number), row, column, piece, level, 0, obstacle)


def split_move(text: str) -> list[str]:
    """Return a move's worker, step and, if there is one, build, wherever the worker may be."""
    parts = text.split(",")
    if (
        len(parts) not in (2, 3)
        or len(parts[0]) != 1
        or parts[0] not in WORKERS
        or any(part not in COMPASS for part in parts[1:])
    ):
        raise UnreadableMove(f"move {text[:40]!r} is no worker, step and build such as A,n,s")
    return parts


def parse_move(text: str, workers: tuple[int, int, int, int]) -> int:
    """Return the number of a move, legal or not, with the workers where they are."""
    parts = split_move(text)
    origin = workers[WORKERS.index(parts[0])]
    target = neighbour(origin, parts[1])
    build = target if target is None or len(parts) == 2 else neighbour(target, parts[2])
    if target is None or build is None:
        raise UnreadableMove(f"move {text!r} leaves the board")
    return origin | target << 5 | build << 10
