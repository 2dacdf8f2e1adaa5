"""Entries of the table that are not deep enough cut where they are far beyond the bound."""

from __future__ import annotations

import pytest

from outwit.engine.limits import Limits
from outwit.engine.searcher import Searcher
from outwit.engine.tuning import Tuning
from tests.engine.forced import assert_same_ends
from tests.engine.small import SMALL
from tests.engine.tree import Tree
from tests.mode import amount

OFTEN = {"entry_plies": 4, "entry_above": 1, "entry_below": 1, "proofs": 0}


def nodes_of(**numbers: int) -> int:
    """Return how many nodes a search of seven plies, or of five, takes, without other pruning."""
    tuning = Tuning(futility_depth=0, reduction=100_000, proofs=0, **numbers)
    return Searcher(tuning).best(Tree.begin(), Limits(depth=amount(7, 5))).nodes


@pytest.mark.parametrize("side", ["entry_above", "entry_below"])
def test_a_shallower_entry_cuts_where_it_is_beyond_the_bound_by_its_margin(side: str) -> None:
    assert nodes_of(entry_plies=3, **{side: 20}) < nodes_of()


@pytest.mark.parametrize("side", ["entry_above", "entry_below"])
def test_a_shallower_entry_does_not_cut_within_its_margin(side: str) -> None:
    assert nodes_of(entry_plies=3, **{side: 20_000}) == nodes_of()


def test_an_entry_that_is_too_shallow_does_not_cut() -> None:
    assert nodes_of(entry_plies=0, entry_above=20, entry_below=20) == nodes_of()


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", SMALL)
def test_a_forced_end_is_scored_the_same_with_shallow_entries(name: str) -> None:
    assert_same_ends(name, {"entry_plies": 0, "proofs": 0}, OFTEN)
