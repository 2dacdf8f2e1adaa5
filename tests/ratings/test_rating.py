"""Elo by Bradley and Terry."""

from __future__ import annotations

from math import exp, log

import pytest

from outwit.ratings import rating as rating_module
from outwit.ratings.cholesky import Cholesky
from outwit.ratings.elo import ELO_PER_LOGIT, elo_of, expected_score
from outwit.ratings.likelihood import Likelihood
from outwit.ratings.rating import Rating, rate
from outwit.ratings.scores import Scores
from tests.mode import amount
from tests.ratings.leagues import league


def log_likelihood(strengths: list[float], scores: Scores, virtual_draws: float) -> float:
    """Write the model down as the book does, draws as half a win and half a loss."""
    total = 0.0
    for first, second, tally in scores:
        won = exp(strengths[first]) / (exp(strengths[first]) + exp(strengths[second]))
        total += tally.points * log(won) + tally.reversed().points * log(1 - won)
    for strength in strengths:
        won = exp(strength) / (exp(strength) + 1)
        total += virtual_draws / 2 * (log(won) + log(1 - won))
    return total


def by_brute_force(scores: Scores, virtual_draws: float) -> list[float]:
    """Climb coordinate by coordinate until no step of any length helps."""
    strengths = [0.0] * scores.players
    step, best = 1.0, log_likelihood(strengths, scores, virtual_draws)
    while step > 1e-7:
        improved = False
        for player in range(scores.players):
            for change in (step, -step):
                there = list(strengths)
                there[player] += change
                value = log_likelihood(there, scores, virtual_draws)
                if value > best:
                    strengths, best, improved = there, value, True
        if not improved:
            step /= 2
    return strengths


def test_two_players_differ_as_their_score_says() -> None:
    scores = Scores(2)
    scores.add(0, 1, 1, 750_000)
    scores.add(1, 0, 1, 250_000)
    ratings = rate(scores)
    assert ratings[0].elo - ratings[1].elo == pytest.approx(elo_of(0.75), abs=0.01)
    assert ratings[0].elo == pytest.approx(-ratings[1].elo)


def test_the_maximum_is_that_of_brute_force() -> None:
    scores = league([200, 50, -30, -220], 4, draws=0.5)
    scores.add(0, 3, 1, 7)
    found = [rating.elo for rating in rate(scores, resamples=0)]
    wanted = by_brute_force(scores, 2)
    mean = sum(wanted) / 4
    assert found == pytest.approx([ELO_PER_LOGIT * (each - mean) for each in wanted], abs=0.01)


def test_at_the_maximum_everybody_has_the_points_expected() -> None:
    scores = league([300, 100, 0, -400], 3)
    model = Likelihood(scores, 0.5)
    points = [scores.of(i).points for i in range(4)]
    strengths = model.maximum(points, [0.0] * 4)
    assert model.expected(strengths) == pytest.approx(points)


def test_the_likelihood_is_that_of_the_book() -> None:
    scores = league([30, 0, -50], 3, draws=0.5)
    points = {(low, high): tally.points for low, high, tally in scores.meetings()}
    strengths = [0.3, -0.1, -0.4]
    value = Likelihood(scores, 2).value(strengths, points)
    assert value == pytest.approx(log_likelihood(strengths, scores, 2))


def test_ratings_average_nothing_or_hang_on_an_anchor() -> None:
    scores = league([100, 0, -40], 10)
    free, anchored = rate(scores, resamples=0), rate(scores, resamples=0, anchor=1)
    assert sum(rating.elo for rating in free) == pytest.approx(0, abs=1e-6)
    assert anchored[1].elo == 0
    assert anchored[0].elo == pytest.approx(free[0].elo - free[1].elo)


def test_who_wins_all_is_not_infinitely_strong() -> None:
    scores = Scores(2)
    scores.add(0, 1, 1, 10)
    winner, loser = rate(scores)
    assert 200 < winner.elo - loser.elo < 1000
    assert winner.low < winner.elo < winner.high


