"""Results, counted."""

from __future__ import annotations

import pytest

from outwit.ratings.scores import Scores, Tally
from tests.ratings.leagues import league


def test_a_game_counts_for_both_players() -> None:
    scores = Scores()
    scores.add(0, 1, 1)
    scores.add(0, 1, 0.5)
    scores.add(1, 0, 1)
    assert scores.of(0) == Tally(1, 1, 1)
    assert scores.of(1) == Tally(1, 1, 1)
    assert scores.as_first(0, 1) == Tally(1, 1, 0)
    assert scores.as_first(1, 0) == Tally(1, 0, 0)
    assert scores.between(0, 1) == Tally(1, 1, 1)
    assert scores.first_side == Tally(2, 1, 0)
    assert scores.games == 3


def test_points_are_one_a_win_and_a_half_a_draw() -> None:
    assert Tally(3, 1, 2).points == 3.5
    assert Tally(3, 1, 2).games == 6
    assert Tally(3, 0, 1).score == 0.75
    assert Tally().score == 0.5
    assert Tally(3, 1, 2).reversed() == Tally(2, 1, 3)
    assert Tally(1, 2, 3) + Tally(1, 1, 1) == Tally(2, 3, 4)


def test_points_of_all_players_are_the_games() -> None:
    scores = league([0, 100, -50, 20], 5, draws=1)
    assert sum(scores.of(i).points for i in range(4)) == scores.games == 60


def test_millions_of_games_take_the_room_of_their_pairs() -> None:
    scores = Scores()
    scores.add(0, 1, 1, 6_000_000)
    scores.add(0, 1, 0, 4_000_000)
    assert scores.games == 10_000_000
    assert scores.of(1) == Tally(4_000_000, 0, 6_000_000)
    assert len(list(scores)) == 1


def test_a_player_without_games_has_none() -> None:
    scores = Scores(3)
    scores.add(0, 1, 1)
    assert scores.players == 3
    assert scores.of(2) == Tally()
    assert scores.meetings() == [(0, 1, Tally(1, 0, 0))]


def test_tables_add_up() -> None:
    one, other = league([0, 10], 3), league([0, 10, 20], 2)
    both = Scores()
    both.update(one)
    both.update(other)
    assert both.games == one.games + other.games
    assert both.between(0, 1) == one.between(0, 1) + other.between(0, 1)
    copy = Scores()
    copy.update(both)
    assert list(copy) == list(both)
    assert copy.players == both.players == 3


@pytest.mark.parametrize(
    ("first", "second", "points", "times"),
    [(0, 0, 1, 1), (-1, 0, 1, 1), (0, 1, 0.7, 1), (0, 1, 2, 1), (0, 1, 1, -1)],
)
def test_what_is_no_game_is_refused(first: int, second: int, points: float, times: int) -> None:
    scores = Scores(2)
    with pytest.raises(ValueError, match=r"point|player|first|times"):
        scores.add(first, second, points, times)
    assert scores.games == 0
