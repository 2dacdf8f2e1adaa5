"""Boards as text: rows from the top, ``/`` between them, numbers for runs of empty squares."""

from __future__ import annotations

from outwit.errors import BadPosition
from outwit.geometry.squares import COLUMNS

EMPTY = "."


def write(rows: list[str]) -> str:
    """Join rows of symbols, ``.`` being empty.

    >>> write(["x.....o", "......."])
    'x5o/7'
    """
    return "/".join(map(write_row, rows))


def write_row(row: str) -> str:
    """Shorten one row of symbols."""
    for run in range(len(row), 0, -1):
        if EMPTY not in row:
            break
        row = row.replace(EMPTY * run, str(run))
    return row


def draw(rows: list[str]) -> str:
    """Draw rows of symbols with the names of rows and columns; there are at most 26 columns.

    >>> print(draw(["x.o", "..."]))
    2  x . o
    1  . . .
       a b c
    """
    width = len(str(len(rows)))
    lines = [
        f"{number:{width}}  {' '.join(row)}"
        for number, row in zip(range(len(rows), 0, -1), rows, strict=True)
    ]
    return "\n".join([*lines, f"{'':{width}}  {' '.join(COLUMNS[: len(rows[0])])}"])


def read(text: str, symbols: str, width: int = 0, height: int = 0) -> list[str]:
    """Return the rows of a board; without a width and height the board only has to be square.

    >>> read("x1o/3/3", "xo")
    ['x.o', '...', '...']
    """
    lines = text.split("/")
    height = height or len(lines)
    width = width or height
    if len(lines) != height:
        raise BadPosition(f"board: {height} rows expected, {len(lines)} found")
    rows = [read_row(line, symbols, number) for number, line in enumerate(lines, 1)]
    for number, row in enumerate(rows, 1):
        if len(row) != width:
            raise BadPosition(f"board, row {number}: {width} squares expected, {len(row)} found")
    return rows


def read_row(text: str, symbols: str, number: int) -> str:
    """Lengthen one row again; runs must be written in their only form."""
    row = ""
    digits = ""
    for symbol in f"{text}/":
        if symbol.isascii() and symbol.isdigit():
            digits += symbol
            continue
        if digits:
            # Three digits are beyond every board and must not make a gigabyte of dots.
            if digits[0] == "0" or len(digits) > 2:
                raise BadPosition(f"board, row {number}: {digits[:8]!r} is no run of empty squares")
            row += EMPTY * int(digits)
            digits = ""
        if symbol == "/":
            break
        if symbol not in symbols:
            raise BadPosition(
                f"board, row {number}: {symbol!r} is neither a number nor in {symbols!r}"
            )
        row += symbol
    return row
