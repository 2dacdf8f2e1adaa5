from __future__ import annotations

import re
from random import Random

import pytest

import outwit
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.games import all_games
from outwit.terminal.textboard import layout_of, status_line, text_board
from tests.cli.command import outwit_process as run
from tests.terminal.pseudoterminal import PseudoTerminal
from tests.testing.pile import Pile, game_of

CODE = re.compile(r"\033\[[0-9;]*m")
GAMES = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)


def random_positions(game: Game) -> list[Position]:
    """Return positions of a random game."""
    rng = Random(5)
    position = game.start()
    found = [position.copy()]
    while not position.is_over and len(found) < 40:
        position.play(rng.choice(list(position.legal_moves)))
        found.append(position.copy())
    return found


@GAMES
def test_without_its_colours_a_board_is_the_same_text(game: Game) -> None:
    for position in random_positions(game):
        coloured = text_board(position, coloured=True)
        assert CODE.sub("", coloured) == str(position) == text_board(position)
        assert not position.played or "\033[0m" in coloured


@GAMES
def test_squares_are_found_in_the_text_of_every_game(game: Game) -> None:
    for position in random_positions(game):
        layout = layout_of(position)
        assert layout is not None
        lines = str(position).split("\n")
        for square in position.board:
            cell, _ = layout.read(lines, square)
            drawn = cell.upper()
            if square.piece is not None and game.name != "ataxx":  # which draws r for x
                assert square.piece.letter.upper() in drawn


@GAMES
def test_a_board_turned_twice_is_as_before(game: Game) -> None:
    position = random_positions(game)[-1]
    flipped = text_board(position, flipped=True)
    assert flipped != str(position)
    assert sorted(flipped.replace(" ", "")) == sorted(str(position).replace(" ", ""))


def test_flipped_the_second_side_is_at_the_bottom_with_its_coordinates() -> None:
    position = outwit.game("jesonmor").start(size=5)
    position.play("a1b3")
    assert text_board(position, flipped=True) == (
        "   e d c b a\n"
        " 1 K A K A . 1\n"
        " 2 . . . . . 2\n"
        " 3 . . x K . 3\n"
        " 4 . . . . . 4\n"
        " 5 k a k a k 5\n"
        "   e d c b a"
    )


def test_the_last_move_is_marked_and_the_sides_differ() -> None:
    position = outwit.game("ataxx").start()
    first, second = (
        set(CODE.findall(text_board(position, coloured=True).split("\n")[i][:30])) for i in (0, 6)
    )
    assert first != second
    before = text_board(position, coloured=True)
    position.play("a7c7")
    after = text_board(position, coloured=True).split("\n")[0]
    marks = set(CODE.findall(after)) - set(CODE.findall(before))
    assert len(marks) == 1
    assert re.search(rf"{re.escape(marks.pop())} ?- ?\033\[0m", after)


def test_a_game_without_a_board_stays_as_it_is() -> None:
    position = game_of(Pile).start()
    assert layout_of(position) is None
    assert text_board(position, coloured=True, flipped=True) == str(position)


def test_the_number_of_moves_is_singular_or_plural() -> None:
    assert status_line(outwit.game("ataxx").start()) == "Red to move, 16 legal moves"
    only_pass = outwit.game("ataxx").position("xoo4/ooo4/ooo4/7/7/7/7 x 0 1")
    assert status_line(only_pass) == "Red to move, 1 legal move"


@pytest.mark.compiled_only
def test_boards_are_coloured_on_terminals_only_and_as_people_wish() -> None:
    words = ("show", "ataxx")
    plain = run(*words).out
    assert "\033" not in plain
    coloured = run(*words, "--color").out
    assert "\033" in coloured
    assert CODE.sub("", coloured) == plain
    assert run(*words, "--color", NO_COLOR="1").out == coloured
    for more, environment, expected in (
        ((), {}, coloured),
        (("--no-color",), {}, plain),
        ((), {"NO_COLOR": "1"}, plain),
        ((), {"TERM": "dumb"}, plain),
    ):
        with PseudoTerminal(*words, *more, **environment) as terminal:
            assert terminal.read_rest() == expected


@pytest.mark.compiled_only
def test_replayed_boards_are_coloured_too() -> None:
    record = '[Game "ataxx"]\n\n1. b7 *\n'
    plain = run("replay", "-", given=record).out
    coloured = run("replay", "-", "--color", given=record).out
    assert CODE.sub("", coloured) == plain != coloured
