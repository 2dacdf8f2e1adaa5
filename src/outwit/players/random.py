"""A player that chooses at random."""

from __future__ import annotations

from outwit.core.picker import RandomPicker
from outwit.core.position import Position
from outwit.players.allowance import UNLIMITED, Allowance
from outwit.players.player import Player

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random


class RandomPlayer(Player):
    """Plays legal moves at random, all with the same chance."""

    name = "random"

    def __init__(self, rng: Random | None = None) -> None:
        if rng is None:
            from random import Random

            rng = Random()
        self.random_picker = RandomPicker(rng.getrandbits(64))
        self.picker = self.random_picker

    def choose(self, position: Position, allowance: Allowance = UNLIMITED) -> str:
        """Return a legal move."""
        moves = list(position.legal_moves)
        return moves[self.random_picker.among(len(moves))]
