"""Marks of right and wrong programs for the levels of Advance."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from outwit.assignments.advance.marking import MARKING
from outwit.games import game
from outwit.games.advance.bots import candidates
from outwit.grading.cases import Case, accepted_boards, read_cases, write_cases
from outwit.grading.marker import Marker
from outwit.grading.plan import Settings
from outwit.grading.text import write_text
from outwit.grading.workers import Workers
from tests.grading import programs
from tests.grading.programs import installed, script
from tests.grading.test_cases import OWN

pytestmark = pytest.mark.compiled_only


def few(folder: Path, each: int) -> Path:
    """Write some of our cases of every level into a folder."""
    cases = read_cases(OWN, MARKING)
    wanted = [c for level in MARKING.levels for c in cases_of(cases, level)[:each]]
    write_cases(folder / "advance.jsonl", wanted, MARKING.sides)
    return folder


def cases_of(cases: list[Case], level: int) -> list[Case]:
    return [case for case in cases if case.level == level]


def marker(
    folder: Path, each: int, seconds: float | None = 20.0, *, strict: bool = False
) -> Marker:
    settings = Settings(cases=few(folder, each), games=0, seconds=seconds, strict=strict)
    return Marker(game("advance"), settings, Workers(2))


def expected(cases: list[Case], level: int) -> list[int]:
    """How many cases of each level a player passes who plays at random by a level."""
    passed = dict.fromkeys(MARKING.levels, 0)
    for case in cases:
        position = MARKING.read(case.data, case.side)
        moves = candidates(position, level)  # type: ignore[arg-type]
        move = Random(case.data).choice(moves) if level == 4 else moves[0]
        position.play(move)
        board = tuple(MARKING.write(position).decode().splitlines())
        passed[case.level] += board in accepted_boards(case, MARKING)
    return list(passed.values())


def test_our_program_gets_full_marks_for_all_levels(tmp_path: Path) -> None:
    mark = marker(tmp_path, 10).mark(installed("advance"))
    assert [(part.passed, part.score) for part in mark.parts] == [(10, p) for p in (50, 15, 10, 10)]
    assert mark.full
    assert mark.score == mark.most == 85


@pytest.mark.parametrize(("code", "level"), [(programs.RANDOM, 4), (programs.LEVEL_6, 6)])
def test_a_player_of_a_lower_level_passes_what_it_should(
    tmp_path: Path, code: str, level: int
) -> None:
    each = 5
    mark = marker(tmp_path, each).mark(script(tmp_path, code))
    passed = expected(read_cases(tmp_path / "advance.jsonl", MARKING), level)
    assert [part.passed for part in mark.parts] == passed
    assert passed[0] == each
    assert [n == each for n in passed] == [lower <= level for lower in MARKING.levels]
    # A level counts once the one before is perfect.
    counts = [True, *(n == each for n in passed[:-1])]
    points = [p * n / each for p, n in zip((50, 15, 10, 10), passed, strict=True)]
    assert mark.score == pytest.approx(
        sum(p for p, c in zip(points, counts, strict=True) if c), abs=0.01
    )
    assert not mark.full


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (programs.CRASHES, "exit status 1"),
        (programs.GARBAGE, "what was written is no board"),
        (programs.SHIFTED, "no legal move leads to the board that was written"),
        (programs.STAYS, "no move was made"),
        ("pass", "it wrote no board"),
        ("import sys; sys.stdout.write('x' * 9_000_000)", "it wrote too much"),
    ],
)
def test_a_wrong_program_gets_nothing_and_the_reason(
    tmp_path: Path, code: str, reason: str
) -> None:
    mark = marker(tmp_path, 1).mark(script(tmp_path, code))
    assert [(part.passed, part.score) for part in mark.parts] == [(0, 0.0)] * 4
    text = write_text(mark)
    assert text.count(reason) >= 4
    assert text.replace("\n", "").isprintable()
    assert text.count("given ") >= 4


def test_a_program_that_hangs_gets_nothing(tmp_path: Path) -> None:
    mark = marker(tmp_path, 1, seconds=0.4).mark(script(tmp_path, programs.HANGS))
    assert mark.score == 0
    assert "no answer within 0.4 s" in write_text(mark)


def test_a_failing_case_is_drawn_side_by_side(tmp_path: Path) -> None:
    marking = marker(tmp_path, 1)
    case = read_cases(tmp_path / "advance.jsonl", MARKING)[0]
    text = write_text(marking.mark(script(tmp_path, programs.STAYS)))
    lines = [
        f"  {a}   {b}   {a}{'' if a == b else '   <'}"
        for a, b in zip(case.board, case.answer, strict=True)
    ]
    assert "\n".join(["  given       expected    written", *lines]) in text
    assert f"accepted: {next(iter(accepted_boards(case, MARKING).values()))}" in text


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (programs.LATE, "exit status 3"),
        (programs.TAMPERS, "it changed the board it was given to read"),
        (programs.LAX, "what was written is no board"),
        (programs.NEEDS_OUT, "it wrote no board"),
    ],
)
def test_what_the_assignment_does_not_ask_for_counts_only_if_strict(
    tmp_path: Path, code: str, reason: str
) -> None:
    command = script(tmp_path, code)
    assert marker(tmp_path, 1).mark(command).full
    mark = marker(tmp_path, 1, strict=True).mark(command)
    assert mark.score == 0
    assert reason in write_text(mark)


def test_windows_line_ends_and_a_missing_last_one_are_no_mistake(tmp_path: Path) -> None:
    code = f"{programs.READS}move = candidates(position, 7)[0]\nposition.play(move)\n"
    code += "open(target, 'wb').write(write(position).replace(b'\\n', b'\\r\\n')[:-2])"
    assert marker(tmp_path, 1).mark(script(tmp_path, code)).full
