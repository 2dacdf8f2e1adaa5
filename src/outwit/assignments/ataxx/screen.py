"""Reads the boards that a program for Ataxx prints, whatever it prints around them."""

from __future__ import annotations

import re

from outwit.core.value import Value
from outwit.games.ataxx.rules import SIZE, Ataxx

LONGEST_ROW = 200
ROW = re.compile(
    r"(?:.*>)?\s*([1-7])?[\s|:]*([rb.x-](?:\s*[rb.x-]){6})[\s|]*([1-7])?", re.IGNORECASE
)
# As our positions write the squares, and as programs do.
SQUARES = str.maketrans("rbx-.", "xo-..")
PRINTED = str.maketrans("xo-.", "rbX-")


class Screen(Value):
    """A board as it was printed."""

    # From the top, as ``Ataxx.rows`` has them.
    rows: tuple[str, ...]
    # The numbers beside the rows, from the top; None where there is none.
    numbers: tuple[int | None, ...]

    @property
    def text(self) -> str:
        """Return the board for people."""
        return drawn(self.rows)

    def shows(self, position: Ataxx) -> bool:
        """Tell whether this is a picture of a position."""
        return list(self.rows) == position.rows()


class ScreenReader:
    """Finds boards, line by line."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, int | None]] = []

    def take(self, line: str) -> Screen | None:
        """Take a line without its end; return a board if it is complete now."""
        found = ROW.fullmatch(line.rstrip()) if len(line) <= LONGEST_ROW else None
        if found is None:
            if line.strip():
                self.rows.clear()
            return None
        cells = "".join(found[2].lower().split()).translate(SQUARES)
        number = found[1] or found[3]
        self.rows.append((cells, None if number is None else int(number)))
        if len(self.rows) < SIZE:
            return None
        rows, numbers = zip(*self.rows, strict=True)
        self.rows.clear()
        return Screen(rows, numbers)


def read_screens(text: str) -> list[Screen]:
    """List the boards in a text."""
    reader = ScreenReader()
    return [screen for line in text.splitlines() if (screen := reader.take(line)) is not None]


def drawn(rows: tuple[str, ...] | list[str]) -> str:
    """Draw a board as programs do."""
    lines = [f"{SIZE - i}  {' '.join(row.translate(PRINTED))}" for i, row in enumerate(rows)]
    return "\n".join([*lines, "   a b c d e f g"])
