from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.cli.command import outwit, refusal
from tests.grading import programs
from tests.grading.programs import installed, script
from tests.tools import needs_root, needs_user

pytestmark = pytest.mark.compiled_only


MINE = """
[[part]]
name = "mine"
points = 3
about = "page 1"
[[part.case]]
name = "one"
asks = "error"
code = 1
message = "Usage: push2310 typeO typeX fname"
"""


@pytest.fixture(name="exam")
def small_exam(tmp_path: Path) -> str:
    path = tmp_path / "mine.toml"
    path.write_text(MINE)
    return str(path)


def test_our_own_push_passes_and_the_reports_say_so(tmp_path: Path) -> None:
    xml, results = tmp_path / "report.xml", tmp_path / "results.json"
    answer = outwit(
        "grade", "push", "--report", str(xml), "--report", str(results), "--",
        *installed("push2310"),
    )  # fmt: skip
    assert answer.status == 0
    assert " 42.00 of 42\n" in answer.out
    assert ET.fromstring(xml.read_text()).get("failures") == "0"
    assert json.loads(results.read_text())["score"] == 42


def test_one_case_has_no_report(exam: str, tmp_path: Path) -> None:
    words = ["grade", "push", "--exam", exam, "--case", "one"]
    report = str(tmp_path / "report.xml")
    assert "takes no --report" in refusal(*words, "--report", report, "--", "true")
    assert "takes no --report" in refusal(*words, "--format", "junit", "--", "true")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_request_to_stop_ends_everything_in_order(
    number: signal.Signals, exam: str, tmp_path: Path
) -> None:
    place, temporary = tmp_path / "class" / "ada", tmp_path / "temporary"
    place.mkdir(parents=True)
    temporary.mkdir()
    (place / "run").write_text("sleep 100")
    command = [
        "env", "--default-signal", sys.executable, "-m", "outwit.cli",
        "grade", "push", "--exam", exam, "--seconds", "100", "--all", str(place.parent),
    ]  # fmt: skip
    environment = {**os.environ, "TMPDIR": str(temporary)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    ) as process:
        while process.poll() is None and len(list(temporary.iterdir())) < 2:
            time.sleep(0.05)
        process.send_signal(number)
        _, err = process.communicate(timeout=30)
    assert err.endswith(b"outwit: interrupted; the same command marks the rest\n")
    assert process.returncode == 128 + number
    assert list(temporary.iterdir()) == []


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
    assert "level 4        2/2   50.00 of 50" in answer.out


def test_a_program_that_fails_ends_with_status_1_and_the_games_are_counted(tmp_path: Path) -> None:
    made = outwit("grade", "advance", "--generate", "4", "--level", "4", "--output", str(tmp_path))
    assert made.status == 0
    command = script(tmp_path, programs.CRASHES)
    answer = outwit(
        "grade", "advance", "--cases", str(tmp_path), "--games", "2", "--jobs", "1",
        "--all-failures", "--", *command,
    )  # fmt: skip
    assert answer.status == 1
    assert "0 won, 0 drawn, 0 lost, 2 forfeited" in answer.out
    assert answer.out.count("out of luck") >= 4
    assert "\x1b" not in answer.out


def test_games_that_would_not_count_are_not_played(tmp_path: Path) -> None:
    few = outwit("grade", "advance", "--generate", "1", "--output", str(tmp_path))
    assert few.status == 0
    command = script(tmp_path, programs.CRASHES)
    answer = outwit("grade", "advance", "--cases", str(tmp_path), "--", *command)
    assert "games          0/0    0.00 of 15  does not count: level 7 must be full" in answer.out


def test_one_case_is_shown_whole() -> None:
    answer = outwit("grade", "push", "--case", "no arguments", "--", *installed("push2310"))
    assert answer.status == 0
    assert answer.out.startswith("errors not related to loading: no arguments: passed\n")
    assert "! Usage: push2310 typeO typeX fname" in answer.out
    answer = outwit("grade", "push", "--case", "no arguments", "--", "true")
    assert answer.status == 1
    assert "no arguments: failed\n" in answer.out
    assert outwit("grade", "advance", "--case", "level 5: white 3", "--", "true").status == 1
    assert "there is no case" in refusal("grade", "push", "--case", "none such", "--", "true")


