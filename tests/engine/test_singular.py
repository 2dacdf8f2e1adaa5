"""Moves that are the only good ones are searched deeper, and nothing else changes."""

from __future__ import annotations

import pytest

import outwit
from outwit.core.position import Position
from outwit.engine.limits import Limits
from outwit.engine.searcher import Searcher
from outwit.engine.tuning import Tuning
from outwit.players.engine import engine_for
from tests.engine.forced import assert_same_ends, engine_of
from tests.engine.small import SMALL
from tests.engine.tree import Tree
from tests.mode import amount

# From a depth on that even short searches reach; half as deep is still a ply.
OFTEN = {"singular_depth": 3, "proofs": 0}


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", SMALL)
def test_a_forced_end_is_scored_the_same_with_extensions(name: str) -> None:
    assert_same_ends(name, {"proofs": 0}, OFTEN)


def nodes_of(position: Position, **numbers: int) -> int:
    """Return how many nodes a search of six plies takes, without other pruning."""
    tuning = Tuning(futility_depth=0, reduction=100_000, proofs=0, **numbers)
    return Searcher(tuning).best(position, Limits(depth=amount(6, 5))).nodes


def test_only_from_its_depth_on_is_a_move_searched_deeper() -> None:
    start = Tree.begin()
    assert nodes_of(start, singular_depth=4) != nodes_of(start)
    assert nodes_of(start, singular_depth=20) == nodes_of(start)


def test_a_move_far_better_than_all_others_counts_as_the_only_one() -> None:
    # With a huge margin hardly any move is singular, with a large negative one nearly all are.
    start = Tree.begin()
    wide = nodes_of(start, singular_depth=4, singular_margin=10_000)
    narrow = nodes_of(start, singular_depth=4, singular_margin=-10_000)
    assert wide < narrow


@pytest.mark.parametrize("name", SMALL)
def test_the_line_of_a_search_with_extensions_can_be_played(name: str) -> None:
    position = outwit.game(name).start()
    found = engine_of(name, **OFTEN).best(position, Limits(nodes=amount(5_000, 500)))
    for move in found.line:
        position.play(move)
    assert found.line


def test_ataxx_searches_the_only_good_move_deeper() -> None:
    assert engine_for(outwit.game("ataxx")).tuning.singular_depth
