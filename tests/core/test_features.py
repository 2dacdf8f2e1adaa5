"""What a learned evaluation sees."""

from __future__ import annotations

from random import Random

import pytest

import outwit
from outwit.core.features import Features
from tests.engine.networks import start

LEARNED = [game for game in outwit.all_games() if game.parts.features is not None]


def test_states_and_slots_are_exchanged_but_for_the_common_ones() -> None:
    features = Features(4, 3, 1, "", mirror=(1, 0, 2, 3), swap=(0, 2, 1), common=1)
    assert features.other_view(bytes([1, 0, 2, 1])) == bytes([0, 2, 1, 1])


def test_without_a_word_both_sides_see_the_same() -> None:
    assert Features(2, 3, 1, "").other_view(b"\1\2") == b"\1\2"


@pytest.mark.parametrize("game", LEARNED, ids=lambda game: game.name)
def test_the_other_sides_view_of_its_view_is_ones_own(game: outwit.Game) -> None:
    features = game.parts.features
    assert features is not None
    assert features.states <= 256
    position, rng = start(game), Random(4)
    for _ in range(10):
        states = position.slot_states.tobytes()
        view, other = states[: features.slots], states[features.slots :]
        assert view != other or position.board is None
        assert features.other_view(other) == view
        position.play(rng.choice(sorted(position.legal_moves)))
