"""Glicko-2."""

from __future__ import annotations

from math import sqrt

import pytest

from outwit.ratings.glicko import SCALE, Glicko, GlickoGames, after_period, rate_period
from outwit.ratings.scores import Scores
from tests.ratings.leagues import league

RESULTS = (
    GlickoGames(Glicko(1400, 30), 1),
    GlickoGames(Glicko(1550, 100), 0),
    GlickoGames(Glicko(1700, 300), 0),
)


def test_the_example_of_the_paper() -> None:
    after = after_period(Glicko(1500, 200, 0.06), RESULTS, tau=0.5)
    # The paper rounds on the way and ends at 1464.06.
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.005)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_without_games_only_the_doubt_grows() -> None:
    after = after_period(Glicko(1600, 50, 0.06), ())
    assert (after.rating, after.volatility) == (1600, 0.06)
    assert after.deviation == pytest.approx(sqrt(50**2 + (SCALE * 0.06) ** 2))
    assert after_period(Glicko(), ()) == Glicko()


def test_games_against_one_opponent_may_be_counted_together() -> None:
    opponent = Glicko(1600, 80)
    apart = [GlickoGames(opponent, points) for points in (1, 0.5, 0, 1)]
    together = after_period(Glicko(), [GlickoGames(opponent, 2.5, 4)])
    one_by_one = after_period(Glicko(), apart)
    assert together.rating == pytest.approx(one_by_one.rating)
    assert together.deviation == pytest.approx(one_by_one.deviation)


def test_a_period_rates_everybody_by_who_they_were_before_it() -> None:
    scores = Scores(4)
    players = (Glicko(1500, 200, 0.06), Glicko(1400, 30), Glicko(1550, 100), Glicko(1700, 300))
    scores.add(0, 1, 1)
    scores.add(2, 0, 1)
    scores.add(0, 3, 0)
    after = rate_period(players, scores)
    assert after[0] == after_period(players[0], RESULTS)
    assert after[1] == after_period(players[1], [GlickoGames(players[0], 0)])


def test_newcomers_start_in_the_middle() -> None:
    after = rate_period((), league([100, 0, -100], 20))
    assert [round(each.rating) for each in after] == sorted(
        (round(each.rating) for each in after), reverse=True
    )
    assert all(each.deviation < 100 for each in after)
    assert all(each.low < each.rating < each.high for each in after)


def test_a_steady_player_that_collapses_becomes_volatile() -> None:
    games = [GlickoGames(Glicko(1300, 30), 0, 40)]
    after = after_period(Glicko(1900, 40, 0.06), games)
    assert after.rating < 1700
    assert after.volatility > 0.06


def test_a_million_games_are_one_period() -> None:
    after = after_period(Glicko(), [GlickoGames(Glicko(1500, 30), 900_000, 1_000_000)])
    assert 1500 < after.rating < 2500
    assert after.deviation < 5
