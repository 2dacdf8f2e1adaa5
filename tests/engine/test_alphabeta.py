"""Which late moves are searched shallower, and by how much."""

from __future__ import annotations

import pytest

from outwit.engine import ordering
from outwit.engine.rootsearch import RootSearch
from outwit.engine.table import Table
from outwit.engine.tuning import Tuning
from tests.engine.tree import Tree
from tests.mode import COMPILED

pytestmark = pytest.mark.skipif(COMPILED, reason="compiled code does not show single reductions")

DEPTH = 12
NUMBER = 6


def reduced(
    tuning: Tuning,
    *,
    wide: bool = False,
    cut: bool = False,
    better: bool = False,
    rank: int = 0,
    history: int = 0,
) -> int:
    """Return by how many plies the sixth move after the first is reduced, at depth twelve."""
    search = RootSearch(Tree.begin(), Table(1), tuning, bytearray(1))
    search.ordering.ranks[0] = rank
    move = search.moves.data[0]
    search.ordering.history[ordering.history_slot(move, 1 - search.position.side)] = history
    return search.late_reduction(DEPTH, 0, NUMBER, wide, cut, better)


def test_a_late_move_of_the_principal_variation_is_reduced_a_ply_less() -> None:
    assert reduced(Tuning(reduction=100)) == 4
    assert reduced(Tuning(reduction=100), wide=True) == 3


def test_a_late_move_is_reduced_more_where_a_cut_is_expected() -> None:
    tuning = Tuning(reduction=100, reduction_cut=200)
    assert reduced(tuning) == 4
    assert reduced(tuning, cut=True) == 6


def test_a_late_move_is_reduced_more_where_its_side_stands_no_better_than_before() -> None:
    tuning = Tuning(reduction=100, reduction_worse=100)
    assert reduced(tuning, better=True) == 4
    assert reduced(tuning, better=False) == 5


@pytest.mark.parametrize(("rank", "plies"), [(0, 4), (2_000, 3), (-2_000, 5), (90_000, 0)])
def test_a_late_move_is_reduced_less_the_higher_it_ranks(rank: int, plies: int) -> None:
    assert reduced(Tuning(reduction=100, reduction_rank=2_000), rank=rank) == plies


@pytest.mark.parametrize(("history", "plies"), [(0, 4), (9_000, 3), (-9_000, 5)])
def test_a_late_move_is_reduced_less_the_better_its_history(history: int, plies: int) -> None:
    assert reduced(Tuning(reduction=100), history=history) == 4
    assert reduced(Tuning(reduction=100, reduction_history=9_000), history=history) == plies


@pytest.mark.parametrize(
    ("bonus", "depth", "gained"), [(0, 3, 9), (0, 40, 400), (300, 3, 900), (300, 9, 1_500)]
)
def test_history_tells_moves_that_refute_from_those_before_them(
    bonus: int, depth: int, gained: int
) -> None:
    search = RootSearch(Tree.begin(), Table(1), Tuning(history=bonus), bytearray(1))
    sorter, moves = search.ordering, search.moves.data
    slots = [ordering.history_slot(moves[i], search.position.side) for i in range(2)]
    sorter.reward(0, 1, depth, 0)
    assert [sorter.history[slot] for slot in slots] == [-gained, gained]
    for _ in range(1_000):
        sorter.reward(0, 1, depth, 0)
    assert all(abs(sorter.history[slot]) <= ordering.MOST_HISTORY for slot in slots)


def test_a_reduced_move_is_still_searched_a_ply_deep() -> None:
    assert reduced(Tuning(reduction=10), cut=True) == DEPTH - 2
