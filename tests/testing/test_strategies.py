"""Positions and games for Hypothesis."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import outwit
from outwit.core.game import Game
from outwit.testing import games_played, positions

GAMES = outwit.all_games()


@given(st.data())
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_drawn_can_be_played(game: Game, data: st.DataObject) -> None:
    moves = data.draw(games_played(game, max_plies=8))
    position = game.start()
    for move in moves:
        position.play(move)
    assert list(position.played) == moves
    assert len(moves) <= 8


@given(positions(outwit.game("jesonmor"), max_plies=5, size=3, protection=2))
def test_a_position_drawn_has_the_options_asked_for(position: outwit.Position) -> None:
    assert position.text.split(" ")[3] == "2"
    assert position.text.count("/") == 2
    assert len(position.played) <= 5
