"""The symmetries that the rules of each game have."""

from __future__ import annotations

from random import Random

import pytest

import outwit
from outwit.core.game import Game
from outwit.core.symmetry import (
    ALL_SYMMETRIES,
    COUNTER_TURN,
    HALF_TURN,
    IDENTITY,
    LEFT_RIGHT,
    QUARTER_TURN,
    TOP_BOTTOM,
    TRANSPOSITION,
    Symmetry,
)
from outwit.errors import UsageError
from tests.core.surface import HUGE, SCRIPTED
from tests.games.boards import ataxx, push

GAMES = outwit.all_games()
CORNER = ["ab", "cd"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_has_the_symmetries_of_its_rules(game: Game) -> None:
    expected = (IDENTITY, LEFT_RIGHT) if game.name == "advance" else ALL_SYMMETRIES
    assert game.start().symmetries == expected


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_play_in_the_image_is_the_image_of_play(game: Game) -> None:
    rng = Random(11)
    position = game.start()
    for ply in range(24):
        moves = position.legal_moves
        if not moves:
            break
        symmetry = position.symmetries[ply % len(position.symmetries)]
        image = position.image(symmetry)
        assert (image.ply, image.turn, image.game, type(image)) == (
            0,
            position.turn,
            game,
            type(position),
        )
        assert image.count_moves() == len(moves)
        move = rng.choice(moves)
        other = position.move_image(move, symmetry)
        assert other in image.legal_moves
        assert other.kind == move.kind
        image.play(other)
        position.play(move)
        assert image.text == position.image(symmetry).text
        assert image.outcome == position.outcome


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_moves_are_carried_one_to_one(game: Game) -> None:
    position = game.start()
    position.play(position.legal_moves[-1])
    for symmetry in position.symmetries[1::3]:
        images = {position.move_image(move, symmetry).text for move in position.legal_moves}
        assert images == {move.text for move in position.image(symmetry).legal_moves}


def test_the_identity_changes_nothing() -> None:
    for game in (*GAMES, *SCRIPTED):
        position = game.start()
        assert position.image(IDENTITY) == position
        assert position.symmetries[0] == IDENTITY


def test_boards_are_laid_where_they_belong() -> None:
    corner = ataxx("x......\no......")  # a2 is Red, a1 is Blue
    assert corner.image(LEFT_RIGHT)["g2"].owner == outwit.FIRST
    assert corner.image(TOP_BOTTOM)["a6"].owner == outwit.FIRST
    assert corner.image(HALF_TURN)["g6"].owner == outwit.FIRST
    assert corner.move_image("b2", LEFT_RIGHT) == "f2"
    oblong = push("0.0.0.\n0.1.2O3.0.\n0.0.0.".replace("\n", "\n"))
    turned = oblong.image(QUARTER_TURN)
    assert (turned.board.rows, turned.board.columns) == (5, 3)
    assert turned["2,1"].owner == outwit.FIRST
    assert turned.image(COUNTER_TURN) == oblong


def test_rows_of_letters_turn() -> None:
    assert QUARTER_TURN.apply_rows(CORNER) == ["ca", "db"]
    assert COUNTER_TURN.apply_rows(QUARTER_TURN.apply_rows(CORNER)) == CORNER
    assert TRANSPOSITION.apply_rows(["abc", "def"]) == ["ad", "be", "cf"]
    images = {tuple(symmetry.apply_rows(CORNER)) for symmetry in ALL_SYMMETRIES}
    assert len(images) == len(ALL_SYMMETRIES) == 8


def test_a_pass_is_its_own_image_also_by_its_number() -> None:
    position = ataxx("""
        x x - - . . .
        x x - - . . .
        - - - - . . .
        - - - - . . .
        . . . . . . .
        . . . . . . .
        . . . . . o .
    """)
    (number,) = position.legal_numbers
    assert position.move_image("0000", HALF_TURN) == "0000"
    assert position.move_image(number, HALF_TURN) == "0000"  # type: ignore[arg-type]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_other_symmetries_are_refused(game: Game) -> None:
    position = game.start()
    wrong: list[object] = [None, 0, HUGE, "sideways", Symmetry("odd"), Symmetry("identity", True)]
    wrong += [position, game, *({*ALL_SYMMETRIES} - {*position.symmetries})]
    for symmetry in wrong:
        with pytest.raises(UsageError, match="is none of identity"):
            position.image(symmetry)  # type: ignore[arg-type]
        with pytest.raises(UsageError, match="is none of identity"):
            position.move_image(position.legal_moves[0], symmetry)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_symmetry_may_be_named(game: Game) -> None:
    position = game.start()
    for symmetry in position.symmetries:
        assert position.image(symmetry.name) == position.image(symmetry)
        move = position.legal_moves[0]
        assert position.move_image(move, symmetry.name) == position.move_image(move, symmetry)
