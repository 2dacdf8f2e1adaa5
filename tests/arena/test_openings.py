from __future__ import annotations

from pathlib import Path

import pytest

from outwit.arena.openings import Book, draw_opening, read_book
from outwit.engine.limits import Limits
from outwit.errors import BadOption, BadPosition, UsageError
from outwit.games import all_games, game
from outwit.players.engine import engine_for
from tests.mode import amount

GAMES = [found.name for found in all_games()]
NUMBERS = range(amount(60, 5))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("plies", [None, 0, 5])
def test_the_same_seed_draws_the_same_openings(name: str, plies: int | None) -> None:
    book = Book(plies)
    once, again = (
        [draw_opening(game(name), book, 7, number).text for number in NUMBERS] for _ in range(2)
    )
    assert once == again


@pytest.mark.parametrize("name", GAMES)
def test_other_seeds_and_numbers_draw_other_openings(name: str) -> None:
    book = Book()
    drawn = {draw_opening(game(name), book, seed, n).text for seed in (1, 2) for n in NUMBERS}
    assert len(drawn) > len(NUMBERS) // 4


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("plies", [None, 0, 5])
def test_in_an_opening_no_move_is_played_and_the_game_is_on(name: str, plies: int | None) -> None:
    for number in NUMBERS:
        position = draw_opening(game(name), Book(plies), 3, number)
        assert not position.played
        assert position.outcome is None
        assert position.legal_moves


@pytest.mark.parametrize("name", GAMES)
def test_an_opening_can_be_read_again(name: str) -> None:
    for number in NUMBERS:
        position = draw_opening(game(name), Book(), 5, number)
        again = game(name).position(position.text)
        assert (again.text, again.turn) == (position.text, position.turn)
        assert sorted(again.legal_moves) == sorted(position.legal_moves)


def test_options_that_are_given_are_kept() -> None:
    book = Book(options=(("rows", "5"), ("columns", "6")))
    for number in range(5):
        position = draw_opening(game("push"), book, 1, number)
        assert position.text.count("/") == 4


def test_where_every_game_is_over_by_then_no_opening_is_found() -> None:
    book = Book(200, (("rows", "3"), ("columns", "3")))
    with pytest.raises(UsageError, match="no opening of push found in 50 tries: fewer plies"):
        draw_opening(game("push"), book, 1, 0)


def test_positions_of_a_file_are_taken_in_turn(tmp_path: Path) -> None:
    texts = [draw_opening(game("ataxx"), Book(), 1, number).text for number in range(3)]
    file = tmp_path / "book.txt"
    file.write_text(f"# three\n\n{texts[0]}\r\n  {texts[1]}  \n  # indented\n{texts[2]}")
    found = read_book(str(file), game("ataxx"))
    assert found == tuple(texts)
    drawn = [draw_opening(game("ataxx"), Book(texts=found), 9, n).text for n in range(7)]
    assert drawn == [texts[number % 3] for number in range(7)]


@pytest.mark.parametrize("text", ["", "\n \n", "# nothing\n", "  # nothing"])
def test_a_file_without_positions_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "book.txt"
    file.write_text(text)
    with pytest.raises(UsageError, match="has no positions"):
        read_book(str(file), game("ataxx"))


@pytest.mark.parametrize("data", [b"what?\n", b"\xff\xfe\n", b"\0\n"])
def test_a_file_with_a_bad_position_is_refused(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "book.txt"
    file.write_bytes(data)
    with pytest.raises(BadPosition):
        read_book(str(file), game("ataxx"))


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "none", tmp_path):
        with pytest.raises(UsageError, match="cannot be read"):
            read_book(str(path), game("ataxx"))


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", GAMES)
def test_with_balance_nobody_is_better_by_more(name: str) -> None:
    found = game(name)
    limits = Limits(nodes=500)
    # A drawn board of Push is worth more to who begins.
    most = 1_000 if name == "push" else 150
    for number in range(5):
        position = draw_opening(found, Book(balance=most, balance_nodes=500), 2, number)
        score = engine_for(found, mebibytes=1).best(position, limits).score
        assert abs(score.value) <= most
        assert not position.played


def test_where_nothing_is_balanced_no_opening_is_found() -> None:
    book = Book(0, texts=(), balance=-1, balance_nodes=10)
    with pytest.raises(UsageError, match="fewer plies or a wider balance may help"):
        draw_opening(game("ataxx"), book, 1, 0)


def test_a_position_in_which_the_game_is_over_is_no_opening(tmp_path: Path) -> None:
    file = tmp_path / "book.txt"
    file.write_text("xx5/7/7/7/7/7/7 o 0 1\n")
    with pytest.raises(UsageError, match="over"):
        read_book(str(file), game("ataxx"))


def test_a_position_that_does_not_agree_with_the_options_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "book.txt"
    file.write_text("x5o/7/7/7/7/7/o5x x 0 1\n")
    with pytest.raises(BadOption):
        read_book(str(file), game("ataxx"), (("blocks", "c3"),))
