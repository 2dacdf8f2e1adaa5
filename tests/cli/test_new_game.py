"""``outwit new-game`` writes a game that passes all checks at once."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from outwit import games
from outwit.cli.new_game import FILES, TEMPLATES
from outwit.core.position import Position
from outwit.testing import check_game, check_perft, check_transcript, perft_cases
from tests.cli.command import outwit, outwit_process, outwit_with, refusal

pytestmark = pytest.mark.compiled_only

NAME = "three_by_four"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of games with a new one."""
    folder = tmp_path_factory.mktemp("my games")
    answer = outwit("new-game", NAME, "--folder", str(folder))
    assert (answer.status, answer.err) == (0, "")
    return folder


@pytest.fixture
def here(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process find the game."""
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(folder)])


def test_the_folder_has_a_file_from_every_template(folder: Path) -> None:
    found = {path.name for path in (folder / NAME).iterdir() if path.is_file()}
    assert found == {file.replace("@NAME@", NAME) for file in FILES}
    assert {path.name for path in TEMPLATES.iterdir()} == {*FILES.values()}
    for path in (folder / NAME).iterdir():
        if path.is_file():
            assert not re.search("@[A-Z]", path.read_text())


def test_the_answer_says_how_to_go_on(tmp_path: Path) -> None:
    place = tmp_path / "my games"
    answer = outwit("new-game", "hex", "--folder", str(place))
    assert answer.out.splitlines() == [
        f"{place}/hex holds a game that you can play, in 8 files. Next:",
        f"  export OUTWIT_GAMES='{place}'",
        "  outwit play hex",
        f"  pytest '{place}/hex'",
        f"Then write your rules in {place}/hex/rules.py.",
    ]


@pytest.mark.usefixtures("here")
def test_the_game_passes_the_kit() -> None:
    game = games.game(NAME)
    check_game(game)
    check_transcript(game)
    cases = list(perft_cases(game))
    assert len(cases) == 2
    for case in cases:
        check_perft(case, most=50_000)


@pytest.mark.usefixtures("here")
def test_the_game_shows_a_board_names_its_moves_and_has_a_look() -> None:
    game = games.game(NAME)
    position: Position = game.start()
    assert position.move("b3").label == "Cross marks b3"
    position.play("b3")
    assert str(position) == "4  . . . .\n3  . x . .\n2  . . . .\n1  . . . .\n   a b c d"
    assert {piece.letter for piece in game.pieces} == {*game.parts.look.pieces}


def test_the_tests_of_the_game_pass(folder: Path) -> None:
    without = {key: value for key, value in os.environ.items() if key != "OUTWIT_GAMES"}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", NAME],
        cwd=folder,
        # Other plugins take longer to load than these tests.
        env={**without, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "5 passed" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("games",), f"{NAME}  Three in a row on four by four squares."),
        (("games", NAME), "Cross moves first, then Nought."),
        (("show", NAME, "--moves", "a1 b1"), "1  x o . .\n   a b c d\n\n4/4/4/xo2 x\n"),
        (("draw", NAME), "<svg"),
        (("best", NAME, "--moves", "a1 d4 b1 d1", "--nodes", "2000"), "c1"),
        (("perft", NAME, "3"), "total 3360"),
        (("perft", NAME, "2", "--divide"), "d4 15"),
        (("match", NAME, "random", "engine:nodes=50", "--games", "2", "--jobs", "1"), "seed"),
    ],
)
def test_every_command_knows_the_game(folder: Path, words: tuple[str, ...], said: str) -> None:
    answer = outwit_with(folder, *words)
    assert answer.status == 0, answer
    assert said in answer.out


def test_the_game_can_be_played(folder: Path) -> None:
    moves = "a1\na2\nb1\nb2\nc1\n"
    words = ("play", NAME, "--against", "human", "--plain")
    answer = outwit_process(*words, given=moves, OUTWIT_GAMES=str(folder))
    assert answer.status == 0, answer
    assert "Nought marks b2" in answer.out
    assert answer.out.endswith("Cross wins: three in a row\n")


@pytest.mark.parametrize(
    "name", ["9lives", "my-game", "Hex", "_hex", "", "a b", "../hex", "héx", "x" * 41]
)
def test_a_name_that_is_no_identifier_is_refused(name: str, tmp_path: Path) -> None:
    assert "cannot be a game's name" in refusal("new-game", "--folder", str(tmp_path), "--", name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["class", "match", "re", "random"])
def test_a_name_that_python_uses_is_refused(name: str) -> None:
    assert "means something else in Python" in refusal("new-game", name)


def test_a_game_that_is_there_is_not_made_again(tmp_path: Path) -> None:
    assert "there is a game 'push' already" in refusal("new-game", "push")
    (tmp_path / "hex").mkdir()
    (tmp_path / "nine.py").touch()
    for name in ("hex", "nine"):
        assert "exists already" in refusal("new-game", name, "--folder", str(tmp_path))
    assert list((tmp_path / "hex").iterdir()) == []


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    said = refusal("new-game", "hex", "--folder", str(tmp_path / "file"))
    assert said == f"'{tmp_path}/file/hex' cannot be written: File exists"
