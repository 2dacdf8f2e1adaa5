"""A bot for noughts and crosses: position and random source in, move out."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

    from .rules import TicTacToe


def wins(position: TicTacToe) -> list[str]:
    """List the moves that win at once."""
    found: list[str] = []
    for move in sorted(position.legal_moves):
        position.play(move)
        if position.outcome is not None and position.outcome.winner is not None:
            found.append(move)
        position.undo()
    return found


def quick(position: TicTacToe, rng: Random) -> str:
    """Win at once, or play any legal move."""
    return rng.choice(wins(position) or sorted(position.legal_moves))


BOTS = {"quick": quick}
