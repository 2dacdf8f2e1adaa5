"""The engine at levels."""

from __future__ import annotations

from random import Random

import pytest

import outwit
from outwit.errors import UsageError
from outwit.players.levels import LEVELS, LevelPlayer
from outwit.players.roster import find_bot, read_spec

ATAXX = outwit.game("ataxx")


def test_there_are_ten_levels_each_with_more_to_spend_and_fewer_slips() -> None:
    assert len(LEVELS) == 10
    nodes = [level.nodes or 10**9 for level in LEVELS]
    random_percent = [level.random_percent for level in LEVELS]
    assert nodes == sorted(nodes)
    assert random_percent == sorted(random_percent, reverse=True)


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
