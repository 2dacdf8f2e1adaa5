"""Commands: what they name, and what they may not."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from outwit.errors import BotAbsent
from outwit.process.command import absolute_command, check_script, search_path
from outwit.process.ours import PACKAGE, is_ours, our_places

BESIDE = os.path.dirname(sys.executable)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "submission"
    place.mkdir()
    for name in ("run", "bot.py", "a.jar"):
        (place / name).write_text("#!/bin/sh\n")
        (place / name).chmod(0o755)
    (tmp_path / "answers").write_text("secret")
    return place


def test_files_and_lists_of_places_become_absolute(folder: Path) -> None:
    words = absolute_command(("python3", "bot.py", "-cp", "a.jar:.", "4"), str(folder))
    assert words[1:] == [f"{folder}/bot.py", "-cp", f"{folder}/a.jar:{folder}", "4"]


@pytest.mark.parametrize("name", ["outwit", "advance", "push2310"])
def test_the_path_does_not_lead_to_our_programs(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{BESIDE}:/usr/bin:/bin")
    assert os.path.exists(f"{BESIDE}/{name}")
    with pytest.raises(BotAbsent):
        absolute_command((name,))
    assert absolute_command((f"{BESIDE}/{name}",)) == [f"{BESIDE}/{name}"]
    assert not is_ours(absolute_command(("python3",))[0])


def test_shims_are_looked_at_last(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", f"{tmp_path}/shims:/usr/bin:relative")
    first, *_, last = search_path().split(":")
    assert (first, last) == ("/usr/bin", f"{tmp_path}/shims")


@pytest.mark.parametrize(
    "command",
    [
        (f"{BESIDE}/advance",),
        (f"{BESIDE}/python", "bot.py"),
        ("env", f"{BESIDE}/advance"),
        ("./run", PACKAGE),
        ("./run", "../answers"),
        ("./run", "/root"),
        ("java", "-cp", "a.jar:..", "Main"),
        ("./link",),
        ("./run", "link"),
    ],
)
def test_a_stranger_names_only_what_is_his(folder: Path, command: tuple[str, ...]) -> None:
    (folder / "link").symlink_to(folder.parent / "answers")
    (folder.parent / "answers").chmod(0o755)
    with pytest.raises(BotAbsent, match=r"outside|no such program"):
        absolute_command(command, str(folder))


def test_a_stranger_may_name_the_systems_programs(folder: Path) -> None:
    (folder / "shell").symlink_to("/bin/sh")
    assert absolute_command(("/bin/sh", "run"), str(folder)) == ["/bin/sh", f"{folder}/run"]
    assert absolute_command(("./shell", "run"), str(folder))[0] == f"{folder}/shell"


def test_ours_is_the_package_and_its_environment() -> None:
    assert is_ours(f"{PACKAGE}/core/position.py")
    assert is_ours(f"{BESIDE}/advance")
    assert not is_ours(f"{PACKAGE}-other/x")
    assert not is_ours("/usr/bin/python3")
    assert PACKAGE in our_places()


@pytest.mark.parametrize(
    "command",
    [
        "python3 nothere.py",
        "/usr/bin/python3.12 -u nothere.py x",
        "sh nothere",
        "java -jar nothere.jar",
        "node --inspect nothere.js",
    ],
)
def test_a_script_that_is_not_there_is_named(command: str, tmp_path: Path) -> None:
    with pytest.raises(BotAbsent, match=r"nothere[.a-z]*' is not there"):
        check_script(command.split(), str(tmp_path))


@pytest.mark.parametrize(
    "command",
    [
        ("python3", "bot.py"),
        ("python3", "-m", "bot"),
        ("python3", "-c", "import bot.py"),
        ("python3", "-W", "ignore", "bot.py"),
        ("sh", "-c", "exec ./bot.sh"),
        ("java", "-cp", "out", "Bot"),
        ("java", "Bot"),
        ("dotnet", "run"),
        ("./bot", "nothere.py"),
        ("python3",),
    ],
)
def test_what_need_not_be_a_script_is_not_judged(command: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "bot.py").touch()
    check_script(command, str(tmp_path))
