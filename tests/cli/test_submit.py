"""Handing in from a shell; the test does a worker's part whenever the command waits."""

from __future__ import annotations

import io
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest

from outwit.cli import INTERRUPTED
from outwit.cli import submit as submitting
from outwit.cli.submit import address_of, packed
from outwit.errors import BadFile, UsageError
from outwit.storage.handins import BuildResult
from tests.cli.command import outwit
from tests.cli.conftest import Room

pytestmark = pytest.mark.compiled_only

BUILT = BuildResult({"kind": "text"}, b"folder", "Python", "it made a move\n", "")


Step = Callable[[], object]


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[Step]:
    """Return what happens while the command waits, one each time."""
    steps: list[Step] = []
    monkeypatch.setattr(submitting, "time", SimpleNamespace(sleep=lambda _: steps.pop(0)()))
    return steps


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a program as students keep it."""
    for name, text in {
        "mybot/main.py": "print(1)",
        "mybot/.git/HEAD": "ref: refs/heads/main",
        "mybot/__pycache__/main.pyc": "0",
        "mybot/lib/board.py": "",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "mybot"


def names_in(data: bytes) -> list[str]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.namelist()


def test_a_folder_is_handed_in_and_followed_to_its_points(
    room: Room, steps: list[Step], folder: Path
) -> None:
    steps += [lambda: None, lambda: room.build(BUILT), room.mark]
    answer = room.submit(str(folder))
    assert (answer.status, answer.said, steps) == (0, "", [])
    new = room.newest()
    url = f"{room.portal.url}/c/{room.course.class_id}/a/{room.course.homework}/h/{new.id}"
    first, waits, log, built, mark_waits, report, points = answer.out.splitlines()
    assert first.startswith(f"hand-in {new.number}, ")
    assert first.endswith(f" bytes: {url}")
    assert waits.startswith("waiting for the build, about ")
    assert (log, built, report) == ("it made a move", "built: Python", "ataxx: 7 of 10")
    assert mark_waits.startswith("waiting for the mark, about ")
    assert points == f"7 of 10 points: {url}"


def test_a_program_that_is_refused_ends_with_1_its_log_and_the_reason(
    room: Room, steps: list[Step], folder: Path
) -> None:
    log = "main.c:1: error\x1b[2J\n"
    steps.append(lambda: room.build(BuildResult(log=log, failure="the build failed")))
    answer = room.submit(str(folder))
    assert answer.status == 1
    assert answer.out.endswith("main.c:1: error\\x1b[2J\nit cannot play: the build failed\n")


def test_a_program_that_makes_no_move_is_built_and_says_why_it_does_not_play(
    room: Room, steps: list[Step], folder: Path
) -> None:
    result = BuildResult({"kind": "text"}, b"folder", "C", "", "bot-crash: it ended")
    steps += [lambda: room.build(result), room.mark]
    answer = room.submit(str(folder))
    assert answer.status == 0
    assert "built: C\nit does not play yet: bot-crash: it ended\n" in answer.out


def test_with_no_wait_the_address_is_all(room: Room, steps: list[Step], folder: Path) -> None:
    before = room.newest().number if room.handins.of_homework(room.course.homework) else 0
    answer = room.submit("--no-wait", str(folder))
    assert (answer.status, answer.out.count("\n"), steps) == (0, 1, [])
    assert room.newest().number == before + 1


def test_ctrl_c_ends_the_waiting_and_not_the_hand_in(
    room: Room, steps: list[Step], folder: Path
) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    steps.append(interrupt)
    answer = room.submit(str(folder))
    assert (answer.status, answer.err) == (INTERRUPTED, "")
    assert answer.out.splitlines()[-1].startswith("it stays handed in: http://")


def test_a_portal_that_is_away_for_a_moment_is_waited_for(
    room: Room, steps: list[Step], folder: Path
) -> None:
    def restart() -> None:
        room.portal.kill()
        with patch.object(sys, "stderr", sys.__stderr__):
            room.portal.start()

    steps += [restart, lambda: room.build(BUILT), room.mark]
    answer = room.submit(str(folder))
    assert (answer.status, steps) == (0, []), answer
    assert "7 of 10 points" in answer.out


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("nowhere.py",), 2, "outwit: 'nowhere.py' cannot be read: No such file or directory\n"),
        (("--token", "nonsense", "{}"), 2, "outwit: the token is unknown or revoked; "),
        (("{}", "{}"), 2, "is a folder: hand in one folder, or files\n"),
    ],
)
def test_what_cannot_be_handed_in_is_said_in_one_line(
    room: Room, folder: Path, words: tuple[str, ...], status: int, said: str
) -> None:
    answer = room.submit(*(word.replace("{}", str(folder)) for word in words))
    assert (answer.status, answer.out) == (status, "")
    assert said in answer.said
    assert answer.said.count("\n") == 1


def test_strangers_the_teacher_and_latecomers_are_told_why_not(room: Room, folder: Path) -> None:
    stranger = room.token(room.closed.students[0])
    teacher = room.token(room.course.teacher)
    for answer, said in (
        (room.submit(str(folder), token=stranger), "there is no class"),
        (room.submit(str(folder), token=teacher), "students hand in"),
        (room.submit(str(folder), course=room.closed), "does not take hand-ins now"),
    ):
        assert (answer.status, answer.out) == (2, "")
        assert said in answer.said
        assert answer.said.count("\n") == 1


def test_a_portal_that_is_not_there_and_a_missing_token_are_said_in_one_line(folder: Path) -> None:
    away = outwit("submit", "http://127.0.0.1:9/c/AA/a/bbbbbbbb", str(folder), OUTWIT_TOKEN="t")
    assert away.said == "outwit: http://127.0.0.1:9 cannot be reached: Connection refused\n"
    none = outwit("submit", "bbbbbbbb", str(folder), OUTWIT_TOKEN="")
    expected = "there is no token: make one at http://localhost:8000/bots and set OUTWIT_TOKEN"
    assert (none.status, none.said) == (2, f"outwit: {expected}\n")


def test_a_folder_its_zip_and_its_files_are_the_same_hand_in(folder: Path) -> None:
    archive = folder.parent / "mybot.zip"
    with zipfile.ZipFile(archive, "w") as target:
        for path in sorted(folder.rglob("*")):
            target.write(path, path.relative_to(folder.parent))
    assert names_in(packed((folder,))) == ["lib/board.py", "main.py"]
    assert packed((folder,)) == packed((archive,))
    single = (folder / "main.py", folder / "lib" / "board.py")
    assert names_in(packed(single)) == ["board.py", "main.py"]


def test_a_file_that_is_too_large_is_not_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(submitting, "LARGEST_PACKED", 3)
    monkeypatch.setattr(Path, "read_bytes", lambda _: pytest.fail("it was read"))
    with pytest.raises(BadFile, match="has more than 0 MiB"):
        packed((folder / "main.py",))


@pytest.mark.parametrize(
    "text", ["x y", "a/b", "http://host", "http://host/c/AA", "http://[/c/a/b"]
)
def test_what_is_no_address_of_an_assignment_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="is not the address of an assignment"):
        address_of(text)


def test_an_address_may_lead_into_the_assignment() -> None:
    found: Any = address_of("https://games.example.org/outwit/c/AAAA2222/a/wxyz6789/h/abcd2345")
    assert found == ("wxyz6789", "https://games.example.org/outwit")
