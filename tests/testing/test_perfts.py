"""Promised counts, and what is said when they are wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import outwit
from outwit.errors import GameFault
from outwit.testing import PerftCase, check_perft, folder_of, perft_cases, perfts
from tests.testing.pile import Pile, game_of

ATAXX = outwit.game("ataxx")
START = ATAXX.start().text


def test_a_wrong_count_is_told_with_the_divide() -> None:
    case = PerftCase(ATAXX, START, {"clock": "25"}, (16, 257))
    with pytest.raises(GameFault) as caught:
        check_perft(case)
    first, *lines = str(caught.value).splitlines()
    assert first == f"ataxx: perft 2 is 256, not 257; position {START} clock=25"
    assert lines == sorted(lines)
    assert "b7 16" in lines
    assert len(lines) == 16


def test_counts_above_the_limit_are_left_out() -> None:
    check_perft(PerftCase(ATAXX, START, {}, (16, 257)), most=256)


def test_cases_are_read_from_the_games_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(perfts, "folder_of", lambda game: tmp_path)
    case = {"position": START, "options": {"clock": "100"}, "counts": [16]}
    (tmp_path / "perft.json").write_text(json.dumps([case, {"position": START, "counts": [16]}]))
    assert list(perft_cases(ATAXX)) == [
        PerftCase(ATAXX, START, {"clock": "100"}, (16,)),
        PerftCase(ATAXX, START, {}, (16,)),
    ]


def test_a_game_without_counts_is_told_so() -> None:
    with pytest.raises(GameFault, match=r"pile has no perft\.json"):
        list(perft_cases(game_of(Pile)))


def test_a_games_folder_is_that_of_its_rules() -> None:
    assert folder_of(ATAXX) == Path(outwit.games.__file__).parent / "ataxx"
    assert folder_of(game_of(Pile)) == Path(__file__).parent
