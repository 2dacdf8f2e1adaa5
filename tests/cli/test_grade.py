from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.cli.command import outwit, refusal
from tests.grading import programs
from tests.grading.programs import installed, script

pytestmark = pytest.mark.compiled_only


def test_our_own_push_passes_and_the_reports_say_so(tmp_path: Path) -> None:
    xml, results = tmp_path / "report.xml", tmp_path / "results.json"
    answer = outwit(
        "grade", "push", "--report", str(xml), "--report", str(results), "--",
        *installed("push2310"),
    )  # fmt: skip
    assert (answer.status, answer.err) == (0, "")
    assert "mark                 100.00 of 100\n" in answer.out
    assert ET.fromstring(xml.read_text()).get("failures") == "0"
    assert json.loads(results.read_text())["score"] == pytest.approx(100)


def test_new_cases_are_made_and_graded_in_any_format(tmp_path: Path) -> None:
    answer = outwit(
        "grade", "advance", "--generate", "2", "--seed", "5", "--level", "6", "--level", "4",
        "--output", str(tmp_path / "new"),
    )  # fmt: skip
    assert (answer.status, answer.out) == (0, f"{tmp_path / 'new' / 'advance.jsonl'}\n")
    command = script(tmp_path, programs.RANDOM)
    words = ["grade", "advance", "--cases", str(tmp_path / "new"), "--games", "0"]
    answer = outwit(*words, "--seconds", "20", "--format", "gradescope", "--", *command)
    results = json.loads(answer.out)
    assert answer.status == (0 if results["extra_data"]["full"] else 1)
    assert [part["name"] for part in results["extra_data"]["parts"]] == ["level 4", "level 6"]
    answer = outwit(*words, "--level", "4", "--seconds", "20", "--", *command)
    assert answer.status == 0
    assert "level 4        2/2   20.00 of 20" in answer.out


def test_a_program_that_fails_ends_with_status_1_and_the_games_are_counted(tmp_path: Path) -> None:
    command = script(tmp_path, programs.CRASHES)
    answer = outwit(
        "grade", "advance", "--level", "4", "--games", "3", "--jobs", "1", "--", *command
    )
    assert answer.status == 1
    assert "0 won, 0 drawn, 0 lost, 3 forfeited" in answer.out
    assert "out of luck" in answer.out
    assert "\x1b" not in answer.out


def test_options_after_the_dashes_are_the_programs_own(tmp_path: Path) -> None:
    answer = outwit("grade", "push", "--", sys.executable, "-c", "pass", "--games", "x")
    assert answer.status == 1


def test_a_class_is_marked(tmp_path: Path) -> None:
    for name, command in (("ada", installed("push2310")), ("bob", ("nothing",))):
        (tmp_path / "class" / name).mkdir(parents=True)
        (tmp_path / "class" / name / "run").write_text(shlex.join(command))
    answer = outwit("grade", "push", "--all", str(tmp_path / "class"))
    assert answer.status == 1
    marks = tmp_path / "class-marks"
    assert answer.out.splitlines() == [
        "ada: 100.00 of 100",
        "bob: 'nothing' cannot be run",
        f"2 submissions, summary in {marks / 'summary.csv'}",
    ]
    assert (marks / "summary.csv").read_text().splitlines()[1] == "ada,100.0,100.0,yes,39 of 39,"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["push"], "give exactly one of -- COMMAND, --all FOLDER and --generate N"),
        (["push", "--all", ".", "--", "ls"], "exactly one of"),
        (["chess", "--", "ls"], "there is no game 'chess'"),
        (["push", "--", "no-such-program"], "'no-such-program' cannot be run"),
        (["push", "--level", "4", "--", "ls"], "push has no levels"),
        (["push", "--cases", "nowhere", "--", "ls"], "holds no sessions"),
        (["advance", "--cases", "nowhere", "--", "ls"], "holds no cases"),
        (["advance", "--level", "3", "--", "ls"], "there is no level 3; there are 4, 5, 6, 7"),
        (["advance", "--games", "-1", "--", "ls"], "--games"),
        (
            ["push", "--report", "nowhere/mark.xml", "--", "ls"],
            "'nowhere/mark.xml' cannot be written",
        ),
        (["push", "--report", "mark.pdf", "--", "ls"], "must end with one of .txt, .xml, .json"),
        (["push", "--format", "pdf", "--", "ls"], "--format"),
        (["push", "--all", "nowhere"], "there is no folder 'nowhere'"),
    ],
)
def test_misuse_is_refused_in_one_line(words: list[str], reason: str) -> None:
    assert reason in refusal("grade", *words)
