"""A game's own bot as a player."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from outwit.core.position import Position
from outwit.players.allowance import UNLIMITED, Allowance
from outwit.players.player import Player

if TYPE_CHECKING:
    from outwit.core.parts import Chooser


class BotPlayer(Player):
    """Plays the moves of one of the game's own choosers."""

    def __init__(self, name: str, chooser: Chooser, rng: Random | None = None) -> None:
        self.name = name
        self.chooser = chooser
        self.rng = rng or Random()

    def choose(self, position: Position, allowance: Allowance = UNLIMITED) -> str:
        """Return a legal move."""
        return self.chooser(position, self.rng)
