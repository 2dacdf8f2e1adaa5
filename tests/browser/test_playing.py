"""Every game is played to its end by clicks, against a bot."""

from __future__ import annotations

from random import Random

import pytest

from tests.browser.table import Table

pytestmark = pytest.mark.compiled_only

# Small boards and low limits, so that games end soon.
OPTIONS = {
    "advance": {"limit": "12"},
    "ataxx": {"blocks": "c1,d1,c2,d2,a3,b3,c3,d3,a4,b4,d4"},
    "jesonmor": {"size": "5"},
    "push": {"rows": "4", "columns": "4", "seed": "1"},
    "santorini": {"rule": "official"},
    "tictactoe": {},
}


@pytest.mark.parametrize("game", OPTIONS)
def test_every_game_is_played_to_its_end_by_clicks(table: Table, game: str) -> None:
    table.fill_in(game, **OPTIONS[game])
    sentence = table.play_to_the_end(Random(3))
    assert sentence.startswith(("You won", "You lost", "Draw"))
