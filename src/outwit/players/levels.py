"""The engine at levels from 1, which a beginner beats, to 10, full strength.

A level has a number of nodes for a move, and a chance to overlook a move; it searches only those
that it notices. Level 10 plays from the opening book.
"""

from __future__ import annotations

from random import Random

from outwit.core.game import Game
from outwit.core.position import Position
from outwit.core.value import Value
from outwit.engine.limits import Limits
from outwit.errors import UsageError
from outwit.players.allowance import UNLIMITED, Allowance
from outwit.players.attention import notice, winning_moves
from outwit.players.engine import MEBIBYTES, EnginePlayer

# The time of level 10 for a move without a time limit.
SECONDS = 1.0
# A table of one mebibyte has room for what a weaker level finds in several moves.
NODES_PER_MEBIBYTE = 20_000
# A win at once is overlooked seldom, and never by a level whose chance to overlook is no more.
ALERT = 0.6


class Level(Value):
    """Nodes for a move, None without a limit, how many of 100 moves are overlooked, its manner.

    So often is a move overlooked that is quiet and far from the last one played: see ``notice``.
    """

    nodes: int | None
    overlooked: int
    manner: str

    @property
    def sentence(self) -> str:
        """Say how it plays.

        >>> print(LEVELS[2].sentence)  # doctest: +NORMALIZE_WHITESPACE
        Plays now and then: looks at 48 positions for a move, and misses 77 of 100 quiet moves far
        from your last one.
        """
        if self.nodes is None:
            how = "thinks as long as its clock allows, or a second"
        else:
            how = f"looks at {self.nodes:,} positions for a move"
        if self.overlooked:
            how += f", and misses {self.overlooked} of 100 quiet moves far from your last one"
        return f"{self.manner[:1].upper()}{self.manner[1:]}: {how}."


# In the mean of the games each is 225 to 255 Elo stronger than the one before: see docs/bots.md.
LEVELS = (
    Level(20, 93, "plays a first game"),
    Level(29, 87, "knows the moves"),
    Level(48, 77, "plays now and then"),
    Level(112, 65, "plays every week"),
    Level(275, 51, "sees your threats"),
    Level(900, 34, "plans ahead"),
    Level(3_400, 17, "rarely slips"),
    Level(13_000, 6, "hardly ever slips"),
    Level(60_000, 0, "never slips"),
    Level(None, 0, "at full strength"),
)


class LevelPlayer(EnginePlayer):
    """Plays as the engine at a level from 1 to 10; raise UsageError for another.

    Unless ``book`` says otherwise, only the highest level plays from the opening book.
    """

    def __init__(self, game: Game, level: int, rng: Random, *, book: bool | None = None) -> None:
        if not 1 <= level <= len(LEVELS):
            raise UsageError(f"level {level} is not from 1 to {len(LEVELS)}")
        self.level = LEVELS[level - 1]
        self.rng = rng
        nodes = self.level.nodes
        size = MEBIBYTES if nodes is None else -(-nodes // NODES_PER_MEBIBYTE)
        uses_book = nodes is None if book is None else book
        super().__init__(
            game, Limits(nodes=nodes), mebibytes=size, book_rng=rng if uses_book else None
        )

    def choose(self, position: Position, allowance: Allowance = UNLIMITED) -> str:
        """Return a legal move."""
        if self.level.overlooked:
            self.limits = self.limits.replace(moves=self.noticed(position))
        if self.level.nodes is None and allowance == UNLIMITED:
            allowance = Allowance(move=SECONDS)
        return super().choose(position, allowance)

    def noticed(self, position: Position) -> tuple[str, ...]:
        """Return the moves that are searched, in no order."""
        chance = self.level.overlooked / 100
        moves = notice(position, chance, self.rng)
        if self.rng.random() >= (chance - ALERT) / 2:
            moves += winning_moves(position)
        return tuple(moves)
