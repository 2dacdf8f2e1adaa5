"""The levels a person has beaten: marks by side, and which one is next."""

from __future__ import annotations

from datetime import UTC, datetime

import outwit
from outwit.players.levels import LEVELS
from outwit.server.values.levelmarks import CLEAN, HELPED, OPEN, shown_levels
from outwit.storage.levelwins import LevelWin

GAME = outwit.game("ataxx")
SOME_DAY = datetime(2026, 11, 1, tzinfo=UTC)


def win(level: int, side: int, clean: bool = True, game: str = "ataxx") -> LevelWin:
    return LevelWin(game, level, side, clean, "abcdefgh", SOME_DAY)


def following(*wins: LevelWin) -> tuple[int, int] | None:
    shown = shown_levels(GAME, wins)["next"]
    return None if shown is None else (shown["level"], shown["side"])


def test_a_clean_win_counts_more_than_one_with_help() -> None:
    wins = (win(1, 0, clean=False), win(1, 0), win(1, 1, clean=False), win(2, 1, game="push"))
    for order in (wins, wins[::-1]):
        rungs = shown_levels(GAME, order)["rungs"]
        assert [rung["marks"] for rung in rungs[:2]] == [[CLEAN, HELPED], [OPEN, OPEN]]
    assert len(rungs) == len(LEVELS)


def test_the_next_level_is_the_first_that_is_not_beaten_then_the_other_side() -> None:
    assert following() == (1, 0)
    assert following(win(1, 0), win(3, 0)) == (2, 0)
    all_first = [win(level, 0) for level in range(1, len(LEVELS) + 1)]
    assert following(*all_first) == (1, 1)
    assert following(*all_first, win(1, 1, clean=False)) == (2, 1)
    assert following(*all_first, *(each.replace(side=1) for each in all_first)) is None


def test_a_level_that_there_is_no_more_is_left_out() -> None:
    assert not shown_levels(GAME, [win(99, 0)])["is_begun"]
