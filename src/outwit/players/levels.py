"""The engine at levels from 1, which a beginner beats, to 10, full strength.

A level has a number of nodes for a move, and a chance to play a random move instead.
"""

from __future__ import annotations

from random import Random

from outwit.core.game import Game
from outwit.core.position import Position
from outwit.core.value import Value
from outwit.engine.limits import Limits
from outwit.errors import UsageError
from outwit.players.allowance import UNLIMITED, Allowance
from outwit.players.engine import MEBIBYTES, EnginePlayer

# The time of level 10 for a move without a time limit.
SECONDS = 1.0
# A table of one mebibyte has room for what a weaker level finds in several moves.
NODES_PER_MEBIBYTE = 20_000


class Level(Value):
    """Nodes for a move, None without a limit, the percentage of random moves, and its manner."""

    nodes: int | None
    random_percent: int
    manner: str

    @property
    def sentence(self) -> str:
        """Say how it plays.

        >>> LEVELS[2].sentence
        'Plays now and then: looks at 80 positions for a move, and 28 of 100 moves are random.'
        """
        if self.nodes is None:
            how = "thinks as long as its clock allows, or a second"
        else:
            how = f"looks at {self.nodes:,} positions for a move"
        if self.random_percent:
            is_one = self.random_percent == 1
            how += f", and {self.random_percent} of 100 moves {'is' if is_one else 'are'} random"
        return f"{self.manner[:1].upper()}{self.manner[1:]}: {how}."


# Each is some hundred Elo stronger than the one before; docs/bots.md has the matches.
LEVELS = (
    Level(20, 60, "plays a first game"),
    Level(40, 42, "knows the moves"),
    Level(80, 28, "plays now and then"),
    Level(160, 18, "plays every week"),
    Level(240, 13, "sees your threats"),
    Level(600, 8, "plans ahead"),
    Level(2_500, 4, "rarely slips"),
    Level(10_000, 1, "hardly ever slips"),
    Level(60_000, 0, "never slips"),
    Level(None, 0, "at full strength"),
)


class LevelPlayer(EnginePlayer):
    """Plays as the engine at a level from 1 to 10; raise UsageError for another."""

    def __init__(self, game: Game, level: int, rng: Random) -> None:
        if not 1 <= level <= len(LEVELS):
            raise UsageError(f"level {level} is not from 1 to {len(LEVELS)}")
        self.level = LEVELS[level - 1]
        self.rng = rng
        nodes = self.level.nodes
        size = MEBIBYTES if nodes is None else -(-nodes // NODES_PER_MEBIBYTE)
        super().__init__(game, Limits(nodes=nodes), mebibytes=size)

    def choose(self, position: Position, allowance: Allowance = UNLIMITED) -> str:
        """Return a legal move."""
        if self.rng.randrange(100) < self.level.random_percent:
            self.thought = None
            return self.rng.choice(sorted(position.legal_moves))
        if self.level.nodes is None and allowance == UNLIMITED:
            allowance = Allowance(move=SECONDS)
        return super().choose(position, allowance)
