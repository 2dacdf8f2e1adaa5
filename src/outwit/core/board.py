"""A board, described in the same words for every game."""

from __future__ import annotations

from functools import cached_property

from outwit.core.excerpt import excerpt
from outwit.core.value import Value
from outwit.errors import UnknownSquare
from outwit.geometry import squares as names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from outwit.core.piece import Piece
    from outwit.core.side import Side


# Most rows are the same from move to move, so their squares are kept, by kind of board and row.
KEPT_ROWS: dict[
    tuple[object, ...], tuple[tuple[Piece, ...], dict[tuple[int, str], tuple[Square, ...]]]
] = {}
MOST_KINDS, MOST_KEPT = 64, 20_000


class Square(Value):
    """One square and all that is on it.

    Rows count from the top, columns from the left, both from 0. ``level`` is how high it is built
    up, ``value`` what it is worth. ``obstacle`` names what keeps pieces out, such as a wall;
    ``mark`` says what is special about the square itself.
    """

    name: str
    row: int
    column: int
    piece: Piece | None = None
    level: int = 0
    value: int = 0
    obstacle: str = ""
    mark: str = ""

    @property
    def owner(self) -> Side | None:
        """Return whose piece is there, None if there is none."""
        return None if self.piece is None else self.piece.owner


class Board(Value):
    """A grid of squares, of which some may be missing; iterate over it row by row.

    >>> import outwit
    >>> board = outwit.game("ataxx").start().board
    >>> board.rows, board.columns, len(board), board["a7"].piece.name, board["a6"].piece
    (7, 7, 49, 'stone', None)
    """

    rows: int
    columns: int
    squares: tuple[Square, ...]

    def at(self, row: int, column: int) -> Square | None:
        """Return the square of a row and column, None where the board has none."""
        return self.by_place.get((row, column))

    def __getitem__(self, name: str) -> Square:
        square = self.by_name.get(name) if isinstance(name, str) else None
        if square is None:
            raise UnknownSquare(f"square {excerpt(name)} is not on the board")
        return square

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self.by_name

    def __iter__(self) -> Iterator[Square]:
        return iter(self.squares)

    def __len__(self) -> int:
        return len(self.squares)

    @cached_property
    def by_name(self) -> dict[str, Square]:
        """Return the squares by name."""
        return {square.name: square for square in self.squares}

    @cached_property
    def by_place(self) -> dict[tuple[int, int], Square]:
        """Return the squares by row and column."""
        return {(square.row, square.column): square for square in self.squares}


def from_rows(
    rows: list[str],
    pieces: tuple[Piece, ...],
    obstacles: dict[str, str] | None = None,
    marks: dict[str, str] | None = None,
) -> Board:
    """Return the board of rows of letters, from the top; its columns are named by letters.

    A letter is that of a piece, ``.`` for an empty square, or that of an obstacle with its name;
    whatever else it is becomes the mark of the square. ``marks`` are those of named squares.
    """
    key = id(pieces), len(rows), tuple((obstacles or {}).items()), tuple((marks or {}).items())
    kept = KEPT_ROWS.get(key)
    if kept is None or kept[0] is not pieces or len(kept[1]) > MOST_KEPT:
        if len(KEPT_ROWS) > MOST_KINDS:
            KEPT_ROWS.clear()
        kept = KEPT_ROWS[key] = pieces, {}
    found: list[Square] = []
    for row, line in enumerate(rows):
        squares = kept[1].get((row, line))
        if squares is None:
            squares = _row(row, line, len(rows), pieces, obstacles or {}, marks or {})
            kept[1][row, line] = squares
        found += squares
    return Board(len(rows), len(rows[0]), tuple(found))


def _row(
    row: int,
    line: str,
    rows: int,
    pieces: tuple[Piece, ...],
    obstacles: dict[str, str],
    marks: dict[str, str],
) -> tuple[Square, ...]:
    by_letter = {piece.letter: piece for piece in pieces}
    found = []
    for column, letter in enumerate(line):
        name = names.name(column, rows - 1 - row)
        piece = by_letter.get(letter)
        obstacle = obstacles.get(letter, "")
        mark = marks.get(name, "" if piece or obstacle or letter == "." else letter)
        found.append(Square(name, row, column, piece, 0, 0, obstacle, mark))
    return tuple(found)
