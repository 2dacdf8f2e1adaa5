"""Positions of Jeson Mor as an examiner needs them."""

from __future__ import annotations

from outwit.core.side import FIRST
from outwit.games.jesonmor.rules import JesonMor

# More positions than that never look alike.
MOST_ALIKE = 64


def drawn(position: JesonMor) -> str:
    """Return the board of a position as programs print it."""
    rows = [list(row.upper()) for row in position.rows()]
    middle = len(rows) // 2
    if rows[middle][middle] == ".":
        rows[middle][middle] = "x"
    return "\n".join(" ".join(row) for row in rows)


def played(position: JesonMor, move: str) -> JesonMor:
    """Return the position after a move."""
    copy = position.copy()
    copy.play(move)
    return copy


def restarted(position: JesonMor, scores: tuple[int, int], made: int | None) -> JesonMor:
    """Return the same board with the user to move, other scores, and another number of moves."""
    made = position.moves_made if made is None else made
    return JesonMor(position.rows(), FIRST, made, position.protected_moves, scores)


def unlike(positions: list[JesonMor]) -> list[JesonMor]:
    """Keep one of those that are the same."""
    return list({position.text: position for position in positions}.values())[:MOST_ALIKE]
