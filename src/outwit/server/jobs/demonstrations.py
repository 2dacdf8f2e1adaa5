"""The games between two bots on the first page."""

from __future__ import annotations

from random import Random

from outwit.core.game import Game
from outwit.players.levels import LevelPlayer
from outwit.server.base.workqueue import Thinking

# The bots' level, the fixed seed, and the number of plies.
LEVEL, SEED, PLIES = 7, 11, 30


class Demonstrations:
    """The moves of the demonstrations by game."""

    def __init__(self, thinking: Thinking) -> None:
        self._thinking = thinking
        self._moves: dict[str, tuple[str, ...]] = {}

    async def moves(self, game: Game) -> tuple[str, ...]:
        """Return the moves of a game's demonstration, computed at the first call."""
        if game.name not in self._moves:
            self._moves[game.name] = await self._thinking.run(lambda: play_out(game))
        return self._moves[game.name]


def play_out(game: Game) -> tuple[str, ...]:
    """Play a bot against itself; the moves are always the same."""
    position = game.start()
    player = LevelPlayer(game, LEVEL, Random(SEED))
    try:
        while not position.is_over and position.ply < PLIES:
            position.play(player.choose(position))
    finally:
        player.close()
    return tuple(position.played)
