"""Elo: expected scores of rating differences, and the reverse."""

from __future__ import annotations

from math import erf, log, log10, sqrt

# Elo points per unit of log odds: ten times the odds are 400 points.
ELO_PER_LOGIT = 400 / log(10)
# Half-width of an interval that holds 95 % of a normal distribution, in standard deviations.
Z95 = 1.959963984540054
# Scores closer to 0 or 1 than this are treated as this close.
CLOSEST_SCORE = 1e-6


def expected_score(elo: float) -> float:
    """Return the expected score, between 0 and 1, of a rating difference.

    >>> expected_score(0), round(expected_score(100), 3)
    (0.5, 0.64)
    """
    return 1 / (1 + 10 ** (-max(-4000.0, min(4000.0, elo)) / 400))


def elo_of(score: float) -> float:
    """Return the rating difference of a score; finite also for 0 and 1."""
    return -400 * log10(1 / min(max(score, CLOSEST_SCORE), 1 - CLOSEST_SCORE) - 1)


# What stands for any higher difference; its negative, for any lower one.
HIGHEST_ELO = elo_of(1) - 1e-9


def normal_cdf(z: float) -> float:
    """Return the cumulative distribution function of the standard normal distribution."""
    return (1 + erf(z / sqrt(2))) / 2
