from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from outwit.errors import UsageError
from outwit.grading.gradescope import write_gradescope
from outwit.grading.junit import write_junit
from outwit.grading.mark import Mark, Part, Result
from outwit.grading.matches import OUTCOMES
from outwit.grading.reports import format_of, write_report
from outwit.grading.text import write_text

HOSTILE = (
    "<![CDATA[ & ]]> \x00\x01\x1b[2J\x7f \ud800 \ufffe \uffff \u202e 'quotes\" é \U0001f600\r\n"
)


def mark() -> Mark:
    cases = (Result("one", True, seconds=0.5), Result(HOSTILE, False, HOSTILE * 3, 0.25))
    games = (
        Result("game 1", True, "won after 9 moves", 1.0, "won"),
        Result("game 2", False, "forfeited at move 1: it crashed", 1.0, "forfeited"),
    )
    return Mark(
        "advance",
        f"./bot {HOSTILE}",
        (
            Part("level 4", 20.0, cases[:1] * 3, "page 4"),
            Part("level 5", 20.0, (*cases, *cases[:1]), "page 5"),
            Part("games", 20.0, games, outcomes=OUTCOMES),
        ),
    )


def test_the_text_is_a_table_with_every_failure() -> None:
    text = write_text(mark())
    lines = [line.split() for line in text.splitlines()]
    assert ["level", "4", "3/3", "20.00", "of", "20"] in lines
    assert ["level", "5", "2/3", "13.33", "of", "20"] in lines
    table = "games          1/2   10.00 of 20  1 won, 0 drawn, 0 lost, 1 forfeited"
    assert table in text
    assert ["mark", "43.33", "of", "60"] in lines
    assert "forfeited at move 1: it crashed" in text
    assert "level 5: 1 of 3 failed (asked: page 5)" in text
    assert "games: 1 of 2 not won (ours: the assignment does not ask for it)" in text
    assert text.replace("\n", "").isprintable()


def test_junit_parses_and_has_the_structure_readers_expect() -> None:
    root = ET.fromstring(write_junit(mark()))
    assert root.tag == "testsuites"
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("7", "2", "0")
    for suite in root:
        assert suite.tag == "testsuite"
        assert {"name", "tests", "failures", "errors", "time"} <= set(suite.keys())
        told = suite.find("properties")
        assert told is not None
        assert [each.get("name") for each in told] == ["source", "points"]
        suite.remove(told)
        assert int(suite.get("tests", "")) == len(suite)
        assert int(suite.get("failures", "")) == len(suite.findall("testcase/failure"))
        for case in suite:
            assert case.tag == "testcase"
            assert {"name", "classname", "time"} <= set(case.keys())
            assert float(case.get("time", "")) >= 0
            assert [child.tag for child in case] in ([], ["failure"])
            assert all(child.get("message") for child in case)
    failure = root.find("testsuite[@name='level 5']/testcase/failure")
    assert failure is not None
    assert "\\x1b[2J" in (failure.text or "")
    assert "<![CDATA[ & ]]>" in (failure.text or "")


def test_results_have_the_right_sums_and_fields() -> None:
    results = json.loads(write_gradescope(mark()))
    assert results["score"] == 43.33
    assert results["score"] == pytest.approx(sum(t["score"] for t in results["tests"]), abs=0.01)
    assert sum(test["max_score"] for test in results["tests"]) == pytest.approx(60, abs=0.01)
    for test in results["tests"]:
        assert set(test) == {
            "name", "score", "max_score", "status", "output", "output_format", "visibility",
        }  # fmt: skip
        assert test["status"] in ("passed", "failed")
        assert test["visibility"] == "visible"
        assert (test["score"] == test["max_score"]) == (test["status"] == "passed")
        assert test["output"].replace("\n", "").isprintable()
    assert results["leaderboard"] == [
        {"name": "Points", "value": 43.33},
        {"name": "Wins", "value": 1},
    ]
    assert results["extra_data"]["parts"][2]["outcomes"]["forfeited"] == 1


def test_totals_are_rounded() -> None:
    parts = [Part(f"{points}", points, (Result("case", True),)) for points in (0.1, 0.2)]
    whole = Mark("push", "it", tuple(parts))
    assert (whole.score, whole.most, whole.full) == (0.3, 0.3, True)
    assert json.loads(write_gradescope(whole))["score"] == 0.3


def test_a_locked_part_earns_nothing_and_says_why() -> None:
    part = Part("level 5", 15.0, (Result("one", True),), locked="level 4 must be full first")
    whole = Mark("advance", "it", (part,))
    assert (whole.score, whole.most, whole.full) == (0, 15, False)
    assert "0.00 of 15  does not count: level 4 must be full first" in write_text(whole)
    [test] = json.loads(write_gradescope(whole))["tests"]
    assert (test["score"], test["status"]) == (0, "passed")
    assert "does not count: level 4 must be full first" in test["output"]


