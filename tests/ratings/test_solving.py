"""A try changes the ratings of solver and puzzle, sensibly from the first one on."""

from __future__ import annotations

from random import Random

import pytest

from outwit.ratings.glicko import Glicko
from outwit.ratings.solving import ESTIMATED, MOST_CHANGE, NEWCOMER, SETTLED, after_try


@pytest.mark.parametrize("rating", [0, 400, 800, 1200, 2000, 3200])
@pytest.mark.parametrize("solved", [True, False])
@pytest.mark.parametrize("deviation", [30, 160, 350])
def test_no_try_costs_more_than_a_hundred_points(rating: int, solved: bool, deviation: int) -> None:
    solver, puzzle = NEWCOMER.replace(deviation=deviation), Glicko(rating, ESTIMATED)
    after = after_try(solver, puzzle, solved)
    step = after.solver.rating - solver.rating
    assert 0 < (step if solved else -step) <= MOST_CHANGE


@pytest.mark.parametrize("solved", [True, False])
def test_only_a_settled_solver_changes_a_puzzle(solved: bool) -> None:
    puzzle = Glicko(1000, ESTIMATED)
    assert after_try(NEWCOMER, puzzle, solved).puzzle == puzzle
    settled = after_try(Glicko(1000, SETTLED), puzzle, solved).puzzle
    assert 0 < (puzzle.rating - settled.rating) * (1 if solved else -1) <= MOST_CHANGE
    assert settled.deviation < puzzle.deviation


def test_an_unlikely_result_moves_a_rating_more_than_a_likely_one() -> None:
    hard, easy = Glicko(1600, ESTIMATED), Glicko(700, ESTIMATED)
    won = [after_try(NEWCOMER, each, solved=True).solver.rating for each in (hard, easy)]
    lost = [after_try(NEWCOMER, each, solved=False).solver.rating for each in (hard, easy)]
    assert won[0] > won[1] + 30
    assert lost[0] > lost[1] + 30


@pytest.mark.parametrize("strength", [700, 1000, 1600])
def test_a_rating_finds_a_solvers_strength_in_forty_tries(strength: int) -> None:
    rng = Random(strength)
    found = []
    for _ in range(30):
        own = NEWCOMER
        for _ in range(40):
            puzzle = Glicko(own.rating + rng.uniform(-100, 100), ESTIMATED)
            chance = 1 / (1 + 10 ** ((puzzle.rating - strength) / 400))
            own = after_try(own, puzzle, rng.random() < chance).solver
        found.append(own.rating)
    assert sum(found) / len(found) == pytest.approx(strength, abs=80)
