"""Reads the boards that a program for Jeson Mor prints, whatever it prints around them."""

from __future__ import annotations

import re

from outwit.core.side import FIRST, SECOND
from outwit.core.value import Value
from outwit.games.jesonmor.rules import JesonMor

# What a terminal obeys and does not show; ``m`` sets colours.
CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
# Longer lines are no rows: 25 coloured pieces need less.
LONGEST_ROW = 2_000
CELL = "[.xXkKaA]"
RULER = re.compile(r"[-+=_|\s]*")
# Styles of the pieces on the two back rows, and whose they are.
Owners = dict[str, int]


class Screen(Value):
    """A board as it was printed."""

    # From the top: ``.``, ``x``, ``K`` or ``A``.
    rows: tuple[str, ...]
    # How each piece looks: its colour, and whether it is a small letter.
    styles: tuple[tuple[str, ...], ...]
    # The numbers beside the rows, from the top; None where there is none.
    numbers: tuple[int | None, ...]
    # Row 1 is printed at the top; ``rows`` begins with the last one all the same.
    upside_down: bool = False

    @property
    def text(self) -> str:
        """Return the board for people."""
        return "\n".join(" ".join(row) for row in self.rows)

    def owner(self, column: int, row: int, owners: Owners) -> int | None:
        """Return whose piece is in a place counted from the top left, None if that is not seen."""
        return owners.get(self.styles[row][column])

    def shows(self, position: JesonMor, owners: Owners) -> bool:
        """Tell whether this can be a picture of a position."""
        rows = position.rows()
        if [row.upper().replace("X", ".") for row in self.rows] != [row.upper() for row in rows]:
            return False
        return not owners or all(
            self.owner(column, i, owners) in (None, int(letter.islower()))
            for i, row in enumerate(rows)
            for column, letter in enumerate(row)
            if letter != "."
        )

    def owners(self) -> Owners:
        """Tell the sides apart by how their back rows look; nothing if they look alike."""
        top, bottom = (
            {
                style
                for cell, style in zip(self.rows[i], self.styles[i], strict=True)
                if cell in "KA"
            }
            for i in (0, -1)
        )
        if not top or not bottom or top & bottom:
            return {}
        return {**dict.fromkeys(bottom, int(FIRST)), **dict.fromkeys(top, int(SECOND))}


class ScreenReader:
    """Finds boards of one size, line by line."""

    def __init__(self, size: int) -> None:
        self.size = size
        # Blanks are taken one way only: with several ways, a line of them takes minutes.
        self.pattern = re.compile(
            rf"(?:.*[:>?\])]\s++)?\s*+(?:(\d\d?)\s*+)?(?:\|\s*+)?"
            rf"({CELL}(?:\s*+{CELL}){{{size - 1}}})\s*+(?:\|\s*+)?(?:(\d\d?)\s*+)?"
        )
        self.rows: list[tuple[str, tuple[str, ...], int | None]] = []

    def take(self, line: str) -> Screen | None:
        """Take a line without its end; return a board if it is complete now."""
        if len(line) > LONGEST_ROW:
            self.rows.clear()
            return None
        plain = CONTROL.sub("", line)
        found = self.pattern.fullmatch(plain)
        if found is None:
            if not RULER.fullmatch(plain):
                self.rows.clear()
            return None
        cells = "".join(found[2].split())
        looks = styles(line)[found.start(2) : found.end(2)]
        kept = tuple(look for look, mark in zip(looks, found[2], strict=True) if not mark.isspace())
        number = found[1] or found[3]
        shown = "".join("x" if cell in "xX" else cell.upper() for cell in cells)
        self.rows.append((shown, kept, None if number is None else int(number)))
        if len(self.rows) < self.size:
            return None
        rows, self.rows = self.rows, []
        upside_down = rows[0][2] == 1 and rows[-1][2] == self.size
        if upside_down:
            rows.reverse()
        shown_rows, looks_of_rows, numbers = zip(*rows, strict=True)
        return Screen(shown_rows, looks_of_rows, numbers, upside_down)


def read_screens(text: str, size: int) -> list[Screen]:
    """List the boards of a size in a text."""
    reader = ScreenReader(size)
    return [screen for line in text.splitlines() if (screen := reader.take(line)) is not None]


def styles(line: str) -> list[str]:
    """Return how each character of a line looks that a terminal shows."""
    looks: list[str] = []
    colour = ""
    at = 0
    for control in CONTROL.finditer(line):
        looks += [
            colour + ("small" if mark.islower() else "") for mark in line[at : control.start()]
        ]
        if control[0].endswith("m"):
            colour = control[0]
        at = control.end()
    return looks + [colour + ("small" if mark.islower() else "") for mark in line[at:]]
