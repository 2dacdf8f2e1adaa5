"""Lines of conditional moves: which are allowed."""

from __future__ import annotations

from collections.abc import Sequence

from outwit.core.position import Position
from outwit.errors import OutwitError, UsageError

# Most lines of a plan, and most plies of a line.
MOST_LINES, LONGEST_LINE = 20, 20


def check_lines(position: Position, lines: Sequence[Sequence[str]]) -> None:
    """Raise UsageError unless lines are legal, end with an answer, and give one to each move.

    ``position`` has the opponent to move.
    """
    if len(lines) > MOST_LINES:
        raise UsageError(f"a plan has at most {MOST_LINES} lines")
    answers: dict[tuple[str, ...], str] = {}
    for line in lines:
        if not 2 <= len(line) <= LONGEST_LINE:
            raise UsageError(f"a line has 2 to {LONGEST_LINE} moves")
        here, mine = position.copy(), False
        for ply, text in enumerate(line):
            if here.is_over or (here.turn != position.turn) != mine:
                raise UsageError("a line is a move of your opponent, your answer, and so on")
            try:
                here.play(text)
            except OutwitError as error:
                raise UsageError(f"the line {' '.join(line)[:80]}: {error}") from None
            if mine and answers.setdefault(tuple(line[:ply]), text) != text:
                raise UsageError(f"two answers are planned to {' '.join(line[:ply])[:80]}")
            mine = not mine
        if mine:
            raise UsageError("a line ends with your answer")
