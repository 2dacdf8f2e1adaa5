"""What the browser is told that a move does to the pieces is what it does."""

from __future__ import annotations

from random import Random

import pytest

import outwit
from outwit.core.game import Game
from outwit.server.values.motion import Motions, motion


def moved(game: str, text: str, *before: str) -> dict[str, object]:
    position = outwit.game(game).start()
    for each in before:
        position.play(each)
    return motion(position.move(text).changes)


def test_a_piece_that_goes_is_shifted() -> None:
    assert moved("jesonmor", "a1b3") == {"shift": [["a1", "b3"]]}


def test_pieces_that_swap_are_both_shifted() -> None:
    found = moved("advance", "b1b2")["shift"]
    assert isinstance(found, list)
    assert sorted(found) == [["b1", "b2"], ["b2", "b1"]]


def test_a_new_piece_is_put_and_one_that_turns_is_left_to_the_picture() -> None:
    assert moved("ataxx", "b7") == {"puts": [["b7", "x"]]}
    # The stone on f7 turns the one on g7.
    line = ("a7c7", "a2", "c7e7", "a3")
    assert moved("ataxx", "f7", *line) == {"puts": [["f7", "x"]]}


@pytest.mark.parametrize("game", outwit.all_games(), ids=lambda game: game.name)
def test_legal_moves_are_foreseen_as_they_happen_on_their_squares(game: Game) -> None:
    motions = Motions()
    rng = Random(7)
    foreseen = 0
    for _ in range(3):
        position = game.start()
        while not position.is_over and position.ply < 40:
            for move in rng.sample(list(position.legal_moves), min(4, len(position.legal_moves))):
                expected = motions.of(position, move)
                happens = motion(move.changes)
                for what, found in expected.items():
                    foreseen += 1
                    assert all(each in happens.get(what, ()) for each in found), move
            position.play(rng.choice(list(position.legal_moves)))
    assert foreseen
