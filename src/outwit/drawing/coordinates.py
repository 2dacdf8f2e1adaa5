"""The labels beside a board, worked out from the names of its squares."""

from __future__ import annotations

import re

from outwit.core.board import Board

PARTS = re.compile(r"[^\W\d_]+|\d+")


def row_labels(board: Board) -> dict[int, str]:
    """Return the part of the names that all squares of a row share, by row; none if there is none.

    >>> import outwit
    >>> row_labels(outwit.game("ataxx").start().board)[0]
    '7'
    """
    return _shared([(square.row, square.name) for square in board])


def column_labels(board: Board) -> dict[int, str]:
    """Return the part of the names that all squares of a column share, by column."""
    return _shared([(square.column, square.name) for square in board])


def _shared(lines: list[tuple[int, str]]) -> dict[int, str]:
    """Return, by line, the one part of the names that tells the lines apart."""
    for part in (0, 1):
        labels: dict[int, set[str]] = {}
        for line, name in lines:
            parts = PARTS.findall(name)
            if len(parts) != 2:
                return {}
            labels.setdefault(line, set()).add(parts[part])
        found = {line: next(iter(names)) for line, names in labels.items() if len(names) == 1}
        if len(found) == len(labels) == len(set(found.values())):
            return found
    return {}
