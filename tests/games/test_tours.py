"""Every game has a tour, which is short."""

from __future__ import annotations

import pytest

from outwit.core.game import Game
from outwit.games import all_games

# Most characters of a text: five lines on a phone.
MOST = 200


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_a_tour_says_in_a_few_sentences_what_to_want_and_how_to_move(game: Game) -> None:
    for text in (game.parts.tour.aim, game.parts.tour.move):
        assert 40 < len(text) <= MOST
        assert text.endswith(".")
