"""Moves as numbers, the game of a position, and what knows games by their positions."""

from __future__ import annotations

import pickle
from array import array
from random import Random

import pytest

import outwit
from outwit.core.game import Game
from outwit.errors import IllegalMove, NothingToUndo, UsageError
from outwit.players.engine import engine_for
from tests.core.surface import GAMES, HUGE, SCRIPTED
from tests.testing.pile import Pile

COMPILED_GAMES = outwit.all_games()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_numbers_and_moves_agree(game: Game) -> None:
    rng = Random(2)
    position = game.start()
    by_text = game.start()
    for _ in range(30):
        numbers = position.legal_numbers
        assert isinstance(numbers, array)
        assert [move.number for move in position.legal_moves] == list(numbers)
        assert len(numbers) == position.count_moves() <= position.most
        if not numbers:
            break
        number = rng.choice(numbers)
        move = position.move(number)
        assert by_text.read_move(move.text) == number
        position.play_number(number)
        by_text.play(move.text)
        assert position == by_text
        assert position.last_move == move
    while position.ply:
        assert position.undo_number() == by_text.undo().number
    assert position == game.start()
    with pytest.raises(NothingToUndo):
        position.undo_number()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_other_numbers_are_refused(game: Game) -> None:
    position = game.start()
    wrong: list[object] = [-1, 2**32 - 1, 2**32, 2**64, HUGE, -HUGE, None, "b7", 0.5, b"1", ()]
    wrong += [1 + max(position.legal_numbers), position, position.legal_moves[0]]
    for number in wrong:
        with pytest.raises(IllegalMove) as caught:
            position.play_number(number)  # type: ignore[arg-type]
        assert len(str(caught.value)) < 150
    assert position == game.start()
    assert position.ply == 0


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_an_array_of_numbers_is_ones_own(game: Game) -> None:
    position = game.start()
    numbers = position.legal_numbers
    numbers[0] = 2**32 - 2
    numbers.append(7)
    assert position.legal_numbers != numbers
    assert position.legal_moves[0].number == position.legal_numbers[0]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_position_knows_its_game_however_it_was_made(game: Game) -> None:
    start = game.start()
    made = [start, game.position(start.text), start.copy(), start.image(start.symmetries[-1])]
    if game.name != "pile":  # its module has no GAME
        made += [game.position_class.begin(), game.position_class.read(start.text)]
        made += [pickle.loads(pickle.dumps(start))]
    for position in made:
        assert position.game is game
        assert position.status == f"{game.sides[0]} to move"


def test_a_class_without_a_game_says_so() -> None:
    with pytest.raises(outwit.OutwitError, match="there is no game of Pile"):
        Pile.begin().game  # noqa: B018


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_best_move_needs_no_game_beside_the_position(game: Game) -> None:
    position = game.start()
    assert outwit.best(position, depth=1).move in position.legal_moves


@pytest.mark.parametrize("game", COMPILED_GAMES, ids=lambda game: game.name)
def test_an_engine_refuses_other_games_by_name(game: Game) -> None:
    engine = engine_for(game, mebibytes=1)
    for other in (*COMPILED_GAMES, *SCRIPTED):
        if other != game:
            with pytest.raises(UsageError, match=f"plays {game.name}, .* one of {other.name}$"):
                engine.best(other.start(), outwit.Limits(depth=1))


def test_the_status_says_how_a_game_ended() -> None:
    position = outwit.game("push").position("0./0.5.0./0. O")
    position.play("1,1")
    assert position.status == "O wins 5–0: no inner cell is empty, and values are counted"
    assert (position.is_over, position.ply) == (True, 1)
