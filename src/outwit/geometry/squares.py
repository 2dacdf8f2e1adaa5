"""Squares by name: columns are letters from the left, rows count from 1 at the bottom."""

from __future__ import annotations

COLUMNS = "abcdefghijklmnopqrstuvwxyz"


def name(column: int, row: int) -> str:
    """Name a square, both coordinates counted from 0 at the bottom left.

    >>> name(0, 0), name(3, 11)
    ('a1', 'd12')
    """
    return f"{COLUMNS[column]}{row + 1}"


def read(text: str, width: int, height: int) -> tuple[int, int] | None:
    """Return the column and row of a named square, or None where the board has no such square.

    >>> read("d12", 25, 25), read("d12", 9, 9), read("d03", 9, 9)
    ((3, 11), None, None)
    """
    column = COLUMNS.find(text[:1]) if text else -1
    digits = text[1:]
    if len(digits) == 1 and "1" <= digits <= "9":  # nearly always, and whole files are read so
        row = int(digits) - 1
        return (column, row) if 0 <= column < width and row < height else None
    if not 0 <= column < width or not plain_number(digits) or len(digits) > len(str(height)):
        return None
    row = int(digits) - 1
    return (column, row) if 0 <= row < height else None


def split(text: str) -> list[str]:
    """Cut a text before every column letter: the squares it names, one after the other.

    >>> split("a1b12"), split("1a")
    (['a1', 'b12'], ['1', 'a'])
    """
    starts = [i for i, character in enumerate(text) if i == 0 or character in COLUMNS]
    stops = [*starts[1:], len(text)]
    return [text[i:j] for i, j in zip(starts, stops, strict=False)]


def plain_number(text: str) -> bool:
    """Tell whether a text is a decimal number as we write them: no sign, no leading zero."""
    return text.isascii() and text.isdigit() and (text == "0" or text[0] != "0")
