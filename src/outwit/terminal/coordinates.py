"""Coordinates of rows and columns: the part that the names of their squares share."""

from __future__ import annotations

from outwit.core.board import Board
from outwit.core.typed import words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def column_names(board: Board) -> list[str]:
    """Return the name of each column from the left, ``""`` if its squares share no part.

    >>> import outwit
    >>> column_names(outwit.game("ataxx").start().board)
    ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    """
    return [
        shared(square.name for square in board if square.column == column)
        for column in range(board.columns)
    ]


def row_names(board: Board) -> list[str]:
    """Return the name of each row from the top, ``""`` if its squares share no part.

    >>> import outwit
    >>> row_names(outwit.game("ataxx").start().board)
    ['7', '6', '5', '4', '3', '2', '1']
    """
    return [
        shared(square.name for square in board if square.row == row) for row in range(board.rows)
    ]


def shared(names: Iterable[str]) -> str:
    """Return the only part that all names share at the same place, ``""`` unless there is one.

    >>> shared(["a1", "a2"]), shared(["0,1", "1,1"]), shared(["a1", "b2"])
    ('a', '1', '')
    """
    found = [set(at) for at in zip(*map(words, names), strict=False)]
    constant = [next(iter(at)) for at in found if len(at) == 1]
    return constant[0] if len(constant) == 1 else ""
