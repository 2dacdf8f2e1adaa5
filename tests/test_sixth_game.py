"""A sixth game appears everywhere by adding one folder."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.command import outwit

pytestmark = pytest.mark.compiled_only

EXAMPLE = Path(__file__).parents[1] / "examples" / "games" / "tictactoe"


@pytest.fixture
def folder(tmp_path: Path) -> str:
    """Return a folder of games that holds one more game."""
    shutil.copytree(EXAMPLE, tmp_path / "tictactoe")
    return str(tmp_path)


def test_it_is_listed(folder: str) -> None:
    names = [line.split()[0] for line in outwit("games", OUTWIT_GAMES=folder).out.splitlines()]
    assert names == ["advance", "ataxx", "jesonmor", "push", "santorini", "tictactoe"]
    assert "tictactoe" not in outwit("games").out


def test_it_is_shown_and_counted(folder: str) -> None:
    answer = outwit("show", "tictactoe", "--moves", "a1 b2", OUTWIT_GAMES=folder)
    assert answer.out == (
        "3  . . .\n2  . o .\n1  x . .\n   a b c\n\n3/1o1/x2 x\nCross to move, 7 legal moves\n"
    )
    assert outwit("perft", "tictactoe", "5", OUTWIT_GAMES=folder).out == "total 15120\n"


def test_it_is_played(folder: str) -> None:
    given = "a1\nb1\na2\nb2\na3\n"
    answer = outwit("play", "tictactoe", "--against", "human", given=given, OUTWIT_GAMES=folder)
    assert answer.out.endswith("Cross wins: three in a row\n")


def test_its_mistakes_are_told_in_one_line(folder: str) -> None:
    answer = outwit("show", "tictactoe", "--position", "x2/3/3 x", OUTWIT_GAMES=folder)
    assert answer.err == "outwit: tictactoe position: side: it is not x's turn on this board\n"


def test_a_folder_without_a_game_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "__init__.py").write_text("GAME = None\n")
    answer = outwit("games", OUTWIT_GAMES=str(tmp_path))
    assert answer.err == "outwit: the folder broken must define GAME, a Game of that name\n"
    assert answer.status == 3
