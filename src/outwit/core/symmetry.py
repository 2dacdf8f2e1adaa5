"""The symmetries of a square or oblong board."""

from __future__ import annotations

from outwit.core.argument import listed, of_type, whole
from outwit.core.value import Value
from outwit.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeVar

    T = TypeVar("T")


class Symmetry(Value):
    """A way to lay a board onto itself: reflect rows, reflect columns, then transpose.

    Args:
        name: Its name, such as ``half turn``.
        reflects_rows: Whether top and bottom are exchanged.
        reflects_columns: Whether left and right are exchanged.
        transposes: Whether rows become columns, after the reflections.

    In its methods, ``rows`` and ``columns`` are the shape of the board before.

    >>> QUARTER_TURN.image(0, 2, 3, 3), QUARTER_TURN.shape(2, 3)
    ((2, 2), (3, 2))
    """

    name: str
    reflects_rows: bool = False
    reflects_columns: bool = False
    transposes: bool = False

    def __repr__(self) -> str:
        return f"<Symmetry {self.name}>"

    def image(self, row: int, column: int, rows: int, columns: int) -> tuple[int, int]:
        """Return the ``row`` and ``column`` to which a square of a board moves, all from 0.

        Raises:
            UsageError: Something is no number.
        """
        try:
            if self.reflects_rows:
                row = rows - 1 - row
            if self.reflects_columns:
                column = columns - 1 - column
        except TypeError:
            raise UsageError("row, column, rows, columns: whole numbers are expected") from None
        return (column, row) if self.transposes else (row, column)

    def shape(self, rows: int, columns: int) -> tuple[int, int]:
        """Return the number of rows and of columns of the image of a board."""
        return (columns, rows) if self.transposes else (rows, columns)

    def apply(self, cells: Sequence[T], rows: int, columns: int) -> list[T]:
        """Return the cells of the image, row by row; ``cells`` are those of the board, row by row.

        Raises:
            UsageError: The cells do not fill the board.

        >>> TRANSPOSITION.apply("abcdef", 2, 3)
        ['a', 'd', 'b', 'e', 'c', 'f']
        """
        rows, columns = whole("rows", rows, 0), whole("columns", columns, 0)
        image = list(listed("cells", cells, "the cells of a board"))
        if len(image) != rows * columns:
            raise UsageError(f"cells: {rows * columns:,} are expected, not {len(image):,}")
        width = self.shape(rows, columns)[1]
        for row in range(rows):
            for column in range(columns):
                down, right = self.image(row, column, rows, columns)
                image[down * width + right] = cells[row * columns + column]
        return image

    def apply_rows(self, rows: list[str]) -> list[str]:
        """Return the rows of the image of ``rows`` of letters.

        >>> QUARTER_TURN.apply_rows(["ab", "cd"])
        ['ca', 'db']
        """
        given = listed("rows", rows, "rows of letters")
        rows = [of_type("rows", row, str, "a text") for row in given]
        if not rows:
            return []
        letters = self.apply("".join(rows), len(rows), len(rows[0]))
        width = self.shape(len(rows), len(rows[0]))[1]
        return ["".join(letters[i : i + width]) for i in range(0, len(letters), width)]


IDENTITY = Symmetry("identity")
LEFT_RIGHT = Symmetry("left-right", False, True)
TOP_BOTTOM = Symmetry("top-bottom", True, False)
HALF_TURN = Symmetry("half turn", True, True)
TRANSPOSITION = Symmetry("transposition", False, False, True)
QUARTER_TURN = Symmetry("quarter turn", True, False, True)
COUNTER_TURN = Symmetry("counter-turn", False, True, True)
ANTI_TRANSPOSITION = Symmetry("anti-transposition", True, True, True)

# The symmetries of a board without a special direction.
ALL_SYMMETRIES = (
    IDENTITY,
    LEFT_RIGHT,
    TOP_BOTTOM,
    HALF_TURN,
    TRANSPOSITION,
    QUARTER_TURN,
    COUNTER_TURN,
    ANTI_TRANSPOSITION,
)
