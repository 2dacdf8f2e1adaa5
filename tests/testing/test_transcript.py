"""Golden playthroughs, and what is said when a game no longer plays so."""

from __future__ import annotations

from pathlib import Path

import pytest

import outwit
from outwit.core.option import Choice, Number, Text, Words
from outwit.errors import GameFault
from outwit.testing import check_transcript, transcript, write_transcript
from outwit.testing.transcript import main, variant
from tests.testing.pile import Pile, game_of

PILE = game_of(Pile)


def test_a_transcript_tells_a_game_ply_by_ply() -> None:
    assert write_transcript(PILE).splitlines() == [
        "game: pile",
        "options: as usual",
        "seed: 1",
        "",
        "ply 0: 12 a",
        "12 a",
        f"key {PILE.position('12 a').key:016x}",
        "Ann has 3: take1 take2 take3",
        "plays take1",
        "",
        "ply 1: 11 b",
        "11 b",
        f"key {PILE.position('11 b').key:016x}",
        "Bob has 3: take1 take2 take3",
        "plays take3",
        "",
        *write_transcript(PILE).splitlines()[16:],
    ]
    assert write_transcript(PILE).splitlines()[-1].endswith("wins: the last one is taken")


def test_a_long_game_is_stopped() -> None:
    assert "(stopped after 60 plies)" in write_transcript(outwit.game("advance"))


def test_a_variant_chooses_what_is_not_the_default() -> None:
    game = PILE.replace(
        options=(
            Choice("last", "", "wins", choices=("wins", "loses")),
            Choice("only", "", "one", choices=("one",)),
            Number("left", "", 12, low=4),
            Number("few", "", 1, high=1),
            Words("words", "", ()),
            Text("text", "", None),
        )
    )
    assert variant(game) == {"last": "loses", "left": 6}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the game's folder be an empty one."""
    monkeypatch.setattr(transcript, "folder_of", lambda game: tmp_path)
    return tmp_path


def test_a_game_without_a_transcript_is_told_so(folder: Path) -> None:
    with pytest.raises(GameFault, match=r"pile has no transcript\.txt"):
        check_transcript(PILE)


def test_a_change_is_shown(folder: Path) -> None:
    (folder / "transcript.txt").write_text(write_transcript(PILE))
    check_transcript(PILE)
    text = write_transcript(PILE).replace("plays take1", "plays take2", 1)
    (folder / "transcript.txt").write_text(text)
    with pytest.raises(GameFault) as caught:
        check_transcript(PILE)
    assert "\n-plays take2\n+plays take1\n" in str(caught.value)


def test_the_command_prints_a_transcript(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["push"]) == 0
    assert capsys.readouterr().out == write_transcript(outwit.game("push"))


@pytest.mark.parametrize("words", [[], ["push", "ataxx"], ["chess"]])
def test_the_command_says_in_one_line_what_is_wrong(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
