"""How games are played on many boards, and what is learned from them."""

from __future__ import annotations

from outwit.core.value import Value
from outwit.errors import UsageError
from outwit.research.training.recipe import Recipe, check_ranges

# Beyond all that makes sense, and far from what 64 bits hold.
MUCH = 1_000_000_000
# What the numbers may be, each from the first on and up to the second.
GAME_RANGES = {
    "boards": (1, 1 << 24),
    "rounds": (1, MUCH),
    "nodes": (1, 1 << 20),
    "plies": (0, 200),
    "most_plies": (0, 200),
    "balance": (0, MUCH),
    "decided": (1, MUCH),
    "futility": (0, MUCH),
    "seed": (0, MUCH),
    "exploration": (0, 1),
    "side_lines": (0, 1),
}
LESSON_RANGES = {
    "millions": (1e-6, 1e6),
    "remembered": (1, MUCH),
    "batch": (1, 1 << 24),
    "result_share": (0, 1),
    "coarse": (0, 1),
}


class ManyGames(Value):
    """How games are played: so many boards at once, in so many rounds a generation.

    A move is searched by alpha-beta, deeper and deeper, until ``nodes`` positions have been looked
    at. ``futility`` are the hundredths for each ply left by which a position may look better or
    worse than what is asked, and is still searched. An opening is the game's own start with
    ``plies`` to ``most_plies`` random moves, of the ``hopeful`` ones alone if that is asked for. If
    its value is beyond ``balance`` hundredths, and these are not 0, it is drawn again. A game ends
    by what is on the board, when a search finds a win, or when a value is beyond ``decided``
    hundredths.

    A share of the moves, ``exploration``, is drawn among those that looked best, the better the
    more likely; otherwise the best is played. ``side_lines`` is a share of the positions: after
    each of these a random move is valued, too, and learned.

    ``network`` is the path of the network that plays first, empty for the game's own.
    """

    game: str
    boards: int = 131_072
    rounds: int = 3
    nodes: int = 2_000
    futility: int = 50
    plies: int = 6
    most_plies: int = 18
    balance: int = 360
    decided: int = 4_200
    exploration: float = 0.02
    side_lines: float = 0.05
    hopeful: bool = False
    seed: int = 1
    network: str = ""

    def check(self) -> ManyGames:
        """Return the settings; raise UsageError if one of them makes no sense."""
        check_ranges(self, GAME_RANGES)
        if not 0 <= self.plies <= self.most_plies:
            raise UsageError(f"plies: {self.plies} to {self.most_plies} is no range")
        return self


class Lesson(Value):
    """What is learned in a generation, and how fast.

    A new network learns from ``millions`` of positions, drawn from those of the last ``remembered``
    generations. What it is to answer is ``result_share`` of the game's further course, and
    otherwise the value that the search found. The further course is a mean of later values and the
    result, each value being worth ``td_lambda`` as much as the one before it (TD(λ)). The loss is
    the mistake to the power of ``power``. At each step rows of features shrink by the share
    ``decay`` of the rate, so that chance alone does not make them large. Rows of features that are
    seen in less than the share ``coarse`` of the positions are stored more coarsely.

    A generation begins with new weights or, if that is asked for and it is as wide, goes on with
    those of the network that played (``going_on``).
    """

    hidden: int = 128
    millions: float = 1_200.0
    remembered: int = 3
    batch: int = 32_768
    rate: float = 0.001
    decay: float = 0.1
    td_lambda: float = 1.0
    result_share: float = 0.3
    power: float = 2.0
    coarse: float = 0.0
    going_on: bool = False

    def recipe(self, seed: int = 1) -> Recipe:
        """Return the part that is the same in all training."""
        shared = (name for name in self.fields if name in Recipe.fields)
        return Recipe(seed=seed, **{name: getattr(self, name) for name in shared})

    def check(self) -> Lesson:
        """Return the settings; raise UsageError if one of them makes no sense."""
        self.recipe().check()
        check_ranges(self, LESSON_RANGES)
        return self
