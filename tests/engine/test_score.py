"""Evaluations, however large, are never taken for forced ends."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

import outwit
from outwit.core.position import Position
from outwit.engine.limits import Limits
from outwit.engine.score import MATE, MOST_EVALUATED, Score
from outwit.engine.searcher import Searcher
from outwit.engine.solver import Solver
from outwit.engine.tuning import Tuning
from tests.engine.tree import Tree
from tests.mode import amount

DRAGONS = "DDDDDDDDD/" * 6 + "G8/#########/g8"


def crowded_push() -> Position:
    """Return a board of 60 × 60 on which nearly all stones are O's."""
    rng = Random(1)
    inner = [
        "".join(rng.choice("3456789") + rng.choice("OOOOOX.") for _ in range(58)) for _ in "." * 58
    ]
    edge = "0." * 58
    return outwit.game("push").position(
        "/".join([edge, *(f"0.{row}0." for row in inner), edge]) + " X"
    )


def scripted(low: int, high: int) -> Position:
    """Return a game all of whose scores lie between two numbers."""

    class Scored(Tree):
        pass

    Scored.low, Scored.high = low, high
    return Scored.begin()


LARGE: dict[str, Callable[[], Position]] = {
    "push": crowded_push,
    "advance, ahead": lambda: outwit.game("advance").position(f"{DRAGONS} w 0"),
    "advance, behind": lambda: outwit.game("advance").position(f"{DRAGONS} b 0"),
    "scripted, 40000": lambda: scripted(39_000, 41_000),
    "scripted, either way": lambda: scripted(-60_000, 60_000),
    "scripted, beyond 16 bits": lambda: scripted(-2_000_000_000, 2_000_000_000),
}


def score_of(position: Position, depth: int) -> Score:
    engine = Searcher(Tuning(proofs=0, futility_depth=2))
    return engine.best(position, Limits(depth=depth, nodes=amount(20_000, 60))).score


@pytest.mark.parametrize("name", LARGE)
@pytest.mark.parametrize("depth", [1, 2, 5])
def test_an_evaluation_is_never_a_forced_end(name: str, depth: int) -> None:
    score = score_of(LARGE[name](), depth)
    assert score.moves_to_win is None
    assert score.moves_to_loss is None
    assert abs(score.value) <= MOST_EVALUATED


def test_a_huge_lead_keeps_its_sign() -> None:
    assert score_of(scripted(40_000, 40_001), 2).value == MOST_EVALUATED
    assert score_of(scripted(40_000, 40_001), 1).value == -MOST_EVALUATED


def test_the_worth_of_a_repetition_is_no_forced_end() -> None:
    class Circle(Tree):
        def apply(self, state: tuple[int, int], move: str) -> tuple[int, int]:
            return state[0] % 4 + 1, 1 - state[1]

        def estimate(self, state: tuple[int, int]) -> int:
            return 40_000

    assert abs(score_of(Circle.begin(), 9).value) <= MOST_EVALUATED


@pytest.mark.compiled_only  # Python's numbers have no limit
@pytest.mark.parametrize("name", LARGE)
def test_large_evaluations_do_not_mislead_the_solver(name: str) -> None:
    assert Solver(1).solve(LARGE[name](), nodes=3_000).result == "unknown"


def test_the_largest_evaluation_is_just_below_the_longest_forced_end() -> None:
    assert Score(MOST_EVALUATED).moves_to_win is None
    assert Score(MOST_EVALUATED + 1).moves_to_win is not None
    assert Score(-MOST_EVALUATED).moves_to_loss is None
    assert Score(-MOST_EVALUATED - 1).moves_to_loss is not None
    assert MOST_EVALUATED < MATE
