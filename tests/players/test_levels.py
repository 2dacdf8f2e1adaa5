"""The engine at levels."""

from __future__ import annotations

from random import Random

import pytest

import outwit
from outwit.errors import UsageError
from outwit.players.levels import LEVELS, LevelPlayer, introduction, rating_of
from outwit.players.roster import find_bot, read_spec

ATAXX = outwit.game("ataxx")


def test_there_are_ten_levels_each_with_more_to_spend_and_less_overlooked() -> None:
    assert len(LEVELS) == 10
    nodes = [level.nodes or 10**9 for level in LEVELS]
    overlooked = [level.overlooked for level in LEVELS]
    assert nodes == sorted(nodes)
    assert overlooked == sorted(overlooked, reverse=True)
    assert overlooked[8:] == [0, 0]


@pytest.mark.parametrize("level", [0, 11, -1])
def test_a_level_that_does_not_exist_is_refused(level: int) -> None:
    with pytest.raises(UsageError, match="level"):
        LevelPlayer(ATAXX, level, Random(1))


def test_the_same_seed_plays_the_same_moves() -> None:
    games = []
    for _ in range(2):
        position = ATAXX.start()
        player = find_bot(read_spec("engine:level=2"), ATAXX, 5)
        while position.outcome is None and len(position.played) < 6:
            position.play(player.choose(position))
        games.append(position.played)
    assert games[0] == games[1]


def test_a_weak_level_searches_only_what_it_notices(monkeypatch: pytest.MonkeyPatch) -> None:
    position = ATAXX.start()
    for move in position.legal_moves:
        monkeypatch.setattr("outwit.players.levels.notice", lambda *_, seen=move: [seen.text])
        assert LevelPlayer(ATAXX, 4, Random(1)).choose(position) == move
        assert LevelPlayer(ATAXX, 9, Random(1)).choose(position) in position.legal_moves


def test_a_win_at_once_is_overlooked_seldom_and_by_weak_levels_alone() -> None:
    # Of eight moves two win.
    position = ATAXX.position("x6/7/3o3/7/7/7/7 x 0 1")

    def wins(level: int) -> int:
        moves = [LevelPlayer(ATAXX, level, Random(seed)).choose(position) for seed in range(60)]
        return sum(move in ("a7c5", "a7c6") for move in moves)

    assert 40 < wins(1) < 60
    assert [wins(level) for level in range(5, 9)] == [60] * 4


def test_a_level_leaves_nothing_else_to_set() -> None:
    with pytest.raises(UsageError, match="level"):
        find_bot(read_spec("engine:level=2,nodes=5"), ATAXX, 5)


@pytest.mark.compiled_only
def test_a_high_level_beats_a_low_one() -> None:
    wins = 0
    for number in range(4):
        players = [LevelPlayer(ATAXX, level, Random(number)) for level in (7, 2)]
        position = ATAXX.start()
        while position.outcome is None and len(position.played) < 300:
            position.play(players[(position.turn + number) % 2].choose(position))
        if position.outcome is not None and position.outcome.winner is not None:
            wins += (position.outcome.winner + number) % 2 == 0
    assert wins == 4


def test_every_level_introduces_itself_in_one_line_with_a_rating_above_the_last() -> None:
    numbers = range(1, len(LEVELS) + 1)
    ratings = [rating_of(level) for level in numbers]
    assert ratings == sorted(set(ratings))
    for level in numbers:
        line = introduction(level)
        assert line.startswith(f"Level {level}: ")
        assert line.endswith(f" · about {ratings[level - 1]}")
        assert len(line) < 110
