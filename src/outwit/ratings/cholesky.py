"""Cholesky factorisation, for linear equations with a symmetric positive definite matrix."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from operator import mul


class Cholesky:
    """The factors of a matrix; only its entries up to the diagonal are read."""

    def __init__(self, matrix: Sequence[Sequence[float]]) -> None:
        rows: list[list[float]] = []
        for i, given in enumerate(matrix):
            row: list[float] = []
            for j in range(i):
                # map ends with the shorter: the entries of this row so far.
                row.append((given[j] - sum(map(mul, row, rows[j]))) / rows[j][j])
            row.append(sqrt(given[i] - sum(map(mul, row, row))))
            rows.append(row)
        self._rows = rows
        # The transposed factor from its last row on, so that solving backwards appends as well.
        size = len(rows)
        self._columns = [
            [rows[j][i] for j in range(size - 1, i - 1, -1)] for i in range(size - 1, -1, -1)
        ]

    def times(self, right: Sequence[float]) -> list[float]:
        """Return the product of the lower factor and a vector."""
        # map ends with the shorter: the entries of a row.
        return [sum(map(mul, row, right)) for row in self._rows]

    def solve(self, right: Sequence[float]) -> list[float]:
        """Return the solution x of A x = right, A being the matrix."""
        halfway: list[float] = []
        for row, value in zip(self._rows, right, strict=True):
            halfway.append((value - sum(map(mul, halfway, row))) / row[-1])
        found: list[float] = []
        for column, value in zip(self._columns, reversed(halfway), strict=True):
            found.append((value - sum(map(mul, found, column))) / column[-1])
        found.reverse()
        return found
