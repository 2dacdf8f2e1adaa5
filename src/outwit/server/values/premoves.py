"""Moves that a player can choose while the opponent thinks."""

from __future__ import annotations

from typing import Any

from outwit.core.move import Move
from outwit.core.position import Position
from outwit.server.values.view import shown_move

# Most replies times answers that are examined; positions with more have no premoves.
MOST_PAIRS = 200_000


def possible_moves(position: Position) -> list[tuple[Position, Move]]:
    """Return the moves that are legal after at least one reply, each with such a position.

    The moves are those of the side that waits; the replies those of the side to move.
    """
    line = position.copy()
    replies = line.legal_numbers
    known: dict[str, tuple[Position, Move]] = {}
    seen: set[int] = set()
    pairs = 0
    for reply in replies:
        line.play_number(reply)
        if not line.is_over and line.turn != position.turn:
            answers = line.legal_numbers
            pairs += len(answers)
            new = [number for number in answers if number not in seen]
            if new:
                here = line.copy()
                seen.update(new)
                for move in map(here.move, new):
                    known.setdefault(move.text, (here, move))
        line.undo_number()
        if pairs > MOST_PAIRS:
            return []
    return list(known.values())


def shown_premoves(position: Position) -> list[dict[str, Any]]:
    """Return the moves that the waiting side can choose, as ``shown_moves`` does."""
    return [shown_move(at, move) for at, move in possible_moves(position)]
