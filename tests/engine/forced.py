"""Forced ends of small positions, by two ways to search."""

from __future__ import annotations

from random import Random

import outwit
from outwit.engine.limits import Limits
from outwit.engine.searcher import Searcher
from outwit.engine.tuning import Tuning
from tests.engine.small import SMALL
from tests.mode import many


def engine_of(name: str, **changes: int) -> Searcher:
    """Return a game's engine without a network, some of its numbers changed."""
    game = outwit.game(name)
    return Searcher(Tuning(**{**game.parts.tuning, **changes}), game=game)


def assert_same_ends(name: str, one: dict[str, int], other: dict[str, int]) -> None:
    """Assert that two searches of a game agree who wins wherever both find a forced end."""
    rng = Random(name)
    agreed = 0
    for _ in range(many(25)):
        position = SMALL[name](rng)
        if position.outcome is not None or not position.legal_moves:
            continue
        found = [
            engine_of(name, **numbers).best(position, Limits(depth=8)).score
            for numbers in (one, other)
        ]
        if all(score.is_forced for score in found):
            agreed += 1
            assert (found[0].value > 0) == (found[1].value > 0), position.text
    assert agreed
