"""Moves as the Ataxx assignment writes them."""

from __future__ import annotations

from random import Random

import pytest

from outwit.assignments.ataxx.spelling import distance, is_square, spell, spellings, unspell
from outwit.games.ataxx.rules import Ataxx


def test_a_clone_is_written_with_any_of_its_origins() -> None:
    # 7  x x . . . . o
    # 6  x . . . . . .
    position = Ataxx.read("xx4o/x6/7/7/7/7/o5x x 0 2")
    assert spellings(position, "b6") == ["a6-b6", "a7-b6", "b7-b6"]
    assert spell(position, "b6") == "a6-b6"


def test_jumps_and_passes_have_one_spelling() -> None:
    position = Ataxx.begin()
    assert spellings(position, "a7c5") == ["a7-c5"]
    assert spellings(position, "0000") == ["-"]


def test_every_spelling_of_a_legal_move_reads_back() -> None:
    position, rng = Ataxx.begin(), Random(1)
    for _ in range(30):
        for move in position.legal_moves:
            written = spellings(position, move)
            assert written
            assert {unspell(text) for text in written} == {move}
        position.play(rng.choice(sorted(position.legal_moves)))


@pytest.mark.parametrize("name", ["", "a", "a0", "a8", "h1", "A1", "a1 ", "11"])
def test_what_is_no_square_is_none(name: str) -> None:
    assert not is_square(name)
    assert is_square("a1")
    assert is_square("g7")


def test_distances_are_kings_steps() -> None:
    assert (distance("a1", "a1"), distance("a1", "b2"), distance("a1", "c2")) == (0, 1, 2)
