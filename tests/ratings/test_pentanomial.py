"""Pairs of games, and the test over them."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, log, sqrt

import pytest

from outwit.ratings.elo import expected_score
from outwit.ratings.pentanomial import LOGISTIC_MODEL, NORMALISED_MODEL, Pentanomial
from outwit.ratings.sprt import UNDECIDED, Sprt

COUNTS = (30, 150, 320, 190, 45)
POINTS = (0, 0.5, 1, 1.5, 2)


def climb(value: Callable[[list[float]], float], start: list[float]) -> float:
    """Find the largest value of a function by trying steps along each axis and diagonal."""
    here, best, step = start, value(start), 0.05
    axes = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (1, -1, 0), (0, 1, 1), (0, 1, -1)]
    axes += [(1, 0, 1), (1, 0, -1), (1, 1, 1), (1, -1, 1), (1, 1, -1), (-1, 1, 1)]
    while step > 1e-9:
        improved = False
        for axis in axes:
            for sign in (step, -step):
                there = [x + sign * d for x, d in zip(here, axis, strict=True)]
                found = value(there)
                if found > best:
                    here, best, improved = there, found, True
        if not improved:
            step /= 2
    return best


def log_likelihood(p: list[float]) -> float:
    if min(p) <= 0:
        return -inf
    return sum(count * log(share) for count, share in zip(COUNTS, p, strict=True))


def with_moments(mean: float, square: float, p0: float, p4: float) -> list[float]:
    """Return the distribution over 0, ¼, ½, ¾, 1 with these moments and ends."""
    # p1 + p2 + p3, p1 + 2 p2 + 3 p3 and p1 + 4 p2 + 9 p3 are known.
    a, b, c = 1 - p0 - p4, 4 * (mean - p4), 16 * (square - p4)
    p3 = (c - 3 * b + 2 * a) / 2
    p2 = b - a - 2 * p3
    return [p0, a - p2 - p3, p2, p3, p4]


def best_with_mean(mean: float) -> float:
    """Return the likelihood of the best distribution of a mean, by trying."""

    def value(x: list[float]) -> float:
        return log_likelihood(with_moments(mean, x[0], x[1], x[2]))

    return climb(value, [mean**2 + 0.06, 0.05, 0.05])


def best_with_shift(shift: float) -> float:
    """Return the same where the mean is so many deviations of a pair above a half."""

    def value(x: list[float]) -> float:
        mean, p0, p4 = x
        spread = (mean - 0.5) / shift
        return log_likelihood(with_moments(mean, mean**2 + spread**2, p0, p4))

    return climb(value, [0.5 + shift * 0.24, 0.05, 0.05])


def test_the_ratio_is_that_of_direct_optimisation() -> None:
    wanted = best_with_mean(expected_score(10)) - best_with_mean(expected_score(0))
    assert Pentanomial(COUNTS).llr(0, 10) == pytest.approx(wanted, abs=1e-4)


def test_the_normalised_ratio_is_that_of_direct_optimisation() -> None:
    unit = sqrt(2) * log(10) / 800
    wanted = best_with_shift(12 * unit) - best_with_shift(4 * unit)
    assert Pentanomial(COUNTS).llr(4, 12, NORMALISED_MODEL) == pytest.approx(wanted, abs=1e-4)


def test_the_ratio_is_near_the_usual_approximation() -> None:
    shares = [count / sum(COUNTS) for count in COUNTS]
    mean = sum(share * i / 4 for i, share in enumerate(shares))
    variance = sum(share * (i / 4 - mean) ** 2 for i, share in enumerate(shares))
    low, high = expected_score(0), expected_score(5)
    usual = sum(COUNTS) * (high - low) * (2 * mean - low - high) / (2 * variance)
    assert Pentanomial(COUNTS).llr(0, 5) == pytest.approx(usual, rel=0.02)


def test_estimates_are_those_of_mean_and_deviation() -> None:
    pairs = Pentanomial(tuple(100 * count for count in COUNTS))  # type: ignore[arg-type]
    # mean 0.523810, deviation of a pair 0.233206, of a game √2 times that.
    mean = sum(c * i for i, c in enumerate(COUNTS)) / 4 / sum(COUNTS)
    assert pairs.score == pytest.approx(mean)
    spread = sqrt(sum(c * (i / 4 - mean) ** 2 for i, c in enumerate(COUNTS)) / sum(COUNTS))
    assert pairs.elo.value == pytest.approx(400 * log(mean / (1 - mean)) / log(10), abs=0.01)
    wanted = (mean - 0.5) / (spread * sqrt(2)) * 800 / log(10)
    assert pairs.normalised_elo.value == pytest.approx(wanted, abs=0.02)
    error = 1.96 / sqrt(2 * pairs.pairs) * 800 / log(10)
    assert pairs.normalised_elo.high - wanted == pytest.approx(error, abs=0.03)
    assert pairs.superiority > 0.999


def test_both_kinds_of_elo_agree_between_equals_that_never_draw() -> None:
    # Independent games won with a chance of 50.5 %.
    win = 0.505
    share = [(1 - win) ** 2, 0, 2 * win * (1 - win), 0, win**2]
    a, b, c, d, e = (round(10**7 * each) for each in share)
    pairs = Pentanomial((a, b, c, d, e))
    assert pairs.normalised_elo.value == pytest.approx(pairs.elo.value, rel=0.001)


def test_sides_swapped_the_ratio_changes_its_sign() -> None:
    there = Pentanomial(COUNTS)
    back = Pentanomial((45, 190, 320, 150, 30))
    for model in (LOGISTIC_MODEL, NORMALISED_MODEL):
        assert there.llr(-3, 8, model) == pytest.approx(-back.llr(-8, 3, model))
    assert there.elo.value == pytest.approx(-back.elo.value)


@pytest.mark.parametrize(
    "counts", [(0, 0, 0, 0, 0), (0, 0, 0, 0, 1), (9, 0, 0, 0, 0), (0, 0, 9, 0, 0), (1, 0, 0, 0, 1)]
)
@pytest.mark.parametrize("model", [LOGISTIC_MODEL, NORMALISED_MODEL])
def test_counts_of_none_are_no_trouble(counts: tuple[int, int, int, int, int], model: str) -> None:
    test = Sprt(0, 10, model=model, counts=Pentanomial(counts))
    assert test.decision == UNDECIDED
    assert test.counts.elo.low < test.counts.elo.high
    assert "undecided" in str(test)


def test_points_no_pair_can_bring_are_refused() -> None:
    with pytest.raises(ValueError, match="not 3"):
        Pentanomial().add(3)


@pytest.mark.parametrize(
    ("counts", "shown"),
    [
        ((0, 0, 0, 0, 3), "+338.0 [+41.0, >+2400]"),
        ((9, 0, 0, 0, 0), "-511.5 [<-2400, -272.7]"),
        ((0, 0, 0, 0, 0), "+0.0 [<-2400, >+2400]"),
        ((0, 2, 9, 2, 0), "+0.0 [-62.5, +62.5]"),
    ],
)
def test_a_difference_that_is_only_a_bound_is_shown_as_one(
    counts: tuple[int, int, int, int, int], shown: str
) -> None:
    assert str(Pentanomial(counts).elo) == shown


def test_normalised_elo_has_no_bound() -> None:
    assert ">" not in str(Pentanomial((0, 0, 0, 0, 9_999)).normalised_elo)
