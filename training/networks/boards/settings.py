"""The settings of self-play on many boards, and of training on its positions."""

from __future__ import annotations

from outwit.core.value import Value
from outwit.errors import UsageError
from training.networks.recipe import Recipe, check_ranges

# Upper bound of settings that have no other one; products of two fit into 64 bits.
MUCH = 1_000_000_000
# Lowest and highest value of each number.
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
    """The settings of self-play: ``boards`` games in parallel, ``rounds`` times a generation.

    Each move is chosen by iterative deepening alpha-beta up to ``nodes`` positions. ``futility`` is
    the futility margin in hundredths per remaining ply. An opening is the game's own start with
    ``plies`` to ``most_plies`` random moves; with ``hopeful``, only from the hopeful moves. If its
    value is beyond ``balance`` hundredths, it is drawn again; 0 turns this off. A game ends by the
    rules of the board, when a search finds a win, or when a value is beyond ``decided`` hundredths.

    ``exploration`` is the share of moves drawn by softmax among the best ones; the other moves are
    the best. ``side_lines`` is a share of the positions: after each of these a random move is
    evaluated, and used for training.

    ``network`` is the path of the first generation's network; empty: the game's own.
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
    """The settings of training for a generation.

    A network trains on ``millions`` million positions, drawn from the last ``remembered``
    generations. Target = r · course + (1 − r) · search value, with r = ``result_share``. The
    course is the TD(λ) mean of later values and the result, with λ = ``td_lambda``. Loss =
    |error| ^ ``power``. ``decay`` is the weight decay of feature rows, as a share of the learning
    rate. Rows of features that occur in a smaller share of positions than ``coarse`` are stored
    more coarsely.

    A generation begins with new weights. With ``going_on`` it begins with the weights of the
    network that played, if that has the same width.
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
        """Return the settings that both kinds of training share."""
        shared = (name for name in self.fields if name in Recipe.fields)
        return Recipe(seed=seed, **{name: getattr(self, name) for name in shared})

    def check(self) -> Lesson:
        """Return the settings; raise UsageError if one of them makes no sense."""
        self.recipe().check()
        check_ranges(self, LESSON_RANGES)
        return self
