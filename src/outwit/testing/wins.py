"""Finds forced wins by trying every move: slow and simple, to compare the engine with."""

from __future__ import annotations

from outwit.core.position import Position


def wins_within(position: Position, plies: int) -> int | None:
    """Return the plies in which the side to move can force a win, if at most ``plies``."""
    for depth in range(1, plies + 1):
        if can_force(position, depth):
            return depth
    return None


def can_force(position: Position, plies: int) -> bool:
    """Tell whether the side to move can force a win within ``plies`` plies."""
    if plies < 1:
        return False
    us = position.turn
    for number in position.legal_numbers:
        position.play_number(number)
        won = is_won_for(position, us, plies - 1)
        position.undo_number()
        if won:
            return True
    return False


def is_won_for(position: Position, side: int, plies: int) -> bool:
    """Tell whether a side wins within ``plies`` plies, with the other side to move."""
    outcome = position.outcome
    if outcome is not None:
        return outcome.winner == side
    if plies < 1:
        return False
    for number in position.legal_numbers:
        position.play_number(number)
        outcome = position.outcome
        # The other side may have to end the game itself, and lose it.
        won = can_force(position, plies - 1) if outcome is None else outcome.winner == side
        position.undo_number()
        if not won:
            return False
    return True
