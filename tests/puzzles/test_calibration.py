"""The levels of the engine try a puzzle, and their results make its rating."""

from __future__ import annotations

from random import Random

import pytest

import outwit
from outwit.core.puzzle import Puzzle, read_puzzles
from outwit.puzzles.calibration import HIGHEST, LOWEST, is_solved, rate_puzzle, rating_by, tries_of

pytestmark = pytest.mark.compiled_only

SANTORINI = outwit.game("santorini")
EASIEST, *_, HARDEST = read_puzzles(SANTORINI)


@pytest.mark.parametrize(
    ("results", "rating"),
    [
        # As often solved as failed by a level of 1200: its rating, drawn to the centre a little.
        ([(1200, 50, 100)], 1202),
        ([(400, 0, 10), (1200, 5, 10), (2400, 10, 10)], 1222),
        ([(400, 10, 10), (2600, 10, 10)], LOWEST),
    ],
)
def test_a_rating_explains_who_solves_a_puzzle(
    results: list[tuple[int, int, int]], rating: int
) -> None:
    assert rating_by(results) == pytest.approx(rating, abs=3)


def test_whatever_levels_do_a_rating_has_bounds() -> None:
    assert LOWEST <= rating_by([(2600, 0, 1000)]) <= HIGHEST
    assert rating_by([(2600, 0, 10)]) > rating_by([(2600, 5, 10)]) > rating_by([(2600, 10, 10)])


def test_a_strong_level_solves_what_a_weak_one_fails_and_tries_are_repeatable() -> None:
    weak, strong = (tries_of(SANTORINI, HARDEST, level) for level in (1, 9))
    assert weak[0] / weak[1] < 0.5
    assert strong == (1, 1)
    assert rate_puzzle(SANTORINI, HARDEST) == HARDEST.rating
    assert rate_puzzle(SANTORINI, EASIEST) == EASIEST.rating


def test_every_move_that_wins_at_the_last_turn_solves(ataxx_puzzle: Puzzle) -> None:
    assert is_solved(outwit.game("ataxx"), ataxx_puzzle, 9, Random(1))


@pytest.fixture
def ataxx_puzzle() -> Puzzle:
    """Return a puzzle with several right moves at its last turn."""
    return next(
        puzzle
        for puzzle in read_puzzles(outwit.game("ataxx"))
        if len(puzzle.accepted(2 * (puzzle.own_moves - 1))) > 1
    )
