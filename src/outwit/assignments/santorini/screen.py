"""What programs for Santorini print: boards and moves, whatever is around them."""

from __future__ import annotations

import re

from outwit.games.santorini.compass import SIZE
from outwit.games.santorini.rules import WORKERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.games.santorini.rules import Santorini

CELL = re.compile(r"\s*([0-4])\s*([ABYZ]?)\s*")
# What the lines between the rows of a board are made of.
RULES = " \t+-=_|"
# Bars in a row, where one or two may be forgotten at the ends.
LEAST_BARS = SIZE - 1
WAYS = "ne|nw|se|sw|n|e|s|w"
WAY = rf"\b({WAYS}|{WAYS.upper()})\b"
MOVE = re.compile(rf"\b([{WORKERS}])\b.{{0,30}}?{WAY}.{{0,20}}?{WAY}")
WINS = re.compile(r"\b(white|blue)\b.{0,20}\b(?:won|wins)\b", re.IGNORECASE)
# Characters of a line that are looked at.
LONGEST_LINE = 400


class ScreenBoard(str):
    """A board as it was printed: its cells divided by blanks, its rows by line ends."""

    __slots__ = ()

    @property
    def is_whole(self) -> bool:
        """Tell whether it has five rows of five cells."""
        rows = self.split("\n")
        return len(rows) == SIZE and all(
            len(cells) == SIZE and all(map(CELL.fullmatch, cells)) for cells in map(str.split, rows)
        )

    @property
    def drawn(self) -> str:
        """Return it as the assignment draws boards."""
        line = "+--" * SIZE + "+"
        rows = [f"|{'|'.join(f'{cell:2}' for cell in row.split())}|" for row in self.split("\n")]
        return "\n".join([line, *(part for row in rows for part in (row, line))])


class BoardReader:
    """Takes lines, and puts the rows of boards together."""

    def __init__(self) -> None:
        self.rows: list[str] = []

    def take(self, line: str) -> ScreenBoard | None:
        """Take a line; return the board that it ends, whole or not."""
        row = read_row(line)
        if row:
            self.rows.append(row)
            return self.end() if len(self.rows) == SIZE else None
        return self.end() if self.rows and line.strip(RULES) else None

    def end(self) -> ScreenBoard:
        """Return the rows that were gathered."""
        board = ScreenBoard("\n".join(self.rows))
        self.rows.clear()
        return board


def read_row(line: str) -> str:
    """Return the cells of a row of a board, divided by blanks; empty if it is none.

    >>> read_row("|0 |0Y|0 |1B|4 |"), read_row("| 0  | 0 Y | 0 | 1B | 4 |")
    ('0 0Y 0 1B 4', '0 0Y 0 1B 4')
    """
    line = line[:LONGEST_LINE]
    if line.count("|") < LEAST_BARS:
        return ""
    inside = line[line.index("|") + 1 : line.rindex("|")]
    cells = [CELL.fullmatch(cell) for cell in inside.split("|")]
    if not any(cells):
        return ""
    return " ".join(f"{cell[1]}{cell[2]}" if cell else "?" for cell in cells)


def read_move(line: str) -> str:
    """Return the move that a line announces, empty if it announces none.

    >>> read_move("A, n, s"), read_move("Worker Y moves to ne and builds w."), read_move("Turn: 3")
    ('A,n,s', 'Y,ne,w', '')
    """
    found = MOVE.search(line[:LONGEST_LINE])
    return f"{found[1]},{found[2].lower()},{found[3].lower()}" if found else ""


def read_winner(line: str) -> str:
    """Return the colour of the winner that a line announces, empty if it announces none."""
    found = WINS.search(line[:LONGEST_LINE])
    return found[1].lower() if found else ""


def board_of(position: Santorini) -> ScreenBoard:
    """Return a position as it would be printed."""
    cells = position.cells()
    return ScreenBoard("\n".join(" ".join(cells[i : i + SIZE]) for i in range(0, 25, SIZE)))


def boards_after(position: Santorini) -> dict[str, str]:
    """Return the legal moves by the boards that they lead to."""
    boards: dict[str, str] = {}
    for move in [str(move) for move in position.legal_moves]:
        position.play(move)
        boards[board_of(position)] = move
        position.undo()
    return boards
