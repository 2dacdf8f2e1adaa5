"""A class of submissions, good ones and bad ones."""

from __future__ import annotations

import csv
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from outwit.errors import MarkerFault, UsageError
from outwit.grading import health, submissions
from outwit.grading.classroom import class_bots
from outwit.grading.marker import Marker
from outwit.grading.submissions import mark_all
from outwit.process.enclosure import can_enclose
from outwit.process.folder import remove_tree
from tests.grading.parrot import EXAM, GOOD, HALF, parrot_marker
from tests.tools import NO_BUBBLEWRAP

pytestmark = pytest.mark.compiled_only

NATURAL = 'python3 bot.py "$@"\n'
QUICK = EXAM.replace("seconds = 5", "seconds = 2")


@pytest.fixture(name="marker")
def parrots(tmp_path: Path) -> Marker:
    return parrot_marker(tmp_path, QUICK)


def submit(folder: Path, name: str, **files: str) -> Path:
    place = folder / "class" / name
    place.mkdir(parents=True)
    for file, text in files.items():
        (place / file.replace("_", ".")).write_text(text)
    return place


@pytest.fixture
def active(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Our environment is active, and after it another one, which has a program of its own."""
    place = tmp_path / "home" / "bin"
    place.mkdir(parents=True)
    (place / "only-here").write_text("#!/bin/sh\n")
    executable(place, "only-here")
    ours = os.path.dirname(sys.executable)
    monkeypatch.setenv("PATH", f"{ours}:{place}:{os.environ['PATH']}")


@pytest.mark.usefixtures("active")
def test_python_is_the_systems_whatever_environment_is_active(
    tmp_path: Path, marker: Marker
) -> None:
    for name in ("python", "python3"):
        submit(tmp_path, f"{name}-toml", bot_toml=f'command = "{name} bot.py"', bot_py=GOOD)
        submit(tmp_path, f"{name}-run", run=f"{name} bot.py", bot_py=GOOD)
    submit(tmp_path, "shell", run=NATURAL, bot_py=GOOD)
    assert {row["why"] for row in mark(marker, tmp_path).values()} == {""}


@pytest.mark.skipif(not can_enclose(), reason="without an enclosure the path is the shell's")
@pytest.mark.usefixtures("active")
def test_python_in_a_script_is_python3_where_the_system_has_no_other(
    tmp_path: Path, marker: Marker
) -> None:
    submit(tmp_path, "shell", run='python bot.py "$@"\n', bot_py=GOOD)
    executable(submit(tmp_path, "direct", run=f"#!/usr/bin/env python\n{GOOD}"))
    assert {row["why"] for row in mark(marker, tmp_path).values()} == {""}


@pytest.mark.usefixtures("active")
def test_a_program_that_only_the_teachers_environment_has_costs_no_marks(
    tmp_path: Path, marker: Marker
) -> None:
    submit(tmp_path, "ada", run="only-here bot.py", bot_py=GOOD)
    row = mark(marker, tmp_path)["ada"]
    assert row["unmarked"] is True
    assert "install it for all users" in row["error"]
    assert not (tmp_path / "out" / "reports" / "ada.json").exists()


def test_a_link_is_no_submission_and_is_named(tmp_path: Path, marker: Marker) -> None:
    ada = submit(tmp_path, "ada", run=NATURAL, bot_py=GOOD)
    for name, place in (("eve", ada), ("eva", "nowhere"), (".git", ada)):
        (tmp_path / "class" / name).symlink_to(place)
    said: list[str] = []
    rows = mark_all(marker, tmp_path / "class", tmp_path / "out", again=False, say=said.append)
    assert [row["name"] for row in rows] == ["ada"]
    assert said[:2] == [
        "no submissions, as their names begin with . or _: .git",
        "no submissions, as they are links: eva, eve",
    ]
    bots = class_bots(tmp_path / "class", marker.game, tmp_path / "programs", said.append)
    assert [bot.name for bot in bots] == ["ada"]
    assert said[-1] == "no submissions, as they are links: eva, eve"


def executable(place: Path, name: str = "run") -> Path:
    (place / name).chmod(0o755)
    return place


def mark(marker: Marker, folder: Path, *, again: bool = False) -> dict[str, dict[str, Any]]:
    rows = mark_all(marker, folder / "class", folder / "out", again=again, say=lambda line: None)
    return {row["name"]: row for row in rows}


def test_programs_run_in_a_copy_of_their_folder_however_they_are_named(
    tmp_path: Path, marker: Marker
) -> None:
    submit(tmp_path, "text", run=NATURAL, bot_py=GOOD)
    executable(submit(tmp_path, "shell", run=f"#!/bin/sh\n{NATURAL}", bot_py=GOOD))
    executable(submit(tmp_path, "bare", run=NATURAL, bot_py=GOOD))
    executable(submit(tmp_path, "direct", run=f"#!/usr/bin/env python3\n{GOOD}"))
    submit(tmp_path, "words", run="python3 bot.py", bot_py=GOOD)
    submit(tmp_path, "described", bot_toml='command = "python3 bot.py"', bot_py=GOOD)
    submit(tmp_path, "table", bot_toml='[[bot]]\ncommand = ["python3", "bot.py"]\n', bot_py=GOOD)
    helped = submit(tmp_path, "helped", run=NATURAL, bot_py="from parts.talk import *")
    (helped / "parts").mkdir()
    (helped / "parts" / "talk.py").write_text(f"open('parts/../log', 'w')\n{GOOD}")
    rows = mark(marker, tmp_path)
    assert {name: row["score"] for name, row in rows.items()} == dict.fromkeys(rows, 10)
    assert len(rows) == 8
    assert not (helped / "log").exists()


def hand_in_badly(folder: Path) -> None:
    """Submissions each of which is bad in its own way."""
    executable(submit(folder, "crash", run="#!/bin/sh\necho oh no >&2\nexit 9\n"))
    submit(folder, "nothing")
    submit(folder, "=absent", run="no-such-program")
    submit(folder, "garbled", bot_toml="not [toml")
    submit(folder, "brackets", bot_toml=f"x = {'[' * 5000}")
    submit(folder, "digits", bot_toml=f"x = {'9' * 6000}")
    submit(folder, "mistyped", run="python3 main.py")
    os.mkfifo(submit(folder, "pipe") / "run")
    deep = submit(folder, "deep", run=NATURAL, bot_py=GOOD)
    here = os.open(deep, os.O_RDONLY)
    for _ in range(3000):
        os.mkdir("d", dir_fd=here)
        inner = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = inner
    os.close(here)
    with (submit(folder, "huge", run=NATURAL, bot_py=GOOD) / "data").open("wb") as file:
        file.truncate(2 << 30)
    if can_enclose():
        # Else nothing keeps root's programs from it.
        submit(folder, "bomb", run=NATURAL, bot_py="import os\nwhile True: os.fork()")
    submit(folder, "eats", run=NATURAL, bot_py="x = []\nwhile True: x.append(bytes(1 << 24))")
    submit(folder, "floods", run=NATURAL, bot_py="while True: print('x' * 9999)")


def test_a_bad_submission_costs_itself_alone(tmp_path: Path) -> None:
    hand_in_badly(tmp_path)
    submit(tmp_path, "good", run=NATURAL, bot_py=GOOD)
    submit(tmp_path, "zzz", run=NATURAL, bot_py=GOOD)
    try:
        rows = mark(parrot_marker(tmp_path, f"memory = 200\n{QUICK}"), tmp_path)
    finally:
        # It is too deep for whoever tidies up after tests.
        remove_tree(str(tmp_path / "class" / "deep"))
    assert {name for name, row in rows.items() if row["score"]} == {"good", "zzz"}
    assert not any(row["unmarked"] for row in rows.values())
    errors = {name: row["error"] for name, row in rows.items() if row["error"]}
    assert errors == {
        "=absent": "'no-such-program' cannot be started: no such program",
        "brackets": "bot.toml: it is nested too deeply",
        "deep": "its folders are nested more than 50 deep",
        "digits": errors["digits"],
        "garbled": errors["garbled"],
        "huge": "it has more than 256 MiB",
        "mistyped": "there is no file 'main.py'",
        "nothing": "there is no file run, and no command in bot.toml",
        "pipe": "there is no file run, and no command in bot.toml",
    }
    assert "digits" in errors["digits"]
    assert errors["garbled"].startswith("bot.toml: ")
    assert "memory" in report(tmp_path, "eats").lower()
    reports = sorted(path.name for path in (tmp_path / "out" / "reports").iterdir())
    assert reports == sorted(f"{name}{end}" for name in rows for end in (".json", ".txt"))


def report(folder: Path, name: str) -> str:
    return (folder / "out" / "reports" / f"{name}.txt").read_text()


def test_the_summary_says_why_a_mark_is_low(tmp_path: Path, marker: Marker) -> None:
    submit(tmp_path, "=half", run=NATURAL, bot_py=HALF)
    submit(tmp_path, "none")
    submit(tmp_path, "whole", run=NATURAL, bot_py=GOOD)
    rows = mark(marker, tmp_path)
    with (tmp_path / "out" / "summary.csv").open(newline="") as file:
        table = list(csv.DictReader(file))
    assert table[0] == {
        "name": "'=half",
        "score": "2.0",
        "most": "10.0",
        "full": "no",
        "manners": "1 of 2",
        "more": "1 of 1",
        "why": "manners 1 of 2, more 1 of 1; manners, repeats what is typed: it does not say two",
        "error": "",
    }
    assert (table[1]["why"], table[1]["error"] != "") == ("not marked: see error", True)
    assert (table[2]["full"], table[2]["why"]) == ("yes", "")
    assert json.loads((tmp_path / "out" / "summary.json").read_text()) == list(rows.values())


@pytest.mark.parametrize(
    ("program", "crash"),
    [
        ("import nothing_there", "ModuleNotFoundError: No module named 'nothing_there'"),
        ("import os\nos.kill(os.getpid(), 11)", "signal SIGSEGV"),
    ],
)
def test_the_summary_names_a_crash(
    program: str, crash: str, tmp_path: Path, marker: Marker
) -> None:
    submit(tmp_path, "ada", run='exec python3 bot.py "$@"\n', bot_py=program)
    row = mark(marker, tmp_path)["ada"]
    assert row["why"].startswith(f"nothing passed; it crashed in 3 cases: {crash}; manners, ")


def test_what_has_changed_is_marked_again_by_itself(
    tmp_path: Path, marker: Marker, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = submit(tmp_path, "ada", run=NATURAL, bot_py=HALF)
    submit(tmp_path, "bob")
    marked: list[str] = []
    real = submissions.mark_one

    def mark_one(marker: Marker, place: Path) -> Any:
        marked.append(place.name)
        return real(marker, place)

    monkeypatch.setattr(submissions, "mark_one", mark_one)
    assert mark(marker, tmp_path)["ada"]["score"] == 2
    assert mark(marker, tmp_path)["ada"]["score"] == 2
    assert marked == ["ada", "bob"]
    (place / "bot.py").write_text(GOOD)
    assert mark(marker, tmp_path)["ada"]["score"] == 10
    assert marked[2:] == ["ada"]
    mark(marker, tmp_path, again=True)
    assert marked[3:] == ["ada", "bob"]
    changed = parrot_marker(tmp_path, QUICK.replace("points = 4", "points = 5"))
    assert mark(changed, tmp_path)["ada"]["score"] == 11
    assert marked[5:] == ["ada", "bob"]
    for damaged in ("", "{", "[]", '{"extra_data": {}}', '{"extra_data": {"parts": 3}}'):
        (tmp_path / "out" / "reports" / "bob.json").write_text(damaged)
        mark(changed, tmp_path)
    assert marked[7:] == ["bob"] * 5


def test_a_fault_of_the_marker_is_no_mark(
    tmp_path: Path, marker: Marker, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ada", "bob", "cleo"):
        submit(tmp_path, name, run=NATURAL, bot_py=GOOD)
    real = submissions.mark_one

    def mark_one(marker: Marker, place: Path) -> Any:
        with monkeypatch.context() as patch:
            if place.name == "bob":
                # As much as no disk has.
                patch.setattr(health, "DISK", 1 << 60)
            return real(marker, place)

    with monkeypatch.context() as patch:
        patch.setattr(submissions, "mark_one", mark_one)
        rows = mark(marker, tmp_path)
    assert [row["score"] for row in rows.values()] == [10, 0, 10]
    assert [row["unmarked"] for row in rows.values()] == [False, True, False]
    assert "not marked, not the submission's fault: the disk of " in rows["bob"]["error"]
    assert not list((tmp_path / "out" / "reports").glob("bob*"))
    with (tmp_path / "out" / "summary.csv").open(newline="") as file:
        assert [line["score"] for line in csv.DictReader(file)] == ["10.0", "", "10.0"]
    rows = mark(marker, tmp_path)
    assert [row["score"] for row in rows.values()] == [10, 10, 10]


def test_an_examiner_that_fails_is_a_fault_of_the_marker(tmp_path: Path) -> None:
    submit(tmp_path, "ada", run=NATURAL, bot_py="print('two fails')")
    submit(tmp_path, "bob", run=NATURAL, bot_py=GOOD, build="cp bot.py built.py")
    exam = QUICK.replace('says = "two"', 'says = "two"\nfails = "two fails"')
    rows = mark(parrot_marker(tmp_path, exam), tmp_path)
    assert rows["ada"]["unmarked"]
    assert "ZeroDivisionError: an examiner's mistake" in rows["ada"]["error"]
    assert rows["bob"]["score"] == 10
    assert rows["bob"]["remarks"] == []


def test_a_mistake_in_the_exam_costs_no_marks_and_names_the_case(tmp_path: Path) -> None:
    submit(tmp_path, "ada", run=NATURAL, bot_py=GOOD)
    exam = QUICK.replace('says = "two"\n', "")
    row = mark(parrot_marker(tmp_path, exam), tmp_path)["ada"]
    assert row["unmarked"]
    assert "the exam's case 'repeats what is typed': 'says' is missing" in row["error"]


def test_want_of_processes_is_a_fault_of_the_marker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: object, **kwargs: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    submit(tmp_path, "ada", run=NATURAL, bot_py=GOOD)
    marker = parrot_marker(tmp_path)
    program = marker.program([sys.executable, "-c", GOOD])
    monkeypatch.setattr("outwit.process.sandbox.subprocess.Popen", refuse)
    with pytest.raises(MarkerFault, match="cannot be started: Resource temporarily unavailable"):
        program.run(())


def test_one_run_marks_into_a_folder_at_a_time(tmp_path: Path, marker: Marker) -> None:
    submit(tmp_path, "ada", run=NATURAL, bot_py=GOOD)
    with (
        submissions.claimed(tmp_path / "out"),
        pytest.raises(UsageError, match="another run is marking into"),
    ):
        mark(marker, tmp_path)
    (tmp_path / "out" / "reports" / ".12-ab.part").touch()
    mark(marker, tmp_path)
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "reports",
        "summary.csv",
        "summary.json",
    ]
    assert not (tmp_path / "out" / "reports" / ".12-ab.part").exists()


def test_names_nobody_should_give_stop_nothing(tmp_path: Path, marker: Marker) -> None:
    for name in ("\x1b[2J", "n" * 254, "a\nb", "é"):
        submit(tmp_path, name)
    said: list[str] = []
    rows = mark_all(marker, tmp_path / "class", tmp_path / "out", again=False, say=said.append)
    assert len(rows) == len(said) == 4
    assert all(line.isprintable() for line in said)
    assert not any(row["unmarked"] for row in rows)


def test_folders_that_are_passed_over_are_named(tmp_path: Path, marker: Marker) -> None:
    for name in ("ada", ".git", "_old"):
        submit(tmp_path, name)
    said: list[str] = []
    mark_all(marker, tmp_path / "class", tmp_path / "out", again=False, say=said.append)
    assert said[0] == "no submissions, as their names begin with . or _: .git, _old"
    assert len(said) == 2


def test_a_class_that_is_none_is_refused(tmp_path: Path, marker: Marker) -> None:
    with pytest.raises(UsageError, match="there is no folder"):
        mark(marker, tmp_path)
    (tmp_path / "class").mkdir()
    with pytest.raises(UsageError, match="holds no submissions"):
        mark(marker, tmp_path)


def test_what_a_submission_declares_goes_to_the_examiner(tmp_path: Path, marker: Marker) -> None:
    text = 'command = "python3 bot.py"\n[declared]\nsays = "my own"\n'
    submit(tmp_path, "ada", bot_toml=text, bot_py="print('in my own words')")
    assert mark(marker, tmp_path)["ada"]["score"] == 10


def test_a_submission_is_built_first(tmp_path: Path, marker: Marker) -> None:
    submit(tmp_path, "made", Makefile="bot.py: good\n\tcp good bot.py\n", good=GOOD, run=NATURAL)
    submit(
        tmp_path,
        "keyed",
        bot_toml='command = "python3 bot.py"\nbuild = "cp good bot.py"',
        good=GOOD,
    )
    executable(
        submit(
            tmp_path, "own", build="#!/bin/sh\necho now\ncp good bot.py\n", good=GOOD, run=NATURAL
        ),
        "build",
    )
    submit(tmp_path, "broken", build="false", run="./bot")
    rows = mark(marker, tmp_path)
    assert {name: row["score"] for name, row in rows.items()} == {
        "broken": 0,
        "keyed": 10,
        "made": 10,
        "own": 10,
    }
    assert (
        rows["broken"]["error"]
        == "the build failed: it ended with exit status 1; there is no './bot'"
    )
    assert "build:\n  | $ false\n  | the build failed: it ended with exit status 1" in report(
        tmp_path, "broken"
    )
    assert "build:\n  | $ make\n  | cp good bot.py\n" in report(tmp_path, "made")
    assert "| now" in report(tmp_path, "own")
    assert not (tmp_path / "class" / "made" / "bot.py").exists()


def test_a_failed_build_is_told_first(tmp_path: Path, marker: Marker) -> None:
    submit(tmp_path, "ada", build="echo oops; false", run=NATURAL, bot_py=GOOD)
    submit(tmp_path, "bob", build="false", run='./bot "$@"\n')
    said: list[str] = []
    mark_all(marker, tmp_path / "class", tmp_path / "out", again=False, say=said.append)
    failed = "the build failed: it ended with exit status 1"
    assert said == [f"ada: {failed}; 10.00 of 10", f"bob: {failed}; there is no './bot'"]
    text = report(tmp_path, "ada")
    assert text.startswith(f"push: ada\n  {failed}\n\nbuild:\n  | $ sh build\n  | oops\n")
    found = json.loads((tmp_path / "out" / "reports" / "ada.json").read_text())
    assert found["extra_data"]["why"] == failed
    assert [test["status"] for test in found["tests"] if test["name"] == "build"] == ["failed"]


def test_windows_line_ends_in_scripts_do_no_harm(tmp_path: Path, marker: Marker) -> None:
    build = "cp good bot.py\r\ntrue\r\n"
    executable(submit(tmp_path, "ada", run=f"#!/bin/sh\r\n{NATURAL}\r\n", bot_py=GOOD))
    submit(tmp_path, "bob", run=f"# mine\r\n{NATURAL}\r\n", build=build, good=GOOD)
    assert [row["score"] for row in mark(marker, tmp_path).values()] == [10, 10]


def test_a_script_without_interpreter_cannot_be_started(tmp_path: Path, marker: Marker) -> None:
    executable(submit(tmp_path, "ada", run="#!/bin/nowhere\n"))
    executable(submit(tmp_path, "bob", run="#!/usr/bin/env nowhere\n"))
    rows = mark(marker, tmp_path)
    told = "'./run' cannot be started: its first line names '{}', which is not there"
    assert rows["ada"]["error"] == told.format("/bin/nowhere")
    assert rows["bob"]["error"] == told.format("nowhere")


def test_a_folder_is_no_script(tmp_path: Path, marker: Marker) -> None:
    for name in ("build", "run", "bot.toml"):
        (submit(tmp_path, name, bot_py=GOOD) / name).mkdir()
    (tmp_path / "class" / "build" / "run").write_text(NATURAL)
    rows = mark(marker, tmp_path)
    assert {name: row["score"] for name, row in rows.items()} == {
        # Its only script is found.
        "bot.toml": 10,
        "build": 10,
        "run": 0,
    }
    assert not any(row["unmarked"] for row in rows.values())
    assert rows["run"]["error"] == "run is not a file with a command"


def test_nobody_sees_another_submission_or_the_exam(tmp_path: Path, marker: Marker) -> None:
    if not can_enclose():
        pytest.skip(NO_BUBBLEWRAP)
    submit(tmp_path, "ada", run=NATURAL, bot_py=GOOD)
    spies = (
        "import os, sys\n"
        f"for path in ({str(tmp_path / 'exam.toml')!r}, {str(tmp_path / 'class' / 'ada')!r}):\n"
        "    print('SEEN' if os.path.exists(path) else 'hidden')\n"
        "print(*[n for n in os.listdir('/tmp') if os.path.exists(f'/tmp/{n}/bot.py')], sep='\\n')\n"
    )
    submit(tmp_path, "spy", run=NATURAL, bot_py=spies)
    mark(marker, tmp_path)
    text = report(tmp_path, "spy")
    assert "SEEN" not in text
    assert "| hidden" in text
