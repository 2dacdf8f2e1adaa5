"""A player without a plan."""

from __future__ import annotations

from random import Random

from outwit.core.position import Position


class RandomPlayer:
    """Plays any legal move, each as likely as the next."""

    name = "random"

    def __init__(self, rng: Random | None = None) -> None:
        self.rng = rng or Random()

    def choose(self, position: Position) -> str:
        """Return a legal move."""
        return self.rng.choice(list(position.legal_moves))
