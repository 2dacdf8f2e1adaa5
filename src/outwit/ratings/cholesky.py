"""Systems of linear equations whose matrix is symmetric and positive definite."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from operator import mul


class Cholesky:
    """The factors of a matrix, of which only the rows up to the diagonal are read."""

    def __init__(self, matrix: Sequence[Sequence[float]]) -> None:
        rows: list[list[float]] = []
        for i, given in enumerate(matrix):
            row: list[float] = []
            for j in range(i):
                # zip and map end with the shorter: what is known of this row so far.
                row.append((given[j] - sum(map(mul, row, rows[j]))) / rows[j][j])
            row.append(sqrt(given[i] - sum(map(mul, row, row))))
            rows.append(row)
        self._rows = rows
        # The transposed factor from its last row on, so that solving backwards appends as well.
        size = len(rows)
        self._columns = [
            [rows[j][i] for j in range(size - 1, i - 1, -1)] for i in range(size - 1, -1, -1)
        ]

    def solve(self, right: Sequence[float]) -> list[float]:
        """Return what the matrix must be multiplied by to give the right-hand side."""
        halfway: list[float] = []
        for row, value in zip(self._rows, right, strict=True):
            halfway.append((value - sum(map(mul, halfway, row))) / row[-1])
        found: list[float] = []
        for column, value in zip(self._columns, reversed(halfway), strict=True):
            found.append((value - sum(map(mul, found, column))) / column[-1])
        found.reverse()
        return found