def test_groups_that_never_met_are_compared_with_all_doubt() -> None:
    #  0 ── 1    2 ── 3
    scores = Scores(4)
    scores.add(0, 1, 1, 600)
    scores.add(1, 0, 1, 400)
    scores.add(2, 3, 0.5, 1000)
    ratings = rate(scores)
    assert ratings.superiority(0, 1) > 0.99
    assert 0.4 < ratings.superiority(0, 2) < 0.8


def test_error_bars_hold_the_truth_about_as_often_as_they_say() -> None:
    true = [150.0, 80.0, 20.0, -20.0, -80.0, -150.0]
    held = runs = 0
    for seed in range(amount(30, 10)):
        for rating, elo in zip(rate(league(true, 10, seed), resamples=60), true, strict=True):
            held += rating.low <= elo <= rating.high
            runs += 1
    assert 0.88 < held / runs <= 1


def test_more_games_make_narrower_bars() -> None:
    few, many = rate(league([50, 0, -50], 5)), rate(league([50, 0, -50], 500))
    assert many[0].high - many[0].low < (few[0].high - few[0].low) / 5


def test_two_wins_in_two_games_are_no_certainty() -> None:
    scores = Scores(2)
    scores.add(0, 1, 1)
    scores.add(1, 0, 0)
    ratings = rate(scores)
    assert ratings[0].high - ratings[0].low > 200
    assert 0.6 < ratings.superiority(0, 1) < 0.99
    assert ratings.superiority(0, 1) + ratings.superiority(1, 0) == pytest.approx(1)


def test_a_seed_means_the_same_numbers() -> None:
    scores = league([50, 0, -50], 5)
    assert list(rate(scores, seed=7)) == list(rate(scores, seed=7))
    assert rate(scores, seed=7)[0].low != rate(scores, seed=8)[0].low


def test_nobody_somebody_and_who_has_not_played() -> None:
    assert len(rate(Scores())) == 0
    assert list(rate(Scores(1))) == [Rating(0.0, 0.0, 0.0, 0, 0.0)]
    scores = league([40, 0], 5)
    scores.update(Scores(3))
    idle = rate(scores)[2]
    assert idle.games == idle.points == 0
    assert idle.elo == pytest.approx(0, abs=1e-6)
    assert idle.low < -200
    assert idle.high > 200


def test_hopeless_differences_are_still_numbers() -> None:
    scores = Scores()
    for player in range(20):
        scores.add(player, player + 1, 1, 100_000)
    elos = [rating.elo for rating in rate(scores, resamples=5)]
    assert elos == sorted(elos, reverse=True)
    assert all(abs(elo) < 1e5 for elo in elos)


@pytest.mark.compiled_only
def test_a_hundred_and_fifty_players_are_rated_well() -> None:
    true = [3.0 * (75 - i) for i in range(150)]
    ratings = rate(league(true, 1), resamples=10)
    mean = sum(true) / 150
    errors = [rating.elo - (elo - mean) for rating, elo in zip(ratings, true, strict=True)]
    assert sum(map(abs, errors)) / 150 < 25


def test_equations_are_solved() -> None:
    matrix = [[4.0], [2.0, 5.0], [1.0, -1.0, 3.0]]
    x = Cholesky(matrix).solve([1.0, 2.0, 3.0])
    full = [[4, 2, 1], [2, 5, -1], [1, -1, 3]]
    back = [sum(a * b for a, b in zip(row, x, strict=True)) for row in full]
    assert back == pytest.approx([1, 2, 3])


def test_a_hundred_elo_are_sixty_four_percent() -> None:
    assert expected_score(100) == pytest.approx(0.640, abs=0.001)
    assert elo_of(expected_score(-37)) == pytest.approx(-37)
    assert expected_score(1e9) == pytest.approx(1)


def test_bars_drawn_from_the_curvature_are_as_wide_as_simulated_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scores = league([15.0 * player for player in range(12)], 10)
    simulated = rate(scores)
    monkeypatch.setattr(rating_module, "MANY_ENCOUNTERS", 0)
    drawn = rate(scores)
    for one, other in zip(simulated, drawn, strict=True):
        assert one.elo == other.elo
        assert 0.75 < (one.high - one.low) / (other.high - other.low) < 1.33
    assert abs(simulated.superiority(6, 4) - drawn.superiority(6, 4)) < 0.1
