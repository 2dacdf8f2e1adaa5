"""The official cases of Advance, where they lie beside the repository; they are not part of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.assignments.inprocess import play
from tests.assignments.process import run
from tests.tools import NO_OFFICIAL_CASES

OFFICIAL = Path(__file__).parents[3].parent / "shared" / "data" / "advance.jsonl"

pytestmark = [
    pytest.mark.compiled_only,
    pytest.mark.skipif(
        not OFFICIAL.is_file(),
        reason=NO_OFFICIAL_CASES,
    ),
]


@dataclass
class Official:
    """A board and the one board that may follow."""

    level: int
    colour: str
    index: int
    board: list[str]
    answer: list[str]


def official() -> Iterator[Official]:
    """The cases, one a line."""
    for line in OFFICIAL.read_text("ascii").splitlines():
        yield Official(**json.loads(line))


def wrongly_answered(folder: Path, level: int, started: int, *options: str) -> list[str]:
    """The cases of a level with another answer; one in ``started`` is run as a process."""
    wrong = []
    for number, case in enumerate(case for case in official() if case.level == level):
        board, answer = folder / "in", folder / "out"
        board.write_text("".join(row + "\n" for row in case.board), "ascii")
        start = play if number % started else run
        result = start("advance", [case.colour, board, answer, *options])
        assert result == (b"", b"", 0)
        if answer.read_text("ascii") != "".join(row + "\n" for row in case.answer):
            wrong.append(f"level {level}, {case.colour} {case.index}")
    return wrong


def test_there_are_50_cases_of_each_level() -> None:
    levels = [case.level for case in official()]
    assert [levels.count(level) for level in (4, 5, 6, 7)] == [50, 50, 50, 50]


@pytest.mark.parametrize("level", [4, 5, 6, 7])
def test_each_level_answers_its_cases(tmp_path: Path, level: int) -> None:
    assert wrongly_answered(tmp_path, level, 50, "--level", str(level)) == []


@pytest.mark.parametrize("level", [4, 5, 6, 7])
def test_the_program_as_it_is_started_answers_the_cases(tmp_path: Path, level: int) -> None:
    assert wrongly_answered(tmp_path, level, 10) == []
