"""The output of a program for Santorini, cut into boards, messages, winners and other lines."""

from __future__ import annotations

import re

from outwit.assignments.santorini.screen import (
    LONGEST_LINE,
    RULES,
    WAYS,
    BoardReader,
    ScreenBoard,
    read_move,
    read_row,
    read_winner,
)
from outwit.core.value import Value
from outwit.games.santorini.compass import SIZE

BOARD, BROKEN, MESSAGE, WON, LINE = "board", "broken board", "message", "winner", "line"
NO_WORKER = "Not a valid worker"
NOT_YOURS = "That is not your worker"
NO_DIRECTION = "Not a valid direction"
MESSAGES = re.compile(
    rf"({NO_WORKER})|({NOT_YOURS})|({NO_DIRECTION})|cannot (move|build)\W{{0,3}}({WAYS})\b",
    re.IGNORECASE,
)
TRIPLE = re.compile(r"\(\s*(-?\d{1,3})\s*,\s*(-?\d{1,3})\s*,\s*(-?\d{1,3})\s*\)")
# Characters of the output that are looked at; games of the exam have far fewer.
LONGEST = 1 << 18


class Piece(Value):
    """A board, a message, an announced winner, or a line of other text."""

    kind: str
    # The cells of a board; else the words.
    text: str
    # Where it was found in the output.
    at: int

    @property
    def shown(self) -> str:
        """Return it for a report."""
        return ScreenBoard(self.text).drawn if self.kind == BOARD else self.text


def read_pieces(text: str) -> list[Piece]:
    """List the pieces of an output."""
    found: list[Piece] = []
    reader = BoardReader()
    start = at = 0
    for whole in text[:LONGEST].splitlines(keepends=True):
        line = whole[:LONGEST_LINE].rstrip()
        start = start if reader.rows else at
        board = reader.take(line)
        if board is not None:
            found.append(Piece(BOARD if board.is_whole else BROKEN, board, start))
        if line.strip(RULES) and not read_row(line):
            found += read_line(line, at)
        at += len(whole)
    if reader.rows:
        found.append(Piece(BROKEN, reader.end(), start))
    return found


def read_line(line: str, at: int) -> list[Piece]:
    """List the messages in a line, or the winner; else the line is itself a piece."""
    found = [Piece(MESSAGE, message(match), at) for match in MESSAGES.finditer(line)]
    if not found and (winner := read_winner(line)):
        found = [Piece(WON, winner, at)]
    return found or [Piece(LINE, line, at)]


def message(match: re.Match[str]) -> str:
    """Return a message as the assignment writes it."""
    for number, words in enumerate((NO_WORKER, NOT_YOURS, NO_DIRECTION), 1):
        if match[number]:
            return words
    return f"Cannot {match[4].lower()} {match[5].lower()}"


def read_score(line: str) -> tuple[int, ...] | None:
    """Return the three scores in a line, unless it announces a move."""
    found = TRIPLE.search(line)
    if found is None or read_move(line[: found.start()]):
        return None
    return tuple(map(int, found.groups()))


def differences(wanted: str, found: str) -> str:
    """Say which cells of a board are wrong."""
    ours, theirs = wanted.split(), found.split()
    wrong = [
        f"row {at // SIZE + 1}, column {at % SIZE + 1} should be {ours[at]!r}, not {theirs[at]!r}"
        for at in range(len(ours))
        if ours[at] != theirs[at]
    ]
    return "; ".join(wrong[:4]) + ("; and more" if len(wrong) > 4 else "")
