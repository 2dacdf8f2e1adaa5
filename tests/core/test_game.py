"""A game as a value."""

from __future__ import annotations

from pathlib import Path

import pytest

import outwit.games
from outwit.core.game import Game
from outwit.core.outcome import Outcome, Termination
from outwit.core.side import FIRST, SECOND
from outwit.errors import BadFile, BadOption, BadPosition, UnknownGame, UsageError

GAMES = outwit.all_games()
ATAXX = outwit.game("ataxx")


def test_games_are_listed_by_name() -> None:
    names = [game.name for game in GAMES]
    assert names == sorted(names)
    folder = Path(outwit.games.__file__).parent
    assert names == sorted(entry.parent.name for entry in folder.glob("*/__init__.py"))


@pytest.mark.parametrize("name", ["", "chess", "../etc", "__init__", "ataxx.rules", "x" * 999])
def test_an_unknown_game_is_refused_with_the_names_there_are(name: str) -> None:
    there_are = ", ".join(game.name for game in GAMES)
    with pytest.raises(UnknownGame, match=f"there are {there_are}$") as refusal:
        outwit.game(name)
    assert len(str(refusal.value)) < 60 + 40 + len(there_are)


@pytest.mark.parametrize("name", ["Ataxx", "../ataxx", "atax"])
def test_an_unknown_game_with_a_name_close_to_one_is_answered_with_that(name: str) -> None:
    with pytest.raises(UnknownGame, match=": did you mean 'ataxx'"):
        outwit.game(name)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_start_with_the_defaults_spelt_out_is_the_usual_start(game: Game) -> None:
    assert game.start(**game.defaults()).text == game.start().text


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_rules_of_a_position_are_its_options(game: Game) -> None:
    assert game.start().options == game.rules()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_an_unknown_option_is_refused_with_those_there_are(game: Game) -> None:
    with pytest.raises(BadOption, match=f"{game.name} has no option 'colour'; it has") as refusal:
        game.start(colour="blue")
    for option in game.options:
        assert option.name in str(refusal.value)
    with pytest.raises(BadOption):
        game.position(game.start().text, colour="blue")


def test_a_long_name_of_an_option_is_cut_in_the_refusal() -> None:
    with pytest.raises(BadOption) as refusal:
        ATAXX.start(**{"x" * 9_999: 1})
    assert len(str(refusal.value)) < 200


def test_options_may_be_texts() -> None:
    assert ATAXX.start(blocks="c3,d4", clock="100") == ATAXX.start(blocks=["c3", "d4"], clock=100)


def test_rules_are_not_in_the_text_and_must_be_given_again() -> None:
    position = ATAXX.start(clock=100)
    assert position.text == ATAXX.start().text
    assert position != ATAXX.start()
    assert ATAXX.position(position.text, **position.options) == position


def test_an_option_that_only_shapes_the_start_cannot_be_given_with_a_text() -> None:
    push = outwit.game("push")
    with pytest.raises(BadOption, match="option seed is only for a start position"):
        push.position(push.start().text, seed=3)
    with pytest.raises(BadOption, match="option rows: the position does not agree with 9"):
        push.position(push.start().text, rows=9)
    assert push.position(push.start().text, rows=4, columns=6) == push.start()


def test_a_refused_text_names_the_game() -> None:
    with pytest.raises(BadPosition, match=r"^ataxx position: "):
        ATAXX.position("nonsense")


def test_a_game_without_a_file_format_says_so() -> None:
    with pytest.raises(BadFile, match="ataxx file: this game has no file format"):
        ATAXX.load(b"")


def test_a_sentence_says_who_won_and_why() -> None:
    full = Termination("full", "the board is full")
    assert ATAXX.sentence(Outcome(FIRST, full)) == "Red wins: the board is full"
    assert ATAXX.sentence(Outcome(SECOND, full)) == "Blue wins: the board is full"
    assert ATAXX.sentence(Outcome(None, full)) == "Draw: the board is full"


def test_an_announcement_speaks_to_its_reader_and_puts_their_score_first() -> None:
    full = "the board is full"
    assert ATAXX.announce(SECOND, full, (18, 31)) == "Blue wins 31–18: the board is full"
    assert ATAXX.announce(SECOND, full, (18, 31), FIRST) == "You lost 18–31: the board is full"
    assert ATAXX.announce(SECOND, full, (18, 31), SECOND) == "You won 31–18: the board is full"
    assert ATAXX.announce(None, full, (24, 24), SECOND) == "Draw 24–24: the board is full"
    assert ATAXX.announce(FIRST, "Blue resigned", None, FIRST) == "You won: Blue resigned"


def test_a_finished_position_says_its_score_where_counting_decides() -> None:
    position = ATAXX.position("xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/ooooooo/ooooooo/ooooooo x 0 40")
    assert position.score == position.shown_score == (28, 21)
    why = "nobody can move any more, and pieces are counted"
    assert position.status == f"Red wins 28–21: {why}"
    assert position.result_for(SECOND) == f"You lost 21–28: {why}"
    with pytest.raises(UsageError, match="not over"):
        ATAXX.start().result_for(FIRST)
    # The lower number of steps wins in Jeson Mor, and only now and then: it is not shown.
    jesonmor = outwit.game("jesonmor").start()
    assert jesonmor.score == (0, 0)
    assert jesonmor.shown_score is None
    assert outwit.game("santorini").start().score is None


def test_a_game_is_a_frozen_value() -> None:
    assert outwit.game("ataxx") == ATAXX
    with pytest.raises(AttributeError, match="frozen"):
        ATAXX.name = "attax"  # type: ignore[misc]
