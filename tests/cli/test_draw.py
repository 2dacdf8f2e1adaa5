"""``outwit draw``."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import outwit as package
from outwit.cli.draw import arrows_of, find_targets, read_arrow
from outwit.errors import UsageError
from tests.cli.command import outwit, refusal

pytestmark = pytest.mark.compiled_only


def test_a_picture_goes_to_standard_output_or_to_a_file(tmp_path: Path) -> None:
    words = ("draw", "ataxx", "--moves", "b7", "--size", "200", "--flip", "--no-coordinates")
    answer = outwit(*words)
    assert (answer.status, answer.err) == (0, "")
    assert ET.fromstring(answer.out).get("width") == "200"
    assert outwit(*words, "-o", "-").out == answer.out
    path = tmp_path / "board.svg"
    # As `movie` does, it names the file that it has written.
    assert outwit(*words, "-o", str(path)) == (f"{path}\n", "", 0)
    assert path.read_text() == answer.out
    position = package.game("ataxx").start()
    position.play("b7")
    assert answer.out == position.svg(size=200, flipped=True, coordinates=False) + "\n"


def test_a_png_is_written_with_marks_and_a_hint(tmp_path: Path) -> None:
    path = tmp_path / "board.PNG"
    words = ("draw", "push", "--hint", "--theme", "dark", "--danger", "1,1", "--arrow", "1,1:2,2")
    assert outwit(*words, "-o", str(path)) == (f"{path}\n", "", 0)
    assert path.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("-o", "board.gif"), "'board.gif': a picture's name ends in .svg or .png"),
        (("-o", "nowhere/board.svg"), "'nowhere/board.svg' cannot be written"),
        (("-o", "board.png", "--theme", "auto"), "theme auto is only for SVG"),
        (("--size", "3"), "size: 3 is not from 16 to 8192"),
        (("--theme", "red"), "'red' is not one of"),
        (("--arrow", "a1-z9"), "--arrow: 'a1-z9' is not two squares, such as a1-b3"),
        (("--danger", "z9"), "square 'z9' is not on the board"),
        (("--targets", "d4"), "--targets: no legal move is or begins with 'd4'"),
        (("--position", "7/7/7/7/7/7/6x o 0 9", "--hint"), "--hint: the game is over: Red wins"),
    ],
)
def test_what_cannot_be_drawn_is_refused_and_nothing_written(
    words: tuple[str, ...], reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert reason in refusal("draw", "ataxx", *words)
    assert list(tmp_path.iterdir()) == []


def test_arrows_take_any_separator_and_any_names() -> None:
    ataxx, push = package.game("ataxx").start().board, package.game("push").start().board
    for text in ("a1-b3", "a1b3", "a1 b3", "a1->b3", "a1,b3", "a1 … b3"):
        assert read_arrow(ataxx, text) == ("a1", "b3")
    for text in ("1,1-1,2", "1,1,1,2", "1,1 1,2", "1,1->1,2"):
        assert read_arrow(push, text) == ("1,1", "1,2")
    for text in ("", "a1", "a1-", "-a1", "a1-b3-c4", "a1xb3", "9" * 10_000):
        with pytest.raises(UsageError):
            read_arrow(ataxx, text)


def test_targets_are_those_of_a_square_or_of_a_move() -> None:
    position = package.game("ataxx").start()
    selected, targets = find_targets(position, "a7")
    assert selected == ("a7",)
    assert sorted(targets) == ["a5", "a6", "b5", "b6", "b7", "c5", "c6", "c7"]
    assert find_targets(position, "b7") == ((), ("b7",))
    assert find_targets(position, "a7c5") == (("a7",), ("c5",))


def test_a_hint_is_an_arrow_for_each_step() -> None:
    santorini = package.game("santorini").start()
    move = santorini.legal_moves[0]
    assert len(arrows_of(move)) == len(move.squares) - 1
    clone = package.game("ataxx").start().move("b7")
    assert arrows_of(clone) == (("a7", "b7"),)
