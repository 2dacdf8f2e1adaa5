"""How Push writes positions and moves, draws positions in letters, and chooses its start boards."""

from __future__ import annotations

from outwit.core import fields
from outwit.errors import BadFile, BadOption, BadPosition, UnreadableMove
from outwit.games.push.save import Board, check_cells, read_save
from outwit.geometry.squares import plain_number

START = "0.0.0.0./0.4.2.1.1.0./0.9.1.1.5.0./0.0.0.0. O"
LONGEST = 255
USUAL_LENGTH = 8


def begin(board: str | None, rows: int | None, columns: int | None, seed: int | None) -> Board:
    """Return the board of a save file, a random one (8 by 8 unless asked), or the usual one."""
    shape = (rows, columns, seed)
    if board is not None:
        if shape != (None, None, None):
            raise BadOption("option board: a given board leaves nothing for rows, columns or seed")
        try:
            return read_save(board.encode("utf-8", "replace"))
        except BadFile as error:
            raise BadOption(f"option board: {error}") from None
    if shape == (None, None, None):
        return read(START)
    rows, columns = rows or USUAL_LENGTH, columns or USUAL_LENGTH
    if max(rows, columns) > LONGEST:
        raise BadOption(f"options rows and columns: a random board has at most {LONGEST}")
    return random_board(rows, columns, seed or 0)


def random_board(rows: int, columns: int, seed: int) -> Board:
    """Return an empty board with values from 1 to 9, the same for the same seed."""
    from random import Random

    rng = Random(seed)
    values = bytes(
        rng.randint(1, 9) if 0 < row < rows - 1 and 0 < column < columns - 1 else 0
        for row in range(rows)
        for column in range(columns)
    )
    return Board(rows, columns, 0, values, bytes(rows * columns))


def read(text: str) -> Board:
    """Return the board of a position's text."""
    cells, side = fields.split(text, ("board", "side"))
    rows = cells.split("/")
    if len(rows) < 3 or len(rows[1]) < 6 or not cells.isascii():
        raise BadPosition("board: at least 3 rows of 3 cells, two characters each, expected")
    rows[0], rows[-1] = f"  {rows[0]}  ", f"  {rows[-1]}  "
    for number, row in enumerate(rows):
        if len(row) != len(rows[1]) or len(row) % 2:
            raise BadPosition(f"board, row {number}: the row is not as long as row 1")
    turn = fields.side(side, "OX")
    columns = len(rows[1]) // 2
    line = "".join(rows).encode()
    try:
        return check_cells(len(rows), columns, turn, line[::2], line[1::2], BadPosition)
    except BadPosition as error:
        raise BadPosition(f"board, {error}") from None


def check_shape(board: Board) -> None:
    """Raise BadPosition unless a board has its values and stones, and both are possible."""
    size = board.rows * board.columns
    if min(board.rows, board.columns) < 3 or {len(board.values), len(board.stones)} != {size}:
        raise BadPosition("board: at least 3 rows of 3 cells expected, each with its value")
    if max(board.values) > 9 or max(board.stones) > 2:
        raise BadPosition("board: values up to 9 and stones of O and X expected")


def write(board: Board) -> str:
    """Write a position on one line."""
    lines = board.lines()
    lines[0], lines[-1] = lines[0][2:-2], lines[-1][2:-2]
    return f"{'/'.join(lines)} {'OX'[board.side]}"


def draw(board: Board) -> str:
    """Draw a position for people, in letters."""
    margin = len(str(board.rows - 1))
    width = max(2, len(str(board.columns - 1)))
    lines = [" " * margin]
    lines[0] += "".join(f" {column:{width}}" for column in range(board.columns))
    for row, line in enumerate(board.lines()):
        cells = [f"{line[i : i + 2]:{width}}" for i in range(0, len(line), 2)]
        lines.append(f"{row:{margin}} {' '.join(cells)}")
    return "\n".join(line.rstrip() for line in lines)


def parse_move(text: str, rows: int, columns: int) -> int:
    """Return the number of a move, legal or not, on a board of that size."""
    parts = text.split(",")
    if len(parts) != 2 or not all(plain_number(part) for part in parts):
        raise UnreadableMove(f"move {text[:40]!r} is no row and column such as 1,2")
    if max(map(len, parts)) > 9 or int(parts[0]) >= rows or int(parts[1]) >= columns:
        raise UnreadableMove(f"move {text[:40]!r} is off the board")
    return int(parts[0]) * columns + int(parts[1])
