"""What every position offers, whatever the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest

import outwit
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.errors import GameFault, IllegalMove, NothingToUndo, UnreadableMove

GAMES = outwit.all_games()


@pytest.fixture
def position() -> Position:
    """Start a game of Ataxx."""
    return outwit.game("ataxx").start()


def test_legal_moves_are_a_sequence_that_stays_as_it_is(position: Position) -> None:
    moves = position.legal_moves
    assert isinstance(moves, Sequence)
    assert len(moves) == len(list(moves)) == 16
    position.play("b7")
    assert "b7" in moves
    assert "a2" not in moves
    assert "a2" in position.legal_moves
    assert moves[0] == next(iter(moves))
    assert moves[:2] == list(moves)[:2]
    assert moves[-1] in moves
    assert Random(1).choice(moves) in moves


def test_legal_moves_show_the_first_few(position: Position) -> None:
    shown = repr(position.legal_moves)
    assert shown.startswith("<16 legal moves: ")
    assert shown.endswith(", … 4 more>")
    few = outwit.game("push").position("0./0.5.0./0. O")
    assert repr(few.legal_moves) == "<1 legal moves: 1,1>"


@pytest.mark.parametrize("stranger", [None, 7, b"b7", "", "b7 ", ("b7",)])
def test_what_is_no_text_of_a_legal_move_is_not_among_them(
    position: Position, stranger: object
) -> None:
    assert stranger not in position.legal_moves


def test_an_illegal_move_is_refused_and_changes_nothing(position: Position) -> None:
    with pytest.raises(IllegalMove, match="move 'd4' is not legal here"):
        position.play("d4")
    with pytest.raises(UnreadableMove, match="'nonsense'"):
        position.play("nonsense")
    assert position.text == outwit.game("ataxx").start().text
    assert position.played == ()


def test_after_the_end_a_move_is_refused_with_the_reason() -> None:
    position = outwit.game("push").position("0./0.5O0./0. X")
    with pytest.raises(IllegalMove, match="the game is over"):
        position.play("1,1")


def test_undo_returns_the_move(position: Position) -> None:
    start = position.text
    position.play("b7")
    position.play("a2")
    assert position.played == ("b7", "a2")
    assert [position.undo(), position.undo()] == ["a2", "b7"]
    assert position.text == start
    with pytest.raises(NothingToUndo, match="no move has been played"):
        position.undo()


def test_positions_are_equal_by_text_and_rules(position: Position) -> None:
    again = outwit.game("ataxx").start()
    assert position == again
    position.play("b7")
    assert position != again
    position.undo()
    assert position == again
    assert position != outwit.game("ataxx").start(clock=100)
    assert position != position.text


def test_positions_change_and_so_have_no_hash(position: Position) -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(position)


def test_a_position_shows_its_text(position: Position) -> None:
    assert repr(position) == "<Ataxx 'x5o/7/7/7/7/7/o5x x 0 1'>"


def test_the_turn_is_a_side(position: Position) -> None:
    assert position.turn is outwit.FIRST
    position.play("b7")
    assert position.turn is outwit.SECOND


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_beginning_stays_while_play_goes_on(game: Game) -> None:
    position = game.start()
    first = position.text
    assert position.beginning == first
    for _ in range(3):
        position.play(min(position.legal_moves))
        assert position.beginning == first
    while position.played:
        position.undo()
    assert position.beginning == first == position.text
    position.play(max(position.legal_moves))
    assert position.copy().beginning == first


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_copy_goes_its_own_way(game: Game) -> None:
    position = game.start()
    move = min(position.legal_moves)
    position.play(move)
    twin = position.copy()
    assert twin == position
    assert twin.played == position.played == (move,)
    twin.play(min(twin.legal_moves))
    assert twin != position
    twin.undo()
    twin.undo()
    assert twin == game.start()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_key_fits_64_bits(game: Game) -> None:
    assert 0 <= game.start().key < 2**64


@pytest.mark.parametrize(
    "ask", ["begin", "read", "text", "board", "copy", "legal_moves", "read_move"]
)
def test_a_game_that_writes_nothing_is_at_fault(ask: str) -> None:
    empty = Position(0, 1, 0, {})
    asking: dict[str, Callable[[], object]] = {
        "begin": Position.begin,
        "read": lambda: Position.read(""),
        "text": lambda: empty.text,
        "board": lambda: empty.board,
        "copy": empty.copy,
        "legal_moves": lambda: empty.legal_moves,
        "read_move": lambda: empty.read_move(""),
    }
    with pytest.raises(GameFault, match=r"Position "):
        asking[ask]()
