"""A sixth game appears everywhere by adding one folder or one module."""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from outwit import games
from outwit.errors import GameFault
from outwit.players.external import start_program
from outwit.players.roster import BotSpec
from tests.cli.command import outwit, outwit_process, outwit_with

pytestmark = pytest.mark.compiled_only

# A program that repeats a line in capitals, and somebody who types one.
SESSIONS = """
import sys
from outwit.assignments.assignment import Assignment
from outwit.assignments.keyboard import KeyboardSession
from outwit.core.parts import Parts
from outwit.assignments.sessions import Sessions

def main():
    print(input().upper())

def invent(rng):
    return KeyboardSession((), f"a{rng.randint(1, 3)}\\n", {})

def load_assignment():
    sessions = Sessions(__file__.replace(".py", ".json"), invent)
    return Assignment(program=sys.modules[__name__], sessions=sessions)

GAME = GAME.replace(parts=Parts(assignment=load_assignment))
"""
EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.fixture
def folder(tmp_path: Path) -> str:
    """Return a folder of games that holds one more game."""
    shutil.copytree(EXAMPLES / "games" / "tictactoe", tmp_path / "tictactoe")
    return str(tmp_path)


def test_it_is_listed(folder: str) -> None:
    names = [
        line.split()[0] for line in outwit_process("games", OUTWIT_GAMES=folder).out.splitlines()
    ]
    assert names == ["advance", "ataxx", "jesonmor", "push", "santorini", "tictactoe"]
    assert "tictactoe" not in outwit("games").out


def test_it_is_shown_and_counted(folder: str) -> None:
    answer = outwit_with(Path(folder), "show", "tictactoe", "--moves", "a1 b2")
    assert answer.out == (
        "3  . . .\n2  . o .\n1  x . .\n   a b c\n\n3/1o1/x2 x\nCross to move, 7 legal moves\n"
    )
    assert outwit_with(Path(folder), "perft", "tictactoe", "5").out == "total 15120\n"


def test_it_is_played(folder: str) -> None:
    given = "a1\nb1\na2\nb2\na3\n"
    answer = outwit_process(
        "play", "tictactoe", "--against", "human", given=given, OUTWIT_GAMES=folder
    )
    assert answer.out.endswith("Cross wins: three in a row\n")


def test_its_games_are_on_the_page_of_a_tournament(folder: str, tmp_path: Path) -> None:
    path, page = str(tmp_path / "cup.db"), tmp_path / "cup.html"
    words = ("new", path, "tictactoe", "one=random", "two=random", "--seed", "1")
    for command in (words, ("run", path, "--jobs", "1"), ("report", path, "--html", str(page))):
        answer = outwit_with(Path(folder), "tournament", *command)
        assert answer.status == 0, answer.err
    text = page.read_text()
    assert 'id="tictactoe-auto-art-piece-45-x"' in text
    assert 'href="#game-2"' in text
    assert "wins: three in a row" in text


@pytest.fixture
def module(tmp_path: Path) -> str:
    """Return a folder of games, as a relative path, that holds one more game in a module."""
    shutil.copy(EXAMPLES / "games" / "nim.py", tmp_path)
    return os.path.relpath(tmp_path)


def test_a_module_is_a_game_as_a_folder_is(module: str) -> None:
    assert "\nnim        Take any number" in outwit_with(Path(module), "games").out
    given = "a3\nb4\nc5\n"
    answer = outwit_process("play", "nim", "--against", "human", given=given, OUTWIT_GAMES=module)
    assert answer.out.endswith("White wins: the last match is taken\n")
    assert outwit_with(Path(module), "best", "nim", "--depth", "9").out.startswith("a2 ")


def test_bots_and_workers_in_processes_of_their_own_find_it(module: str) -> None:
    command = f"{shlex.quote(sys.executable)} -m outwit.cli engine nim"
    words = ("--games", "4", "--jobs", "2", "--seed", "1")
    bots = ("random", f"mine=ugi:{command}")
    answer = outwit_process("match", "nim", *bots, *words, OUTWIT_GAMES=module)
    assert answer.status == 0, answer.err
    assert "random: " in answer.out
    assert "bot-" not in answer.out  # the codes of forfeits


