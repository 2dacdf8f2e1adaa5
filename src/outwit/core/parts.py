"""The parts of a game besides its rules."""

from __future__ import annotations

from outwit.core.look import Look
from outwit.core.openings import Openings
from outwit.core.reasons import Reasons
from outwit.core.tour import Tour
from outwit.core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from random import Random
    from typing import Any

    from outwit.core.example import Example
    from outwit.core.features import Features
    from outwit.core.manyboards import ManyBoards
    from outwit.core.theme import Theme
    from outwit.core.translation import Translation

    # A bot as games write them: a position of the game and a random source in, a legal move out.
    # The position comes back as it was.
    Chooser = Callable[[Any, Random], str]


class Parts(Value):
    """The bots, numbers and words of a game; each may be left out."""

    # The game's own bots by name.
    bots: Mapping[str, Chooser] = {}
    look: Look = Look()
    # The numbers of the search that suit the game: fields of ``engine.tuning.Tuning``.
    tuning: Mapping[str, int] = {}
    # Features of the learned evaluation, if the game has one.
    features: Features | None = None
    # The rules for a graphics processor, from whose games the evaluation may be learned.
    many_boards: ManyBoards | None = None
    openings: Openings = Openings()
    # The path of the opening book; see ``engine/openingbook.py``.
    book: str = ""
    # The protocols that other programs for the game speak, the usual one first; each with the
    # options by which they play.
    protocols: Mapping[str, Mapping[str, object]] = {}
    # The game's names and notations in programs for many games.
    variants: Mapping[str, Translation] = {}
    # Loads the assignment that the game comes from, an ``assignments.assignment.Assignment``, where
    # it brings one along; those of our own games are in ``assignments``.
    assignment: Callable[[], object] | None = None
    # Examples for readers of the rules.
    examples: tuple[Example, ...] = ()
    # How a move is explained.
    reasons: Reasons = Reasons()
    # What people read who see the game for the first time.
    tour: Tour = Tour()
    # The path of the file of puzzles; see ``core/puzzle.py``.
    puzzles: str = ""
    # The themes of puzzles.
    themes: tuple[Theme, ...] = ()
