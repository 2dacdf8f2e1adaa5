"""Puzzles are found in games, and the same seed finds the same."""

from __future__ import annotations

import pytest

import outwit
from outwit.puzzles.checking import fault_of
from outwit.puzzles.finder import find_puzzles

pytestmark = pytest.mark.compiled_only

ATAXX = outwit.game("ataxx")


def test_what_is_found_is_proven_and_found_again() -> None:
    found = list(find_puzzles(ATAXX, 3, seed=7))
    assert len({puzzle.position for puzzle in found}) == 3
    assert [fault_of(ATAXX, puzzle) for puzzle in found] == [""] * 3
    assert list(find_puzzles(ATAXX, 3, seed=7)) == found


def test_an_excluded_end_makes_no_puzzle() -> None:
    (puzzle,) = find_puzzles(ATAXX, 1, seed=7, excluded=("wiped-out",))
    assert puzzle.ending != "wiped-out"
