"""The commands of the README run as written, in an empty folder."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.shell import run

pytestmark = pytest.mark.compiled_only

PAGE = (Path(__file__).parents[1] / "README.md").read_text()
MOST_WORDS = 550
# One page for each kind of reader; a test of the pages follows all links.
DOORS = (
    "docs/play/first-game.md",
    "docs/bots/first-bot.md",
    "docs/teach/programs.md",
    "docs/teach/mark-a-class.md",
    "docs/python/tutorial.md",
    "docs/games/add-a-game.md",
    "docs/run/host.md",
    "docs/design/house.md",
)


def section(heading: str) -> str:
    """Return a section of the page."""
    return PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def blocks(heading: str) -> list[str]:
    """Return the blocks of commands of a section."""
    return re.findall(r"^```sh\n(.*?)^```$", section(heading), re.MULTILINE | re.DOTALL)


def words(block: str) -> list[list[str]]:
    """Return the words of each command of a block, without its comment."""
    return [line.partition("#")[0].split() for line in block.splitlines()]


def test_it_is_short() -> None:
    assert len(PAGE.split()) <= MOST_WORDS


def test_its_two_commands_are_run_and_test() -> None:
    assert words(blocks("Install")[0]) == [["make", "run"], ["make", "test"]]


def test_a_wheel_is_installed_with_pip_and_extras_that_exist() -> None:
    install, serve = words(blocks("Install")[1])
    assert install[:2] == ["pip", "install"]
    assert serve == ["outwit", "serve"]
    asked = re.findall(r"\[([\w,]+)\]", " ".join(install))[0].split(",")
    setup = (Path(__file__).parents[1] / "pyproject.toml").read_text()
    assert [extra for extra in asked if not re.search(rf"^{extra} = \[", setup, re.MULTILINE)] == []


def test_the_environment_is_activated_before_the_first_command() -> None:
    assert "`. .venv/bin/activate`" in section("Install")


def test_its_python_is_twelve_lines() -> None:
    assert len(re.findall(r"^(?:>>>|\.\.\.) ", section("In Python"), re.MULTILINE)) == 12


def test_there_is_a_door_for_every_reader() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", section("Where to go"))
    assert [door for door in DOORS if door not in links] == []


def test_its_six_commands_run_in_an_empty_folder(tmp_path: Path) -> None:
    [commands] = blocks("At the prompt")
    assert [line[0] for line in words(commands)] == ["outwit"] * 6
    run(commands, tmp_path, "quit\n")
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "game.gif").read_bytes().startswith(b"GIF")
    assert (tmp_path / "games.txt").read_text().count('[Game "push"]') == 4