def test_a_bonus_counts_beyond_the_full_mark() -> None:
    parts = (
        Part("all", 10.0, (Result("one", True),)),
        Part("more", 5.0, (Result("two", True), Result("three", False)), bonus=True),
    )
    whole = Mark("jesonmor", "it", parts)
    assert (whole.score, whole.most, whole.full, whole.why) == (12.5, 10, True, "")


SECRET = "what the secret case is about"
hidden = Mark(
    "push", "it", (Part("all", 10.0, (Result("case 7", False, SECRET, hidden=True),), "page 1"),)
)


@pytest.mark.parametrize("write", [write_text, write_junit, write_gradescope])
def test_a_hidden_case_shows_its_name_and_that_it_failed(write: Callable[[Mark], str]) -> None:
    text = write(hidden)
    assert "case 7" in text
    assert "this case is hidden" in text
    assert SECRET not in text
    assert SECRET not in hidden.why


def test_why_names_the_parts_lost_and_the_first_mistake() -> None:
    parts = (
        Part("easy", 1.0, (Result("a", True),)),
        Part("hard", 1.0, (Result("b", False, "it is wrong\nmore"), Result("c", True))),
        Part("last", 1.0, (Result("d", False, "later"),)),
    )
    assert Mark("push", "it", parts).why == "hard 1 of 2, last 0 of 1; hard, b: it is wrong"


def test_what_a_build_said_is_in_every_report() -> None:
    built = mark().replace(build="$ make\ncc: warning 42")
    for write in (write_text, write_junit, write_gradescope):
        assert "warning 42" in write(built)
        assert "warning 42" in write(built.replace(parts=(), error="no program"))


def test_a_program_that_could_not_be_marked_has_a_report_too() -> None:
    broken = Mark("push", "team", (), f"no file run {HOSTILE}")
    assert write_text(broken).startswith("push: team\n  no file run")
    assert write_text(broken).endswith("\n  mark: 0 of 0\n")
    root = ET.fromstring(write_junit(broken))
    assert (root.get("tests"), root.get("errors")) == ("1", "1")
    results = json.loads(write_gradescope(broken))
    assert results["score"] == 0
    assert results["tests"][0]["status"] == "failed"
    assert not broken.full


@pytest.mark.parametrize(("name", "start"), [("a.txt", "adv"), ("a.xml", "<?xml"), ("a.json", "{")])
def test_the_name_of_a_file_tells_its_format(tmp_path: Path, name: str, start: str) -> None:
    write_report(tmp_path / name, mark())
    assert (tmp_path / name).read_text("utf-8").startswith(start)


def test_another_ending_is_refused() -> None:
    with pytest.raises(UsageError, match=r"\.txt, \.xml, \.json"):
        format_of(Path("a.pdf"))


def test_failures_for_the_same_reason_are_told_in_full_a_few_times_and_then_named() -> None:
    results = [Result(f"case {i}", False, f"wrong board\nboard {i}") for i in range(9)]
    passed = (Result("last", True),)
    crashed = [Result(f"run {i}", False, f"no\ntrace {i}", crash="KeyError: 7") for i in range(5)]
    parts = (
        Part("most", 4.0, (*results, *passed), "page 1"),
        Part("none", 4.0, tuple(results), "page 2"),
        Part("runs", 4.0, (*crashed, *passed), "page 3"),
        Part("ends", 4.0, (*crashed, *passed), "page 4"),
    )
    text = write_text(Mark("push", "./bot", parts))
    assert [text.count(f"board {i}") for i in range(9)] == [2, 1, 1, 0, 0, 0, 0, 0, 0]
    assert "most, 6 more failed for the same reason: wrong board\n  case 3; case 4; case 5;" in text
    assert "none, 8 more failed for the same reason: wrong board\n  case 1; " in text
    # A crash is the same whatever was tried.
    assert text.count("trace ") == 1
    assert "runs, 4 more failed for the same reason: KeyError: 7\n  run 1; run 2;" in text
    assert "ends, 5 failed for the same reason: KeyError: 7\n  run 0; " in text
    told = write_gradescope(Mark("push", "./bot", parts))
    assert all(told.count(f"board {i}") == 2 for i in range(9))


def test_a_crash_in_a_hidden_case_is_not_told() -> None:
    hidden = Result("secret", False, "no", hidden=True, crash="KeyError: 7")
    mark = Mark("push", "./bot", (Part("runs", 4.0, (hidden,), "page 3"),))
    assert "KeyError" not in write_text(mark) + write_gradescope(mark)
