"""Many positions are scored in a row; each as if it were alone."""

from __future__ import annotations

import pytest

import outwit
from outwit.engine.network import load_network
from outwit.engine.score import MATE
from outwit.engine.scorer import Scorer

# More positions than the sums of which are kept.
MANY = 150


def test_positions_of_another_board_are_scored_by_hand() -> None:
    game = outwit.game("jesonmor")
    features = game.parts.features
    assert features is not None
    network = load_network(features.network, features)
    assert network is not None
    small, large = game.start(size=5), game.start()
    scores = Scorer(network, large).score_all([large, small, large])
    assert scores[1] == small.evaluation
    assert scores[0] == scores[2] == network.score(large)


def test_sums_begin_anew_after_a_while() -> None:
    game = outwit.game("ataxx")
    features = game.parts.features
    assert features is not None
    network = load_network(features.network, features)
    first = game.start()
    second = first.after("f1")
    positions = [first, second] * MANY
    scores = Scorer(network, first).score_all(positions)
    assert len(scores) == 2 * MANY
    assert {*scores[::2]} == {network.score(first)}  # type: ignore[union-attr]
    assert {*scores[1::2]} == {network.score(second)}  # type: ignore[union-attr]


# The first side to place on the last free squares fills the board.
@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("xxxxxxx/xxxxxxx/xxxxxxx/xxxxooo/ooooooo/ooooooo/ooooooo x 0 9", MATE),
        ("xxxxxxx/xxxxxxx/xxxxxxx/xxxxooo/ooooooo/ooooooo/ooooooo o 0 9", -MATE),
        ("xxxxxxx/xxxxxxx/xxxxxxx/xxx-ooo/ooooooo/ooooooo/ooooooo o 0 9", 0),
    ],
)
def test_ends_are_scored_for_the_side_to_move(text: str, score: int) -> None:
    position = outwit.game("ataxx").position(text)
    assert position.is_over
    assert Scorer(None, position).score_all([position]).tolist() == [score]
