"""The bots on the page play."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import pytest

import outwit
from outwit.players.roster import BotSpec, read_table
from tests.players.bots import AMPLE, playing

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text()
FIRST, SECOND = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


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


def test_the_table_on_the_page_is_a_bot() -> None:
    text = PAGE.partition("```toml\n")[2].partition("```")[0]
    spec = read_table(tomllib.loads(text)["bot"][0])
    assert spec.command == ("python3", "mybot.py")
    assert dict(spec.settings) == {"Hash": "64", "depth": "6"}
