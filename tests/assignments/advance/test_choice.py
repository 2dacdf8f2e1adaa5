"""How ``advance`` chooses between moves that level 7 finds equal."""

from __future__ import annotations

import random

import pytest

from outwit.assignments.advance.program import Settings, break_tie, choose
from outwit.games.advance import playouts
from outwit.games.advance.bots import candidates
from outwit.games.advance.rules import Advance
from tests.assignments.cases.advance import COLOURS, scattered, unpacked
from tests.mode import amount

SECONDS = amount(60, 4000) / 1000

# The Dragon on d3 is free to go. On d1 the Miner takes it; c4 and e4 are as good as each other.
LOOSE = Advance(unpacked("2G5g/9/9/9/9/3#5/2#D#4/9/m8"), 0, 0, 0)


def recommend(patch: pytest.MonkeyPatch, move: str) -> None:
    """Let the games that are played out speak for a move."""

    class Charmed(playouts.Playouts):
        def best(self, texts: tuple[str, ...], seconds: float) -> str:
            return move

    patch.setattr(playouts, "Playouts", Charmed)


def test_a_move_of_level_7_is_chosen() -> None:
    rng = random.Random(3)
    chosen = 0
    while chosen < amount(20, 2):
        position = Advance(scattered(rng, amount(40, 6)), rng.randrange(len(COLOURS)), 0, 0)
        moves = candidates(position, 7)
        if len(moves) > 1:
            assert break_tie(position, tuple(moves), SECONDS / 10) in moves
            chosen += 1
        settings = Settings()
        settings.seconds = SECONDS / 10
        move = choose(position, settings)
        assert move in moves if moves else move is None


def test_a_move_that_hangs_a_piece_is_not_chosen() -> None:
    assert break_tie(LOOSE, ("d3d1", "d3d2"), SECONDS) == "d3d2"


def test_what_pays_by_chance_is_chosen_unless_good_play_punishes_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    moves = ("d3d1", "d3d2", "d3c4", "d3e4")
    for move in moves[1:]:
        recommend(monkeypatch, move)
        assert break_tie(LOOSE, moves, SECONDS) == move
    recommend(monkeypatch, "d3d1")
    assert break_tie(LOOSE, moves, SECONDS) in moves[1:]
