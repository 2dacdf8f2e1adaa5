"""The bots on the page play."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import outwit
from outwit.players.levels import LEVELS, rating_of
from outwit.players.roster import BotSpec, read_table
from tests.players.bots import AMPLE, playing

GREEDY = Path(__file__).parents[2] / "examples" / "bots" / "greedy.py"
PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text()
SECOND, FIRST = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
TYPED = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
BESIDE = os.path.dirname(sys.executable)


@pytest.mark.parametrize(
    ("code", "kind", "name"),
    [(FIRST, "file", "advance"), *((SECOND, "ugi", game.name) for game in outwit.all_games())],
)
def test_a_first_bot_plays(tmp_path: Path, code: str, kind: str, name: str) -> None:
    path = tmp_path / "bot.py"
    path.write_text(code)
    command = (sys.executable, str(path)) if kind == "file" else (sys.executable, str(path), name)
    game = outwit.game(name)
    with playing(BotSpec("first", kind, command), game) as player:
        position = game.start()
        player.begin(position)
        for _ in range(4):
            position.play(player.choose(position, AMPLE))


@pytest.mark.compiled_only
@pytest.mark.parametrize("active", [True, False])
def test_a_stranger_copies_the_bots_and_the_commands(tmp_path: Path, active: bool) -> None:
    for name, code in (("first", FIRST), ("second", SECOND), ("greedy", GREEDY.read_text())):
        (tmp_path / f"{name}.py").write_text(code)
    lines = [line for block in TYPED for line in block.splitlines()]
    assert [line.split()[1] for line in lines] == [
        "check-bot",
        "match",
        *["check-bot"] * 2,
        "match",
    ]
    for line in lines:
        place = f"{BESIDE}:{os.environ['PATH']}" if active else "/usr/bin:/bin"
        done = subprocess.run(
            ["bash", "-c", line if active else f"{shlex.quote(str(BESIDE))}/{line}"],
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


def test_the_table_on_the_page_is_a_bot() -> None:
    text = PAGE.partition("```toml\n")[2].partition("```")[0]
    spec = read_table(tomllib.loads(text)["bot"][0])
    assert spec.command == ("python3", "mybot.py")
    assert dict(spec.settings) == {"Hash": "64", "depth": "6"}


def test_the_table_of_levels_has_what_the_levels_have() -> None:
    rows = re.findall(r"^\| (\d+) \|.*\|$", PAGE, re.MULTILINE)
    lines = [line for line in PAGE.splitlines() if re.match(r"\| \d+ \|", line)]
    assert [int(row) for row in rows] == list(range(1, len(LEVELS) + 1))
    for number, (line, level) in enumerate(zip(lines, LEVELS, strict=True), 1):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        assert cells[2] == f"{level.overlooked} %"
        assert cells[-2].partition(" ")[0] == (f"+{level.gain}" if number > 1 else "")
        assert cells[-1] == f"{rating_of(number):,}"
