"""The commands of the README run as written, in an empty folder."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tools import complaints

pytestmark = pytest.mark.compiled_only

PAGE = (Path(__file__).parents[1] / "README.md").read_text()


def block(heading: str) -> str:
    """Return the commands of a section."""
    section = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    found = re.search(r"^```sh\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    assert found
    return found[1]


def test_its_two_commands_are_run_and_test() -> None:
    words = [line.partition("#")[0].split() for line in block("Two commands").splitlines()]
    assert words == [["make", "run"], ["make", "test"]]


def test_the_prompt_is_activated_before_the_first_command() -> None:
    section = PAGE.partition("\n## At the prompt\n")[2]
    assert "`. .venv/bin/activate`" in section.partition("```sh")[0]


def test_its_commands_run_in_an_empty_folder(tmp_path: Path) -> None:
    places = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-ec", block("At the prompt")],
        cwd=tmp_path,
        env={**os.environ, "PATH": places},
        input="quit\n",
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    # Without bubblewrap every command says so, and goes on.
    assert done.returncode == 0, (done.stdout, complaints(done.stderr))
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "game.gif").read_bytes().startswith(b"GIF")
    assert "2 games, all good\n" in done.stdout
