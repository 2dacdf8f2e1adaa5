"""A player without a plan."""

from __future__ import annotations

from random import Random

from outwit.core.position import Position
from outwit.players.allowance import UNLIMITED, Allowance
from outwit.players.player import Player


class RandomPlayer(Player):
    """Plays any legal move, each as likely as the next."""

    name = "random"

    def __init__(self, rng: Random | None = None) -> None:
        self.rng = rng or Random()

    def choose(self, position: Position, allowance: Allowance = UNLIMITED) -> str:
        """Return a legal move."""
        return self.rng.choice(list(position.legal_moves))
