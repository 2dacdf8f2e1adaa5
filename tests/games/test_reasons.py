"""Why a game ended is said to both players, so it names neither of them as "the other"."""

from __future__ import annotations

import pytest

from outwit.core.game import Game
from outwit.games import all_games


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_a_reason_reads_well_to_the_winner_and_to_the_loser(game: Game) -> None:
    for termination in game.start().terminations:
        assert "other" not in termination.reason.split()
