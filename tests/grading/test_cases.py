from __future__ import annotations

import json
from pathlib import Path

import pytest

from outwit.assignments.advance.marking import MARKING
from outwit.errors import BadFile, UsageError
from outwit.grading.cases import (
    accepted_boards,
    find_cases,
    generate_cases,
    read_cases,
    write_cases,
)
from tests.tools import NO_OFFICIAL_CASES

pytestmark = pytest.mark.compiled_only

OWN = Path(__file__).parents[2] / "src/outwit/assignments/advance/cases.jsonl"
OFFICIAL = Path(__file__).parents[2].parent / "shared" / "data"
SEED = 2026


def test_every_level_has_25_cases_for_either_side() -> None:
    cases = read_cases(OWN, MARKING)
    counts = {(level, side): 0 for level in MARKING.levels for side in (0, 1)}
    for case in cases:
        counts[case.level, case.side] += 1
    assert set(counts.values()) == {25}
    assert len({(case.level, case.side, case.index) for case in cases}) == 200
    assert len({(case.side, case.board) for case in cases}) == 200


def test_every_case_has_one_answer_and_the_level_before_would_have_more() -> None:
    for case in read_cases(OWN, MARKING):
        assert list(accepted_boards(case, MARKING)) == [case.answer]
        if case.level > 4:
            assert len(accepted_boards(case.replace(level=case.level - 1), MARKING)) > 1


@pytest.mark.parametrize("level", [6, 7])
def test_our_cases_are_made_anew_the_same(level: int) -> None:
    own = [case for case in read_cases(OWN, MARKING) if case.level == level]
    assert generate_cases(MARKING, level, 50, SEED) == own


def test_another_seed_makes_other_cases_that_read_back(tmp_path: Path) -> None:
    cases = [c for level in MARKING.levels for c in generate_cases(MARKING, level, 3, 7)]
    assert [case.level for case in cases] == [level for level in MARKING.levels for _ in range(3)]
    assert [case.side for case in cases] == [0, 0, 1] * 4
    assert [case.index for case in cases] == [0, 1, 0] * 4
    write_cases(tmp_path / "advance.jsonl", cases, MARKING.sides)
    assert read_cases(tmp_path / "advance.jsonl", MARKING) == cases


GOOD = {"level": 4, "colour": "white", "index": 0, "board": ["G.......g"] + ["........."] * 8}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"level": 9}, "there is no level 9"),
        ({"colour": "red"}, "not in tuple"),
        ({"board": ["G.......g"]}, "9 lines expected, 1 found"),
        ({"board": 7}, "not iterable"),
        ({"answer": ["........."] * 9}, "the answer is not one that the level accepts"),
    ],
)
def test_a_bad_case_is_named(tmp_path: Path, change: dict[str, object], reason: str) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(f"{json.dumps(GOOD)}\n\n{json.dumps(GOOD | change)}\n")
    with pytest.raises(BadFile, match="line 3: ") as caught:
        read_cases(path, MARKING)
    assert reason in str(caught.value)


@pytest.mark.parametrize("text", ["no json", "[]", "{}", "null", "\xff", '"text"'])
def test_what_is_no_case_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(text)
    with pytest.raises(BadFile, match="line 1: "):
        read_cases(path, MARKING)


@pytest.mark.skipif(not OFFICIAL.is_dir(), reason=NO_OFFICIAL_CASES)
def test_the_official_cases_are_read_as_they_are() -> None:
    [path] = find_cases(OFFICIAL, "advance")
    cases = read_cases(path, MARKING)
    levels = [case.level for case in cases]
    assert [levels.count(level) for level in MARKING.levels] == [50] * 4
    assert all(list(accepted_boards(case, MARKING)) == [case.answer] for case in cases)


def test_a_folder_without_cases_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="holds no cases"):
        find_cases(tmp_path, "advance")
    (tmp_path / "b.jsonl").touch()
    (tmp_path / "a.jsonl").touch()
    assert [path.name for path in find_cases(tmp_path, "advance")] == ["a.jsonl", "b.jsonl"]
    (tmp_path / "advance.jsonl").touch()
    assert [path.name for path in find_cases(tmp_path, "advance")] == ["advance.jsonl"]
