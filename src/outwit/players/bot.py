"""A game's own bot as a player."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from outwit.core.position import Position

if TYPE_CHECKING:
    from outwit.games import Chooser


class BotPlayer:
    """Plays what one of the game's choosers chooses."""

    def __init__(self, name: str, chooser: Chooser, rng: Random | None = None) -> None:
        self.name = name
        self.chooser = chooser
        self.rng = rng or Random()

    def choose(self, position: Position) -> str:
        """Return a legal move."""
        return self.chooser(position, self.rng)
