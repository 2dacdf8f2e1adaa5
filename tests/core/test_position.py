"""What every position offers, whatever the game."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from random import Random

import pytest

import outwit
from docs import reference
from outwit.core.game import Game
from outwit.core.position import INHERITED, Position
from outwit.errors import GameFault, IllegalMove, NothingToUndo, UnreadableMove
from tests.mode import COMPILED
from tests.testing.pile import Pile, game_of

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


def test_a_move_makes_a_new_position(position: Position) -> None:
    before = position.copy()
    after = position.after("b7")
    assert position == before
    assert position.played == before.played
    position.play("b7")
    assert after == position
    assert after.played == position.played
    assert after.undo() == "b7"


def test_an_illegal_move_makes_no_position(position: Position) -> None:
    for wrong in ("d4", "nonsense", None, 7):
        with pytest.raises(IllegalMove):
            position.after(wrong)  # type: ignore[arg-type]


def test_the_score_in_words_is_shown_where_the_higher_one_wins() -> None:
    shown = {game.name: game.start().score_text for game in GAMES}
    assert shown["ataxx"] == "Red 2, Blue 2 pieces"
    assert shown["push"] == "O 0, X 0 points"
    assert all((text == "") == (not outwit.game(name).unit) for name, text in shown.items())
    one = outwit.game("ataxx").position("x6/7/7/o6/7/7/7 o 0 1")
    assert one.score_text == "Red 1, Blue 1 piece"


@pytest.mark.skipif(not COMPILED, reason="interpreted, inner methods are Python's too")
@pytest.mark.parametrize("game", [*GAMES, game_of(Pile)], ids=lambda game: game.name)
def test_dir_lists_what_users_call(game: Game) -> None:
    home = "outwit.core.position"
    node = reference.definition(home, "Position")
    assert isinstance(node, ast.ClassDef)
    members = {member.name for member in reference.members(home, node)}
    names = {name for name in dir(game.start()) if not name.startswith("_")}
    assert members <= names
    assert not names & reference.INNER[f"{home}.Position"]
    own = {*vars(Pile)} if game.position_class is Pile else set()
    assert names - members == {*INHERITED, *(name for name in own if not name.startswith("_"))}
