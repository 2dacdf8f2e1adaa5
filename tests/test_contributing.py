"""The commands of CONTRIBUTING.md do what it says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tools import complaints

pytestmark = pytest.mark.compiled_only

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text()
RUNNERS = {"sh": "{}", "python": "python3 - <<'END'\n{}END\n"}


def tutorial() -> str:
    """Return the commands of the section on games, in their order, as one script."""
    section = PAGE.partition("\n## Add a game in one folder\n")[2].partition("\n## ")[0]
    blocks = re.findall(r"^```(sh|python)\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    return "".join(RUNNERS[language].format(code) for language, code in blocks)


def test_a_game_is_added_played_and_graded_by_the_commands_as_written(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    places = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-ec", tutorial()],
        cwd=tmp_path,
        env={**os.environ, "PATH": places},
        input="b2\nquit\n",
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    # Without bubblewrap every command says so, and goes on.
    assert (done.returncode, complaints(done.stderr)) == (0, ""), done.stdout
    for shown in (
        "noughts    Three in a row on three by three squares.\n",
        "Nought plays ",
        "3 bots, round-robin, 6 games: outwit tournament run cup.db\n",
        "  level 2      10/10   40.00 of 40\n",
        "  mark                 80.00 of 80\n",
    ):
        assert shown in done.stdout
    for text in ("best noughts", "match noughts", "tournament run", "check_game"):
        assert text in tutorial()
    assert not re.search(r"bot-\w+|WRONG", done.stdout)
    transcript = tmp_path / "my-games" / "noughts" / "transcript.txt"
    assert transcript.read_text().startswith("game: noughts\n")
