"""The bots on the pages play."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import outwit
from outwit.players.levels import LEVELS, rating_of
from outwit.players.roster import BotSpec, read_table
from tests.players.bots import AMPLE, playing

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "bots"
FIRST = (ROOT / "docs" / "bots" / "first-bot.md").read_text()
DESCRIBED = (ROOT / "docs" / "bots" / "describe.md").read_text()
# The files of a page, and the commands that it does not mark as not run.
BLOCKS = re.MULTILINE | re.DOTALL
FILES = dict(re.findall(r"<!-- file: (\S+) -->\n```\w+\n(.*?)^```$", FIRST, BLOCKS))
TYPED = re.findall(r"(?<!-->)\n```sh\n(.*?)^```$", FIRST, BLOCKS)
BESIDE = os.path.dirname(sys.executable)


@pytest.mark.parametrize("name", [game.name for game in outwit.all_games()])
def test_the_bot_in_python_plays(tmp_path: Path, name: str) -> None:
    path = tmp_path / "mybot.py"
    path.write_text(FILES[path.name])
    play(BotSpec("mine", "ugi", (sys.executable, str(path), name)), name)


def test_the_example_with_board_files_plays() -> None:
    command = (sys.executable, str(EXAMPLES / "quick.py"), "advance")
    play(BotSpec("quick", "file", command), "advance")


def play(spec: BotSpec, name: str) -> None:
    """Let a bot play the first moves of a game."""
    game = outwit.game(name)
    with playing(spec, game) as player:
        position = game.start()
        player.begin(position)
        for _ in range(4):
            position.play(player.choose(position, AMPLE))


@pytest.mark.compiled_only
@pytest.mark.parametrize("active", [True, False])
def test_a_stranger_copies_the_bots_and_the_commands(tmp_path: Path, active: bool) -> None:
    for name, code in FILES.items():
        (tmp_path / name).write_text(code)
    lines = [line for block in TYPED for line in block.splitlines()]
    words = [line.split()[:2] for line in lines]
    assert words == [
        ["outwit", "check-bot"],
        ["outwit", "match"],
        ["cc", "-O2"],
        ["outwit", "check-bot"],
        ["outwit", "match"],
    ]
    if shutil.which("cc", path="/usr/bin:/bin") is None:
        pytest.skip("there is no C compiler")
    for line in lines:
        place = f"{BESIDE}:{os.environ['PATH']}" if active else "/usr/bin:/bin"
        is_ours = line.startswith("outwit") and not active
        done = subprocess.run(
            ["bash", "-c", f"{shlex.quote(BESIDE)}/{line}" if is_ours else line],
            cwd=tmp_path,
            env={"PATH": place, "HOME": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, (line, done)
        assert "WRONG" not in done.stdout
        assert "forfeit" not in done.stdout


@pytest.mark.compiled_only
def test_the_example_without_outwit_passes_the_check(tmp_path: Path) -> None:
    command = ["check-bot", "ataxx", "--protocol", "uai", "--", "python3"]
    done = subprocess.run(
        [f"{BESIDE}/outwit", *command, str(EXAMPLES / "greedy.py")],
        env={"PATH": os.environ["PATH"], "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done


def test_the_table_on_the_page_is_a_bot() -> None:
    text = DESCRIBED.partition("```toml\n")[2].partition("```")[0]
    spec = read_table(tomllib.loads(text)["bot"][0])
    assert spec.command == ("python3", "mybot.py")
    assert dict(spec.settings) == {"Hash": "64", "depth": "6"}


def test_the_table_of_levels_has_what_the_levels_have() -> None:
    lines = [line for line in DESCRIBED.splitlines() if re.match(r"\| \d+ \|", line)]
    for number, (line, level) in enumerate(zip(lines, LEVELS, strict=True), 1):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        assert cells[0] == str(number)
        assert cells[1] == ("by time" if level.nodes is None else f"{level.nodes:,}")
        assert cells[2] == f"{level.overlooked} %"
        assert cells[3].partition(" ")[0] == (f"+{level.gain}" if number > 1 else "")
        assert cells[4] == f"{rating_of(number):,}"
