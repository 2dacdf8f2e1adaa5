from __future__ import annotations

import re

import pytest

from outwit.errors import BotAbsent
from tests.cli.command import outwit, refusal

pytestmark = pytest.mark.compiled_only


def test_a_whole_game_can_be_played_against_a_friend() -> None:
    moves = "A,n,e Y,se,e B,e,sw Y,e,w A,n,se Y,w,e"
    answer = outwit(
        "play", "santorini", "--against", "human", given="\n".join(moves.split()) + "\n"
    )
    assert answer.status == 0
    assert answer.out.endswith("Blue wins: a worker stands on the third level\n")


def test_the_game_can_be_chosen_from_the_list() -> None:
    answer = outwit("play", given="nonsense\n99\n2\n\n\nquit\n")
    assert "1  advance" in answer.out
    assert answer.out.count("A number from 1 to") == 2
    assert "ataxx: Clone next door" in answer.out
    assert answer.status == 0


def test_a_bot_answers_at_once_and_the_same_for_the_same_seed() -> None:
    words = ["play", "ataxx", "--against", "random", "--seed", "3"]
    answers = {outwit(*words, given="b7\nquit\n").out for _ in range(2)}
    assert len(answers) == 1
    assert re.search("\nBlue (clones|jumps) ", answers.pop())


def test_moves_are_understood_as_people_type_them() -> None:
    answer = outwit("play", "ataxx", "--against", "human", given="a7-b7\n G7 e5\nQUIT\n")
    assert answer.out.count("Red> ") == 2
    assert "not legal" not in answer.out


def test_an_illegal_move_changes_nothing_and_asks_again() -> None:
    answer = outwit("play", "ataxx", given="d4\nnonsense\nquit\n")
    assert "move 'd4' is not legal here" in answer.out
    assert "move 'nonsense' is no clone" in answer.out
    assert answer.out.count("Red> ") == 3


def test_undo_takes_back_ones_own_move_and_the_answer() -> None:
    answer = outwit("play", "ataxx", given="undo\nb7\nundo\nquit\n")
    assert "no move has been played" in answer.out
    assert answer.out.count("Red to move, 16 legal moves") == 2


def test_nothing_can_be_taken_back_that_only_the_bot_has_played() -> None:
    answer = outwit("play", "ataxx", "--second", given="undo\nquit\n")
    assert "you have not moved yet" in answer.out


def test_moves_are_listed_on_request() -> None:
    answer = outwit("play", "push", given="moves\nhelp\nboard\nquit\n")
    assert "1,1  1,2  1,3  1,4  2,1  2,2  2,3  2,4" in answer.out


def test_the_end_of_input_ends_the_game() -> None:
    answer = outwit("play", "push", given="")
    assert (answer.status, answer.err) == (0, "")
    assert outwit("play", given="").status == 0


@pytest.mark.parametrize("seconds", ["-1", "0", "nan"])
def test_the_engine_needs_some_time_to_think(seconds: str) -> None:
    assert refusal("play", "--time", seconds) == (f"time: {float(seconds)} is not greater than 0")


@pytest.mark.parametrize(("command", "name"), [("./none", "./none"), ("python3 no.py", "no.py")])
def test_a_program_that_is_not_there_is_refused_before_the_game(command: str, name: str) -> None:
    answer = outwit("play", "ataxx", "--against", f"ugi:{command}", given="b6\n")
    assert (answer.out, answer.status) == ("", BotAbsent.exit_status)
    assert re.fullmatch(f"outwit: {name!r} .*\n", answer.err)
