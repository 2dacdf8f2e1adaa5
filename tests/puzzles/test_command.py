"""``outwit puzzles`` finds puzzles of any game, and proves those that a game has."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import outwit, outwit_process

pytestmark = pytest.mark.compiled_only

EXAMPLES = str(Path(__file__).parents[2] / "examples" / "games")


def test_it_finds_puzzles_of_a_game_nobody_has_named(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.json"
    words = ("puzzles", "tictactoe", "--count", "1", "--seed", "3", "--out", str(path))
    answer = outwit_process(*words, OUTWIT_GAMES=EXAMPLES)
    assert (answer.status, answer.out) == (0, ""), answer.err
    ((position, options, moves, ending, _, themes),) = json.loads(path.read_text())["puzzles"]
    assert (position, options, moves, ending) == ("2x/1x1/1oo x", {}, [["a1"]], "row")
    assert themes == []


def test_a_game_without_puzzles_says_what_to_do() -> None:
    answer = outwit_process("puzzles", "tictactoe", OUTWIT_GAMES=EXAMPLES)
    assert answer.status == 2
    assert answer.err == "outwit: tictactoe has no puzzles yet: find some with --out FILE\n"


def test_a_file_that_cannot_be_written_is_refused_first(tmp_path: Path) -> None:
    answer = outwit("puzzles", "ataxx", "--out", str(tmp_path / "no" / "file"))
    assert answer.status == 2
