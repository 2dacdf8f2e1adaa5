from __future__ import annotations

import json

import pytest

import outwit as package
from tests.cli.command import outwit, refusal

pytestmark = pytest.mark.compiled_only


def test_best_prints_one_line_that_begins_with_a_legal_move() -> None:
    answer = outwit("best", "ataxx", "--depth", "4")
    assert answer.out.count("\n") == 1
    assert answer.out.split()[0] in package.game("ataxx").start().legal_moves
    assert all(word in answer.out for word in ("score", "depth 4", "nodes", "time", "line"))


def test_best_as_json_tells_a_forced_win() -> None:
    text = "00000/02A300/00000/00Y00B0/000Z00 w 9"
    found = json.loads(
        outwit("best", "santorini", "--position", text, "--depth", "3", "--json").out
    )
    assert found["move"].startswith("A,e")
    assert found["moves_to_win"] == 1
    assert found["line"][0] == found["move"]


def test_best_considers_only_the_moves_asked_for() -> None:
    assert outwit("best", "ataxx", "--depth", "3", "--only", "a7a5").out.startswith("a7a5 ")


def test_analyse_prints_every_depth_with_as_many_lines_as_asked_for() -> None:
    lines = outwit("analyse", "jesonmor", "--depth", "3", "--lines", "2").out.splitlines()
    assert [line.split()[0] for line in lines] == ["1", "2"] * 3


def test_bench_prints_a_line_per_game_and_the_signature() -> None:
    *lines, last = outwit("bench", "--depth", "3").out.splitlines()
    assert [line.split()[0] for line in lines] == [game.name for game in package.all_games()]
    assert last == f"signature {sum(int(line.split()[1]) for line in lines)}"


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["best", "ataxx", "--time", "0"], "time"),
        (["best", "ataxx", "--time", "soon"], "--time"),
        (["best", "ataxx", "--depth", "-1"], "depth"),
        (["best", "ataxx", "--nodes", "0"], "nodes"),
        (["best", "ataxx", "--threads", "0"], "threads"),
        (["best", "ataxx", "--only", "d4"], "d4"),
        (["best", "ataxx", "--position", "xx5/7/7/7/7/7/7 o 0 1"], "the game is over: Red wins"),
        (["analyse", "ataxx", "--lines", "0"], "lines"),
    ],
)
def test_bad_limits_are_named_in_one_line(words: list[str], named: str) -> None:
    assert named in refusal(*words)
