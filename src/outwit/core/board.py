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


# Kinds of boards, and rows of each, that are kept.
MOST_KINDS, MOST_KEPT = 64, 20_000


class Square(Value):
    """One square and what is on it.

    Args:
        name: Its name, such as ``a1``.
        row: Its row from the top, from 0.
        column: Its column from the left, from 0.
        piece: The piece on it, None without one.
        level: How high it is built up, from 0.
        value: What it is worth, 0 in most games.
        obstacle: What keeps pieces out, such as ``wall``; empty without one.
        mark: What is special about the square itself; empty if nothing is.

    >>> import outwit
    >>> square = outwit.game("ataxx").start()["a7"]
    >>> square.name, square.row, square.column, square.piece.name, square.owner
    ('a7', 0, 0, 'stone', FIRST)
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
        """Return the side of the piece on the square, None without a piece."""
        return None if self.piece is None else self.piece.owner


class Board(Value):
    """A grid of squares, of which some may be missing. Iterate over it row by row.

    Args:
        rows: The number of rows.
        columns: The number of columns.
        squares: The squares, row by row from the top.

    ``board[name]`` is a square by its name; it raises UnknownSquare if there is none.

    >>> import outwit
    >>> board = outwit.game("ataxx").start().board
    >>> board.rows, board.columns, len(board), board["a7"].piece.name, board["a6"].piece
    (7, 7, 49, 'stone', None)
    >>> board.at(0, 0).name, board.at(9, 0), "a7" in board
    ('a7', None, True)
    """

    rows: int
    columns: int
    squares: tuple[Square, ...]

    def at(self, row: int, column: int) -> Square | None:
        """Return the square of a ``row`` and ``column``, from 0; None where the board has none."""
        try:
            return self.by_place.get((row, column))
        except TypeError:  # a list, which is no number of a row
            return None

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

    def __repr__(self) -> str:
        return f"<Board {self.rows}×{self.columns}>"

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
    kind = KINDS.get(key)
    if kind is None or kind.pieces is not pieces or len(kind.rows) > MOST_KEPT:
        if len(KINDS) > MOST_KINDS:
            KINDS.clear()
        kind = KINDS[key] = _Kind(len(rows), pieces, obstacles or {}, marks or {})
    found: list[Square] = []
    for row, line in enumerate(rows):
        squares = kind.rows.get((row, line))
        found += kind.row(row, line) if squares is None else squares
    return Board(len(rows), len(rows[0]), tuple(found))


class _Kind:
    """The squares of boards of a kind. Most are the same from move to move, so boards share them.

    Hence squares that are alike are nearly always the same object, which is faster to compare.
    """

    def __init__(
        self,
        height: int,
        pieces: tuple[Piece, ...],
        obstacles: dict[str, str],
        marks: dict[str, str],
    ) -> None:
        self.height = height
        self.pieces = pieces
        self.by_letter = {piece.letter: piece for piece in pieces}
        self.obstacles = dict(obstacles)
        self.marks = dict(marks)
        self.rows: dict[tuple[int, str], tuple[Square, ...]] = {}
        # By row, column and letter.
        self.squares: dict[tuple[int, int, str], Square] = {}

    def row(self, row: int, line: str) -> tuple[Square, ...]:
        """Return a row of a board, and keep it."""
        found = self.rows[row, line] = tuple(
            [self.square(row, column, letter) for column, letter in enumerate(line)]
        )
        return found

    def square(self, row: int, column: int, letter: str) -> Square:
        """Return a square by what is on it, and keep it."""
        kept = self.squares.get((row, column, letter))
        if kept is None:
            name = names.name(column, self.height - 1 - row)
            piece = self.by_letter.get(letter)
            obstacle = self.obstacles.get(letter, "")
            mark = self.marks.get(name, "" if piece or obstacle or letter == "." else letter)
            kept = Square(name, row, column, piece, 0, 0, obstacle, mark)
            self.squares[row, column, letter] = kept
        return kept


KINDS: dict[tuple[object, ...], _Kind] = {}
