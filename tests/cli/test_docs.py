from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from outwit.cli.commands import COMMANDS

pytestmark = pytest.mark.compiled_only

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ["play/terminal.md", "teach/programs.md"]


def sessions(page: str) -> list[tuple[str, str]]:
    """Return the commands shown on a page, each with what is shown below it."""
    text = (DOCS / page).read_text()
    blocks = re.findall(r"^```(?:text)?\n(\$ .*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [
        (command, shown)
        for block in blocks
        for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
    ]


@pytest.mark.parametrize("page", PAGES)
def test_sessions_on_a_page_are_what_the_commands_print(page: str, tmp_path: Path) -> None:
    shown = sessions(page)
    assert shown
    places = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    for command, expected in shown:
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=tmp_path,
            env={**os.environ, "PATH": places},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=60,
            check=False,
        )
        # A prompt has no line end, but what follows on the page is on a line of its own.
        assert done.stdout.removesuffix("\n") == expected.removesuffix("\n"), command


def test_every_command_is_described() -> None:
    text = (DOCS / "play" / "command.md").read_text()
    assert [name for name in COMMANDS if f"`outwit {name}" not in text] == []
