"""The parts that all pictures of a board share: the places, labels and outlines of squares."""

from __future__ import annotations

from functools import lru_cache
from html import escape

from outwit.core.board import Board, Square
from outwit.drawing.coordinates import column_labels, row_labels

# The side of a square, and the frame around the board with and without coordinates.
SIDE = 100
FRAME, NARROW_FRAME = 40, 16
# The size of coordinates. Boards longer than this many squares have larger ones and a wider frame,
# so that they can still be read; but no more than two digits have room for.
COORDINATE, LONG_BOARD, LARGEST = 26, 12, 2.5
# Boards of other shapes, or seen otherwise, are few.
MOST_KEPT = 100


class Ground:
    """A board without anything on it, seen from one side."""

    def __init__(self, board: Board, prefix: str, *, flipped: bool, coordinates: bool) -> None:
        self.prefix = escape(prefix)
        self.flipped = flipped
        self.rows, self.columns = board.rows, board.columns
        longest = max(board.rows, board.columns)
        self.enlarged = min(LARGEST, max(1.0, longest / LONG_BOARD))
        self.margin = round(FRAME * self.enlarged) if coordinates else NARROW_FRAME
        self.width = board.columns * SIDE + 2 * self.margin
        self.height = board.rows * SIDE + 2 * self.margin
        # By row and column: the top left corner, and how something is put there, upright or turned.
        self.corners = {(at.row, at.column): self._corner(at) for at in board}
        self.upright, self.turned = (
            {at: there(corner, turns=turns) for at, corner in self.corners.items()}
            for turns in (False, True)
        )
        # By name: the beginning of a piece.
        self.pieces = {
            at.name: f'<g id="{self.prefix}piece-{ident(at)}" class="piece" '
            f'data-square="{escape(at.name)}" data-piece="'
            for at in board
        }
        self.labels = self._labels(board) if coordinates else ""
        self.grid = self._grid(board)

    def _corner(self, square: Square) -> tuple[int, int]:
        row, column = square.row, square.column
        if self.flipped:
            row, column = self.rows - 1 - row, self.columns - 1 - column
        return self.margin + SIDE * column, self.margin + SIDE * row

    def _labels(self, board: Board) -> str:
        """Write the coordinates on the frame."""
        drawn = []
        m = self.margin
        # From the middle of a digit to the line it stands on.
        drop = 9 * self.enlarged
        bottom = m + self.rows * SIDE + m / 2 + drop
        for column, label in column_labels(board).items():
            shown = self.columns - 1 - column if self.flipped else column
            drawn.append(self._label(label, "column", m + SIDE * shown + SIDE / 2, bottom))
        for row, label in row_labels(board).items():
            shown = self.rows - 1 - row if self.flipped else row
            drawn.append(self._label(label, "row", m / 2, m + SIDE * shown + SIDE / 2 + drop))
        if not drawn:
            return ""
        size = f"{COORDINATE * self.enlarged:.0f}"
        style = f'font-size="{size}" font-weight="600" text-anchor="middle" aria-hidden="true"'
        return f" {style}>{''.join(drawn)}</g>"

    def _label(self, text: str, kind: str, x: float, y: float) -> str:
        """Write one coordinate."""
        return f'<text id="{self.prefix}label-{kind}-{text}" x="{x:.0f}" y="{y:.0f}">{text}</text>'

    def _grid(self, board: Board) -> str:
        """Lay an invisible square over each square, for clicks and for style sheets."""
        drawn = []
        for square in board:
            x, y = self.corners[square.row, square.column]
            drawn.append(
                f'<rect id="{self.prefix}square-{ident(square)}" class="square" '
                f'data-square="{escape(square.name)}" x="{x}" y="{y}" width="{SIDE}" '
                f'height="{SIDE}"/>'
            )
        return f'<g fill="none" pointer-events="all">{"".join(drawn)}</g>'


def placed(art: str, corner: tuple[int, int], *, turns: bool) -> str:
    """Return a copy of an artwork, by its id, on the square with a top left corner."""
    return f'<use href="#{art}"{there(corner, turns=turns)}'


def there(corner: tuple[int, int], *, turns: bool) -> str:
    """Return the end of a copy of an artwork: on the square with a top left corner."""
    x, y = corner
    turn = f' transform="rotate(180 {x + SIDE // 2} {y + SIDE // 2})"' if turns else ""
    return f' x="{x}" y="{y}"{turn}/>'


def ident(square: Square) -> str:
    """Return the name of a square as part of an id."""
    return escape(square.name.replace(",", "-"))


def ground_of(board: Board, prefix: str, *, flipped: bool, coordinates: bool) -> Ground:
    """Return the ground of a board, made once for all boards of its shape."""
    key: Places | None = vars(board).get("places")
    if key is None:
        places = tuple([(at.name, at.row, at.column) for at in board.squares])
        key = vars(board)["places"] = Places((board.rows, board.columns, places), board)
    return _ground(key, prefix, flipped, coordinates)


class Places:
    """The shape of a board and the names of its squares, with a board that has them."""

    def __init__(self, shape: tuple[object, ...], board: Board) -> None:
        self.shape = shape
        self.board = board
        self._hash = hash(shape)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Places) and self.shape == other.shape

    def __hash__(self) -> int:
        return self._hash


@lru_cache(MOST_KEPT)
def _ground(places: Places, prefix: str, flipped: bool, coordinates: bool) -> Ground:
    return Ground(places.board, prefix, flipped=flipped, coordinates=coordinates)
