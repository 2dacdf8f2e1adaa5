"""The engine at levels from 1, which a beginner beats, to 10, full strength.

A level has a number of nodes for a move, and a chance to overlook a move. It searches only the
moves that it notices. Level 10 plays from the opening book.
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


# The rating of level 1, a convention; the other ratings follow from measured differences.
WEAKEST = 400
# Ratings are rounded to this: they are a guide, and differ between games.
ROUNDING = 50


class Level(Value):
    """Nodes for a move, None without a limit, and how many of 100 moves are overlooked.

    ``overlooked`` holds for quiet moves far from the last one played: see ``notice``. ``manner``
    and ``habit`` say in a player's words who plays like this and how. ``gain`` is the Elo
    difference to the level below, a mean over the games.
    """

    nodes: int | None
    overlooked: int
    gain: int
    manner: str
    habit: str


LEVELS = (
    Level(20, 93, 0, "a first-timer", "misses most good moves, and sometimes a win in one"),
    Level(29, 87, 239, "a beginner", "finds some good moves, only beside your last move"),
    Level(
        48,
        77,
        254,
        "a casual player",
        "finds most good moves beside your last move, misses most others",
    ),
    Level(
        112,
        65,
        227,
        "a regular player",
        "finds most good moves, misses quiet ones far away",
    ),
    Level(
        275,
        51,
        237,
        "sees your threats",
        "finds every win in one, misses half of the quiet moves far away",
    ),
    Level(900, 34, 250, "plans ahead", "misses a third of the quiet moves far away"),
    Level(3_400, 17, 254, "rarely slips", "misses a sixth of the quiet moves far away"),
    Level(13_000, 6, 250, "hardly ever slips", "misses few quiet moves, even far away"),
    Level(60_000, 0, 243, "never slips", "misses nothing within 60,000 positions a move"),
    Level(None, 0, 226, "at full strength", "uses all its time and an opening book"),
)


def rating_of(level: int) -> int:
    """Return about how strong a level is, as a rating.

    >>> [rating_of(level) for level in (1, 3, 10)]
    [400, 900, 2600]
    """
    exact = WEAKEST + sum(each.gain for each in LEVELS[:level])
    return ROUNDING * round(exact / ROUNDING)


def introduction(level: int) -> str:
    """Introduce a level: how it plays, and about how strong it is.

    >>> print(introduction(7))
    Level 7: rarely slips, misses a sixth of the quiet moves far away · about 1850
    """
    found = LEVELS[level - 1]
    return f"Level {level}: {found.manner}, {found.habit} · about {rating_of(level)}"


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
        self.limits = self.limits_in(position)
        if self.level.nodes is None and allowance == UNLIMITED:
            allowance = Allowance(move=SECONDS)
        return super().choose(position, allowance)

    def limits_in(self, position: Position) -> Limits:
        """Return the limits of a search: the level's nodes, and the moves that it notices."""
        if not self.level.overlooked:
            return self.limits
        return self.limits.replace(moves=self.noticed(position))

    def noticed(self, position: Position) -> tuple[str, ...]:
        """Return the moves that are searched, in no order."""
        chance = self.level.overlooked / 100
        moves = notice(position, chance, self.rng)
        if self.rng.random() >= (chance - ALERT) / 2:
            moves += winning_moves(position)
        return tuple(moves)
