"""A stranger adds a game with the commands and the code of the page on it."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.shell import run

pytestmark = pytest.mark.compiled_only

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/games/add-a-game.md").read_text()
# A program of the examples is marked for a game of the examples, under another name.
MARKING = """
mkdir my-games
cp -r examples/games/tictactoe my-games/noughts
sed 's/tictactoe/noughts/' examples/games/tictactoe/__init__.py > my-games/noughts/__init__.py
export OUTWIT_GAMES=$PWD/my-games
bot="outwit-python examples/bots/quick.py noughts"
outwit play noughts --level 3
outwit check-bot noughts --protocol file -- $bot
outwit match noughts random "mine=file:$bot" --games 2
outwit tournament new cup.db noughts random quick engine:level=3
outwit tournament run cup.db
outwit tournament report cup.db
outwit grade noughts --generate 10 --output cases
outwit grade noughts --cases cases --games 0 -- $bot
"""


def section(heading: str) -> str:
    """Return a section of the page."""
    return PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def commands_of(heading: str) -> str:
    """Return the commands of a section."""
    return "".join(re.findall(r"^```sh\n(.*?)^```$", section(heading), re.MULTILINE | re.DOTALL))


def test_the_example_of_a_changed_rule_does_what_the_page_says(tmp_path: Path) -> None:
    begun = run(commands_of("Begin with a game that works"), tmp_path)
    assert "Three in a row on four by four squares." in begun
    assert (tmp_path / "four.png").read_bytes().startswith(b"\x89PNG")
    rules = tmp_path / "my-games/four/rules.py"
    [method] = re.findall(r"```python\n(    def .*?)```", PAGE, re.DOTALL)
    found = re.subn(r"    def moves\(.*?\n\n", f"{method}\n", rules.read_text(), flags=re.DOTALL)
    assert found[1] == 1
    rules.write_text(found[0])
    places = f"export OUTWIT_GAMES={tmp_path / 'my-games'}\n"
    moves = run(f"{places}outwit moves four --moves 'a1'", tmp_path)
    assert moves.split() == ["a2", "b1", "c1", "d1"]
    played = run(places + commands_of("Check it"), tmp_path)
    assert played.splitlines()[0].split()[0] == "a1"
    check = "from outwit import game, testing; testing.check_game(game('four'))"
    run(f'{places}python3 -c "{check}"', tmp_path)


def test_every_file_that_the_page_lists_is_written(tmp_path: Path) -> None:
    run("outwit new-game four", tmp_path)
    listed = re.findall(r"^\| `([\w.]+\.\w+)` \|", PAGE, re.MULTILINE)
    assert sorted(listed) == sorted(
        path.name for path in (tmp_path / "four").iterdir() if path.is_file()
    )


def test_a_game_of_ones_own_is_played_and_graded(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    played = run(MARKING, tmp_path, "b2\nquit\n")
    for shown in (
        "Nought plays ",
        "3 bots, round-robin, 6 games: outwit tournament run cup.db\n",
        "  level 2      10/10   40.00 of 40\n",
        "  mark                 80.00 of 80\n",
    ):
        assert shown in played
    assert not re.search(r"bot-\w+|WRONG", played)
