"""Which late moves are searched shallower, and by how much."""

from __future__ import annotations

import pytest

from outwit.engine.rootsearch import RootSearch
from outwit.engine.table import Table
from outwit.engine.tuning import Tuning
from tests.engine.tree import Tree
from tests.mode import COMPILED

pytestmark = pytest.mark.skipif(COMPILED, reason="compiled code does not show single reductions")

DEPTH = 12
NUMBER = 6


def reduced(
    tuning: Tuning, *, wide: bool = False, cut: bool = False, better: bool = False, rank: int = 0
) -> int:
    """Return by how many plies the sixth move after the first is reduced, at depth twelve."""
    search = RootSearch(Tree.begin(), Table(1), tuning, bytearray(1))
    search.ordering.ranks[0] = rank
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


def test_a_reduced_move_is_still_searched_a_ply_deep() -> None:
    assert reduced(Tuning(reduction=10), cut=True) == DEPTH - 2
