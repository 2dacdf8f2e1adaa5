"""Finds the squares of a board in its text."""

from __future__ import annotations

from itertools import product

from outwit.core.board import Board, Square
from outwit.core.value import Value

# Tried distances from one square to the next, in columns, and from one row to the next, in lines.
COLUMN_STEPS = (2, 3, 1, 4, 5)
LINE_STEPS = (1, 2)


class Layout(Value):
    """The place of the first square in a text, the steps to the next ones, and their width."""

    line: int
    column: int
    line_step: int
    column_step: int
    width: int

    def place(self, square: Square) -> tuple[int, int]:
        """Return the line of a square, and the column where it begins."""
        return (
            self.line + square.row * self.line_step,
            self.column + square.column * self.column_step,
        )

    def read(self, lines: list[str], square: Square) -> tuple[str, str]:
        """Return the text of a square, and the text between it and the next."""
        line, column = self.place(square)
        text = f"{lines[line][column : column + self.column_step]:{self.column_step}}"
        return text[: self.width], text[self.width :]


def find_layout(text: str, board: Board) -> Layout | None:
    """Return the layout of a board's squares in its text, None if it cannot be determined.

    Conditions: squares with equal contents look equal, pieces of different sides look different,
    no square is blank, and the text between neighbours is always the same.

    >>> import outwit
    >>> position = outwit.game("ataxx").start()
    >>> find_layout(str(position), position.board)
    Layout(line=0, column=3, line_step=1, column_step=2, width=1)
    """
    lines = text.split("\n")
    longest = max(map(len, lines))
    for line_step, step in product(LINE_STEPS, COLUMN_STEPS):
        width = max(1, step - 1)
        last_line = len(lines) - (board.rows - 1) * line_step
        last_column = longest - (board.columns - 1) * step
        for line, column in product(range(last_line), range(last_column)):
            layout = Layout(line, column, line_step, step, width)
            if fits(layout, lines, board):
                return layout
    return None


def fits(layout: Layout, lines: list[str], board: Board) -> bool:
    """Tell whether the text at these places agrees with the board."""
    shown: dict[tuple[object, ...], str] = {}
    owners: dict[str, object] = {}
    gaps: set[str] = set()
    for square in board:
        cell, gap = layout.read(lines, square)
        if board.at(square.row, square.column + 1) is not None:
            gaps.add(gap)
        content = (square.piece, square.level, square.value, square.obstacle, square.mark)
        if (
            not cell.strip()
            or shown.setdefault(content, cell) != cell
            or owners.setdefault(cell, square.owner) != square.owner
            or len(gaps) > 1
        ):
            return False
    return bool(shown)
