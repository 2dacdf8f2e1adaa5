"""One engine, used for the same board under two rules, answers each as a fresh engine would."""

from __future__ import annotations

import pytest

import outwit
from outwit.engine.limits import Limits
from outwit.players.engine import engine_for
from tests.mode import amount

# A position, and two values of a rule of the game that change how play goes on from it.
CASES = {
    "ataxx": ("x5o/7/2x1o2/3-3/7/7/o5x x 23 30", "clock", ("25", "100")),
    "jesonmor": ("k1k1k/5/1K3/5/K1K1K w 0 0 0 0", "legs", ("yes", "no")),
    "santorini": ("2A2100/11000/00200/0001Y0/0B1010Z w 9", "rule", ("seed", "official")),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("first", range(amount(2, 1)))
def test_a_reused_engine_keeps_rules_apart(name: str, first: int) -> None:
    game = outwit.game(name)
    text, rule, values = CASES[name]
    limits = Limits(depth=amount(5, 2))
    one, other = (game.position(text, **{rule: values[i]}) for i in (first, 1 - first))
    reused = engine_for(game)
    reused.best(one, limits)
    found, fresh = reused.best(other, limits), engine_for(game).best(other, limits)
    assert found.replace(time=0.0) == fresh.replace(time=0.0)


@pytest.mark.parametrize("name", CASES)
def test_positions_under_different_rules_have_different_keys(name: str) -> None:
    game = outwit.game(name)
    text, rule, values = CASES[name]
    assert len({game.position(text, **{rule: value}).key for value in values}) == 2