def test_programs_for_it_are_marked_in_sessions_by_a_program_of_its_own(
    module: str, tmp_path: Path
) -> None:
    with open(Path(module, "nim.py"), "a") as file:
        file.write(SESSIONS)
    Path(module, "nim.json").write_text('{"free": [], "sessions": []}')
    new = str(tmp_path / "new")
    made = outwit_with(Path(module), "grade", "nim", "--generate", "3", "--output", new)
    assert made.status == 0, made.err
    for code, status in (("print(input().upper())", 0), ("print(input())", 1)):
        program = (sys.executable, "-c", code)
        words = ("--cases", new, "--", *program)
        assert outwit_with(Path(module), "grade", "nim", *words).status == status


def test_an_enclosed_bot_may_read_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "FOLDERS", (str(tmp_path),))
    (tmp_path / "nim.py").touch()
    bot = tmp_path / "bot.py"
    bot.touch()
    spec = BotSpec("mine", "ugi", (sys.executable, str(bot)))
    with contextlib.closing(start_program(spec, games.game("ataxx"), 1)) as player:
        player.enclosed = True
        assert player.sandbox.environment["OUTWIT_GAMES"] == str(tmp_path)
        words = player.sandbox.command
        # The folder itself, or what is in it if it is closed to others.
        binds = ("--ro-bind", "--ro-bind-try")
        shown = [after for word, after in pairwise(words) if word in binds]
        assert str(tmp_path) in shown or str(tmp_path / "nim.py") in shown


def test_an_entry_point_is_a_game(module: str) -> None:
    folder = Path(module)
    info = folder / "nim-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: nim\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[outwit.games]\nnim = nim:GAME\nlost = nowhere\n")
    answer = outwit_process("games", PYTHONPATH=str(folder.absolute()))
    assert "\nnim        Take any number" in answer.out
    assert answer.err == (
        "outwit: game lost cannot be loaded from nowhere: "
        "ModuleNotFoundError: No module named 'nowhere'\n"
    )


def test_its_mistakes_are_told_in_one_line(folder: str) -> None:
    answer = outwit_with(Path(folder), "show", "tictactoe", "--position", "x2/3/3 x")
    assert answer.err == "outwit: tictactoe position: side: it is not x's turn on this board\n"


BROKEN = {
    "GAME = None": "it must define GAME, a Game called 'broken'",
    "": "it must define GAME, a Game called 'broken'",
    "from outwit.games.ataxx import GAME": "it must define GAME, a Game called 'broken'",
    "def": "SyntaxError: invalid syntax (__init__.py, line 1)",
    "import nowhere": "ModuleNotFoundError: No module named 'nowhere'",
    "1 / 0": "ZeroDivisionError: division by zero",
    "import sys; sys.exit('bye')": "SystemExit: bye",
}


@pytest.mark.parametrize(("code", "reason"), BROKEN.items())
def test_a_broken_folder_is_named_in_one_line_and_disturbs_no_other_game(
    folder: str, code: str, reason: str
) -> None:
    broken = Path(folder, "broken")
    broken.mkdir()
    (broken / "__init__.py").write_text(code)
    told = f"game broken cannot be loaded from {broken}: {reason}"
    listed = outwit_with(Path(folder), "games")
    assert listed.status == 0
    assert listed.err == f"outwit: {told}\n"
    assert "tictactoe" in listed.out
    menu = outwit_with(Path(folder), "play", given="broken\nataxx\n\n\nquit\n")
    assert menu.status == 0
    assert menu.err == f"outwit: {told}\n"
    assert f"Which game? {told}\n" in menu.out
    assert "Red to move" in menu.out
    refused = outwit_with(Path(folder), "show", "broken")
    assert (refused.err, refused.status) == (f"outwit: {told}\n", 3)


def test_python_is_warned_of_a_broken_game_and_gets_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken.py").write_text("1 / 0")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    with pytest.warns(RuntimeWarning, match=r"broken\.py: ZeroDivisionError"):
        assert len(games.all_games()) == 5
    with pytest.raises(GameFault, match=r"broken\.py: ZeroDivisionError"):
        games.game("broken")
