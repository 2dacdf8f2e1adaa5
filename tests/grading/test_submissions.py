from __future__ import annotations

import csv
import json
import shlex
import sys
from pathlib import Path

import pytest

from outwit.errors import BadFile, UsageError
from outwit.games import game
from outwit.grading.marker import Marker, Settings
from outwit.grading.sessions import read_suite, write_suite
from outwit.grading.submissions import command_of, mark_all, submissions
from outwit.grading.workers import Workers
from outwit.testing import folder_of
from tests.grading.programs import installed

pytestmark = pytest.mark.compiled_only


@pytest.fixture(name="marker")
def two_sessions(tmp_path: Path) -> Marker:
    """A quick marker: two sessions of Push."""
    own = read_suite(folder_of(game("push")) / "sessions.json")
    write_suite(tmp_path / "push.json", own.replace(sessions=own.sessions[:2]))
    return Marker(game("push"), Settings(cases=tmp_path, seconds=5.0), Workers(2))


def submit(folder: Path, name: str, **files: str) -> Path:
    place = folder / name
    place.mkdir(parents=True)
    for file, text in files.items():
        (place / file.replace("_", ".")).write_text(text)
    return place


def hand_in(folder: Path) -> None:
    """Six submissions, of which two are good."""
    submit(folder, "ada", run=shlex.join(installed("push2310")))
    submit(folder, "bob", bot_toml=f"[[bot]]\ncommand = {json.dumps(installed('push2310'))}\n")
    crash = submit(folder, "carl", run="#!/bin/sh\necho oh no >&2\nexit 9\n")
    (crash / "run").chmod(0o755)
    submit(folder, "dora")
    submit(folder, "=emil", run="no-such-program")
    submit(folder, "summary", bot_toml="not [toml")
    submit(folder, "zoe", run=shlex.join([sys.executable, "main.py"]), main_py="print('hi')")


def test_every_submission_is_marked_whatever_the_others_do(tmp_path: Path, marker: Marker) -> None:
    hand_in(tmp_path / "class")
    said: list[str] = []
    rows = mark_all(marker, tmp_path / "class", tmp_path / "out", again=False, say=said.append)
    assert {row["name"]: (row["score"], row["error"] != "") for row in rows} == {
        "=emil": (0, True),
        "ada": (100, False),
        "bob": (100, False),
        "carl": (0, False),
        "dora": (0, True),
        "summary": (0, True),
        "zoe": (0, False),
    }
    assert said[0] == "=emil: 'no-such-program' cannot be run"
    assert said[1] == "ada: 100.00 of 100"
    reports = sorted(path.name for path in (tmp_path / "out" / "reports").iterdir())
    assert reports == sorted(f"{row['name']}{end}" for row in rows for end in (".json", ".txt"))
    assert "oh no" in (tmp_path / "out" / "reports" / "carl.txt").read_text()
    with (tmp_path / "out" / "summary.csv").open(newline="") as file:
        table = list(csv.DictReader(file))
    assert [line["name"] for line in table][:2] == ["'=emil", "ada"]
    assert table[1]["sessions"] == "2 of 2"
    assert table[1]["full"] == "yes"
    assert json.loads((tmp_path / "out" / "summary.json").read_text()) == rows


def test_names_nobody_should_give_stop_nothing(tmp_path: Path, marker: Marker) -> None:
    for name in ("\x1b[2J", "n" * 254, "a\nb", "é"):
        submit(tmp_path / "class", name, run="nothing")
    said: list[str] = []
    rows = mark_all(marker, tmp_path / "class", tmp_path / "out", again=False, say=said.append)
    assert len(rows) == len(said) == 4
    assert all(line.replace("\n", "").isprintable() for line in said)
    assert "the report cannot be written: File name too long" in said[2]


def test_what_has_a_report_is_marked_only_again(tmp_path: Path, marker: Marker) -> None:
    place = submit(tmp_path / "class", "ada", run=shlex.join(installed("push2310")))
    submit(tmp_path / "class", "bob", run="nothing")

    def score(*, again: bool = False) -> float:
        rows = mark_all(
            marker, tmp_path / "class", tmp_path / "out", again=again, say=lambda _: None
        )
        assert [row["name"] for row in rows] == ["ada", "bob"]
        return float(rows[0]["score"])

    assert score() == 100
    (place / "run").write_text("false")
    assert score() == 100
    assert score(again=True) == 0
    report = tmp_path / "out" / "reports" / "ada.json"
    for damaged in ("", "{", "[]", '{"extra_data": {}}', '{"extra_data": {"parts": 3}}'):
        report.write_text(damaged)
        assert score() == 0
        assert json.loads(report.read_text())["score"] == 0


@pytest.mark.parametrize(
    ("files", "command"),
    [
        ({"run": "python3 'my bot.py' # mine\n"}, ("python3", "my bot.py")),
        ({"bot_toml": 'command = "java -jar bot.jar"'}, ("java", "-jar", "bot.jar")),
        ({"bot_toml": '[[bot]]\ncommand = ["./bot", "-x"]'}, ("./bot", "-x")),
        ({"bot_toml": '[bot]\ncommand = "./bot"'}, ("./bot",)),
    ],
)
def test_a_submission_names_its_command(
    tmp_path: Path, files: dict[str, str], command: tuple[str, ...]
) -> None:
    assert command_of(submit(tmp_path, "it", **files)) == command


@pytest.mark.parametrize(
    "files",
    [
        {},
        {"run": ""},
        {"run": "'open"},
        {"bot_toml": ""},
        {"bot_toml": "command = 3"},
        {"bot_toml": "command = []"},
        {"bot_toml": "bot = []"},
        {"bot_toml": "\0"},
    ],
)
def test_a_submission_without_a_command_is_refused(tmp_path: Path, files: dict[str, str]) -> None:
    with pytest.raises(BadFile):
        command_of(submit(tmp_path, "it", **files))


def test_a_folder_without_submissions_is_refused(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="holds no submissions"):
        submissions(tmp_path)
    with pytest.raises(UsageError, match="there is no folder"):
        submissions(tmp_path / "none")