def test_five_failures_are_shown_and_the_mark_is_last(tmp_path: Path) -> None:
    made = outwit("grade", "advance", "--generate", "4", "--output", str(tmp_path))
    assert made.status == 0
    words = ["grade", "advance", "--cases", str(tmp_path), "--games", "0"]
    report = tmp_path / "report.txt"
    few = outwit(*words, "--report", str(report), "--", "true")
    assert few.out.count("wrote no board") == 5
    # The first of every level, then the second of the first.
    assert [line for line in few.out.splitlines() if line.endswith(" 0:")] == [
        f"level {level}, white 0:" for level in (4, 5, 6, 7)
    ]
    assert "5 of 16 failures are shown; --all-failures prints all.\n" in few.out
    everything = outwit(*words, "--all-failures", "--", "true")
    assert everything.out.count("wrote no board") == 16
    assert report.read_text().count("wrote no board") == 16
    for answer in (few, everything):
        assert answer.out.splitlines()[-1].split() == ["mark", "0.00", "of", "85"]


def test_a_protocol_bot_is_refused_before_the_exam(tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text("for line in iter(input, 'quit'): print(line + 'ok' if line == 'uai' else '')")
    line = refusal("grade", "ataxx", "--", "python3", str(path))
    assert line.endswith(f"outwit check-bot ataxx --protocol uai -- python3 {path}")


def test_an_exam_of_ones_own_is_obeyed(exam: str) -> None:
    answer = outwit("grade", "push", "--exam", exam, "--", *installed("push2310"))
    assert answer.status == 0
    assert "  mine        1/1    3.00 of 3\n" in answer.out


def test_options_after_the_dashes_are_the_programs_own(exam: str) -> None:
    answer = outwit(
        "grade", "push", "--exam", exam, "--", sys.executable, "-c", "pass", "--games", "x"
    )
    assert answer.status == 1


def test_a_class_is_marked(tmp_path: Path, exam: str) -> None:
    usage = "import sys\nsys.exit('Usage: push2310 typeO typeX fname')\n"
    for name, command in (("ada", 'python3 bot.py "$@"'), ("bob", "nothing")):
        (tmp_path / "class" / name).mkdir(parents=True)
        (tmp_path / "class" / name / "run").write_text(command)
        (tmp_path / "class" / name / "bot.py").write_text(usage)
    answer = outwit("grade", "push", "--exam", exam, "--all", str(tmp_path / "class"))
    assert answer.status == 1
    marks = tmp_path / "class-marks"
    absent = "'nothing' cannot be started: no such program"
    assert answer.out.splitlines() == [
        "ada: 3.00 of 3",
        f"bob: {absent}",
        f"2 submissions, summary in {marks / 'summary.csv'}",
    ]
    assert (marks / "summary.csv").read_text().splitlines() == [
        "name,score,most,full,mine,why,error",
        "ada,3.0,3.0,yes,1 of 1,,",
        f"bob,0.0,3.0,no,,not marked: see error,{absent}",
    ]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["push"], "give exactly one of -- COMMAND, --all FOLDER and --generate N"),
        (["push", "--all", ".", "--", "ls"], "exactly one of"),
        (["chess", "--", "ls"], "there is no game 'chess'"),
        (["push", "--", "no-such-program"], "'no-such-program' cannot be started"),
        (["push", "--level", "4", "--", "ls"], "push has no levels"),
        (["push", "--cases", "nowhere", "--", "ls"], "there is no file or folder 'nowhere'"),
        (["advance", "--cases", "nowhere", "--", "ls"], "there is no file or folder 'nowhere'"),
        (["advance", "--level", "3", "--", "ls"], "there is no level 3; there are 4, 5, 6, 7"),
        (["advance", "--games", "-1", "--", "ls"], "--games"),
        (
            ["push", "--report", "nowhere/mark.xml", "--", "ls"],
            "'nowhere/mark.xml' cannot be written",
        ),
        pytest.param(
            ["push", "--report", "/proc/mark.xml", "--", "ls"],
            "'/proc' cannot be written",
            marks=needs_root,
        ),
        pytest.param(
            ["push", "--report", "/proc/mark.xml", "--", "ls"],
            "'/proc/mark.xml' cannot be written: you are not permitted to write in '/proc'",
            marks=needs_user,
        ),
        (["push", "--all", "tests", "--output", "tests/marks"], "is in the folder of submissions"),
        (["push", "--report", "mark.pdf", "--", "ls"], "must end with one of .txt, .xml, .json"),
        (["push", "--format", "pdf", "--", "ls"], "--format"),
        (["push", "--all", "nowhere"], "there is no folder 'nowhere'"),
        (["push", "--", "python3", "mistyped.py"], "there is no file 'mistyped.py'"),
        (
            ["push", "--all", "tests/assignments/golden", "--output", "/proc/x"],
            "'/proc/x' cannot be written",
        ),
        (["push", "--exam", "none.toml", "--", "ls"], "'none.toml' cannot be read"),
        (["push", "--all", "tests", "--case", "x"], "--all writes its reports to --output"),
    ],
)
def test_misuse_is_refused_in_one_line(words: list[str], reason: str) -> None:
    assert reason in refusal("grade", *words)
