"""What a program for Santorini has printed, read piece by piece, whatever is around the pieces."""

from __future__ import annotations

import re

from outwit.core.value import Value
from outwit.games.santorini.compass import SIZE
from outwit.games.santorini.rules import WORKERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.games.santorini.rules import Santorini

BOARD, BROKEN, MESSAGE, WON, LINE = "board", "broken board", "message", "winner", "line"
NO_WORKER = "Not a valid worker"
NOT_YOURS = "That is not your worker"
NO_DIRECTION = "Not a valid direction"
WAYS = "ne|nw|se|sw|n|e|s|w"
MESSAGES = re.compile(
    rf"({NO_WORKER})|({NOT_YOURS})|({NO_DIRECTION})|cannot (move|build)\W{{0,3}}({WAYS})\b",
    re.IGNORECASE,
)
WINS = re.compile(r"\b(white|blue)\b.{0,20}\b(?:won|wins)\b", re.IGNORECASE)
CELL = re.compile(r"\s*([0-4])\s*([ABYZ]?)\s*")
TRIPLE = re.compile(r"\(\s*(-?\d{1,3})\s*,\s*(-?\d{1,3})\s*,\s*(-?\d{1,3})\s*\)")
WAY = rf"\b({WAYS}|{WAYS.upper()})\b"
MOVE = re.compile(rf"\b([{WORKERS}])\b.{{0,30}}?{WAY}.{{0,20}}?{WAY}")
LEAST_BARS = SIZE + 1
# Characters of the output that are looked at; games of the exam have far fewer.
LONGEST = 1 << 20
# Characters of a line.
LONGEST_LINE = 400


class Piece(Value):
    """A board, a message, an announced winner, or a line of other text."""

    kind: str
    # The cells of a board, its rows joined by line ends; else the words.
    text: str
    # Where it was found in the output.
    at: int


def read_pieces(text: str) -> list[Piece]:
    """List the pieces of an output."""
    found: list[Piece] = []
    rows: list[str] = []
    start = at = 0
    for whole in text[:LONGEST].splitlines(keepends=True):
        line = whole[:LONGEST_LINE].rstrip()
        row = read_row(line)
        if row:
            start = start if rows else at
            rows.append(row)
            if len(rows) == SIZE:
                kind = BOARD if all(len(r.split()) == SIZE for r in rows) else BROKEN
                found.append(Piece(kind, "\n".join(rows), start))
                rows.clear()
        elif line.strip(" \t+-=_|"):
            if rows:
                found.append(Piece(BROKEN, "\n".join(rows), start))
                rows.clear()
            found += read_line(line, at)
        at += len(whole)
    if rows:
        found.append(Piece(BROKEN, "\n".join(rows), start))
    return found


def read_row(line: str) -> str:
    """Return the cells of a row of a board, divided by blanks; empty if it is none.

    >>> read_row("|0 |0Y|0 |1B|4 |"), read_row("| 0  | 0 Y | 0 | 1B | 4 |")
    ('0 0Y 0 1B 4', '0 0Y 0 1B 4')
    """
    if line.count("|") < LEAST_BARS - 2:
        return ""
    inside = line[line.index("|") + 1 : line.rindex("|")]
    cells = [CELL.fullmatch(cell) for cell in inside.split("|")]
    if not all(cells):
        return inside if any(cells) else ""
    return " ".join(f"{cell[1]}{cell[2]}" for cell in cells if cell)


def read_line(line: str, at: int) -> list[Piece]:
    """List the messages in a line, or the winner; else the line is itself a piece."""
    found = [Piece(MESSAGE, message(match), at) for match in MESSAGES.finditer(line)]
    if not found and (win := WINS.search(line)):
        found = [Piece(WON, win[1].lower(), at)]
    return found or [Piece(LINE, line, at)]


def message(match: re.Match[str]) -> str:
    """Return a message as the assignment writes it."""
    for number, words in enumerate((NO_WORKER, NOT_YOURS, NO_DIRECTION), 1):
        if match[number]:
            return words
    return f"Cannot {match[4].lower()} {match[5].lower()}"


def read_move(line: str) -> str:
    """Return the move that a line announces, empty if it announces none.

    >>> read_move("A, n, s"), read_move("Worker Y moves to ne and builds w."), read_move("Turn: 3")
    ('A,n,s', 'Y,ne,w', '')
    """
    found = MOVE.search(line)
    return f"{found[1]},{found[2].lower()},{found[3].lower()}" if found else ""


def read_score(line: str) -> tuple[int, ...] | None:
    """Return the three scores in a line, unless it announces a move."""
    found = TRIPLE.search(line)
    if found is None or read_move(line[: found.start()]):
        return None
    return tuple(map(int, found.groups()))


def board_of(position: Santorini) -> str:
    """Write a position as ``read_pieces`` does."""
    cells = position.cells()
    return "\n".join(" ".join(cells[i : i + SIZE]) for i in range(0, len(cells), SIZE))


def drawn(board: str) -> str:
    """Draw a board that was read, as the assignment does."""
    line = "+--" * SIZE + "+"
    rows = [f"|{'|'.join(f'{cell:2}' for cell in row.split())}|" for row in board.split("\n")]
    return "\n".join([line, *(part for row in rows for part in (row, line))])


def differences(wanted: str, found: str) -> str:
    """Say which cells of a board are wrong."""
    ours, theirs = wanted.split(), found.split()
    wrong = [
        f"row {at // SIZE + 1}, column {at % SIZE + 1} should be {ours[at]!r}, not {theirs[at]!r}"
        for at in range(min(len(ours), len(theirs)))
        if ours[at] != theirs[at]
    ]
    return "; ".join(wrong[:4]) + ("; and more" if len(wrong) > 4 else "")
