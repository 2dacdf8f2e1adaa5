"""Commands: what they name, and what they may not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from outwit.errors import BotAbsent, BotUnseen
from outwit.process import command
from outwit.process.command import absolute_command, check_script, search_path
from outwit.process.ours import PACKAGE, is_of_system, is_ours, our_places

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


def test_a_program_of_ours_by_its_name_alone_is_told_to_need_a_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BotAbsent, match="is a program of outwit itself; give its path to run it"):
        absolute_command(("push2310",))
    # A student's own program of that name is found.
    own = tmp_path / "push2310"
    own.write_text("#!/bin/sh\n")
    own.chmod(0o755)
    assert absolute_command(("push2310",)) == [str(own)]


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


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An environment of somebody's own that comes first on the path: ours, a link and a script."""
    place = tmp_path / "environment" / "bin"
    place.mkdir(parents=True)
    (place / "python3").symlink_to("/usr/bin/python3")
    for name in ("python", "only-here"):
        (place / name).write_text("#!/bin/sh\n")
        (place / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{place}:{BESIDE}:/usr/bin:/bin")
    return place


@pytest.mark.usefixtures("environment")
@pytest.mark.parametrize("name", ["python", "python3"])
def test_python_in_a_description_is_the_systems(folder: Path, name: str) -> None:
    found, script = absolute_command((name, "bot.py"), str(folder))
    assert is_of_system(found)
    assert is_of_system(os.path.realpath(found))
    assert script == f"{folder}/bot.py"
    # A command that was made absolute before stays as it is.
    assert absolute_command((found, script), str(folder)) == [found, script]


def test_python_on_a_command_line_is_that_of_the_shell(environment: Path) -> None:
    assert absolute_command(("python3",)) == [f"{environment}/python3"]


def test_where_the_system_has_no_python_that_of_our_installation_stands_in(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = folder.parent / "base" / "bin"
    base.mkdir(parents=True)
    (base / "python3").write_text("#!/bin/sh\n")
    (base / "python3").chmod(0o755)
    monkeypatch.setattr(command, "STANDARD", ())
    monkeypatch.setattr(command, "search_path", lambda: str(base))
    monkeypatch.setattr("sys.base_prefix", str(base.parent))
    for name in ("python3", "python"):
        words = absolute_command((name, "bot.py"), str(folder))
        assert words[0] == f"{base}/python3"
        assert absolute_command(words, str(folder)) == words


@pytest.mark.usefixtures("environment")
def test_a_program_of_somebodys_environment_is_named_with_a_cure(folder: Path) -> None:
    with pytest.raises(BotUnseen, match=r"only in '.*/environment/bin'.* install it for all users"):
        absolute_command(("only-here",), str(folder))


def test_our_own_python_is_asked_for_by_name(folder: Path) -> None:
    found = absolute_command(("outwit-python", "x"))
    assert is_ours(found[0])
    for name in ("outwit-python", "outwit"):
        with pytest.raises(BotAbsent, match="which this one may not use"):
            absolute_command((name, "bot.py"), str(folder))
    (folder / "advance").symlink_to("run")
    assert absolute_command(("advance",), str(folder)) == [f"{folder}/advance"]


def test_without_an_environment_our_python_is_our_script(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system's own Python is not shown our package, a script of ours is."""
    monkeypatch.setattr("sys.prefix", sys.base_prefix)
    monkeypatch.setattr("sys.executable", f"{tmp_path}/python3")
    with pytest.raises(BotAbsent, match="in a virtual environment"):
        absolute_command(("outwit-python",))
    (tmp_path / "outwit-python").touch()
    assert absolute_command(("outwit-python",)) == [f"{tmp_path}/outwit-python"]


def test_our_python_runs_as_the_python_that_has_our_package() -> None:
    words = [
        f"{BESIDE}/outwit-python",
        "-c",
        "import outwit, sys; print(sys.argv, outwit.__name__)",
    ]
    done = subprocess.run([*words, "a b"], capture_output=True, text=True, check=True)
    assert done.stdout == "['-c', 'a b'] outwit\n"


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
