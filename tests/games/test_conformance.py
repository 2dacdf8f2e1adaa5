"""Every game keeps the contract."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import outwit
from outwit.core.game import Game
from outwit.testing import check_game, check_play, positions
from outwit.testing.checks import check_copy, check_rereading
from tests.games.oracle import oracle_of
from tests.games.starts import starts
from tests.mode import amount, many, sample

GAMES = outwit.all_games()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_keeps_the_contract(game: Game) -> None:
    check_game(game, starts=starts(game), playouts=many(1), plies=amount(sample(25, 12), 4))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_long_game_keeps_the_contract(game: Game) -> None:
    check_game(game, seed=1, playouts=1, plies=amount(60, 8))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_scattered_positions_keep_the_contract(game: Game) -> None:
    rng = Random(4)
    for number in range(many(2, 1)):
        text, options = oracle_of(game).scattered(rng)
        check_play(game, game.position(text, **options), seed=number, plies=amount(25, 6))


@given(st.data())
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_whatever_was_played_a_position_is_what_its_text_says(
    game: Game, data: st.DataObject
) -> None:
    position = data.draw(positions(game, max_plies=amount(25, 6)))
    check_rereading(game, position)
    check_copy(position)
