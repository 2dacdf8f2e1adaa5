"""Pentanomial statistics: results of pairs of games, each opening played with both sides.

Both games of a pair share an opening, so pairs are independent and games are not. A pair gives 0,
½, 1, 1½ or 2 points; five counts are the whole result. The log likelihood ratio is that of the
generalised sequential probability ratio test (Van den Bergh): it compares the likeliest
distribution of strength ``elo1`` with the likeliest of strength ``elo0``.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, log, sqrt

from outwit.core.argument import whole
from outwit.core.excerpt import excerpt
from outwit.core.value import Value
from outwit.errors import UsageError
from outwit.ratings.elo import ELO_PER_LOGIT, HIGHEST_ELO, Z95, elo_of, expected_score, normal_cdf

# Points of a pair, per game.
OUTCOMES = (0.0, 0.25, 0.5, 0.75, 1.0)
# Stands in for counts of 0, so that no outcome is impossible.
PSEUDO_COUNT = 1e-3
# Normalised Elo: scores in standard deviations of a game, on a scale where both kinds of Elo agree
# between equal players that never draw.
NORMALISED_SCALE = 2 * ELO_PER_LOGIT
LOGISTIC_MODEL, NORMALISED_MODEL = "logistic", "normalised"
CLOSE = 1e-12


class Estimate(Value):
    """An estimate with its 95 % interval.

    A number that reaches ``bound``, on either side, may be anything beyond it.

    >>> print(Estimate(-0.01, -3.0, 3.0))
    +0.0 [-3.0, +3.0]
    >>> print(Estimate(416.6, 155.6, 2400.0, bound=2400.0))
    +416.6 [+155.6, >+2400]
    """

    value: float
    low: float
    high: float
    bound: float = inf

    def __str__(self) -> str:
        return f"{self._shown(self.value)} [{self._shown(self.low)}, {self._shown(self.high)}]"

    def _shown(self, number: float) -> str:
        if abs(number) < self.bound:
            return f"{number:+z.1f}"
        return f"{'<' if number < 0 else '>'}{number:+.0f}"


class Pentanomial(Value):
    """Results of pairs of games, which the same two players play with sides exchanged.

    Args:
        counts: The numbers of pairs that gave 0, ½, 1, 1½ and 2 points to the first player.

    >>> pairs = Pentanomial((30, 150, 320, 190, 45))
    >>> print(pairs.elo, "|", pairs.normalised_elo)
    +16.5 [+4.9, +28.3] | +25.1 [+7.4, +42.9]
    >>> pairs.add(2).pairs, round(pairs.score, 3), round(pairs.superiority, 3)
    (736, 0.524, 0.997)
    >>> round(pairs.llr(0, 10), 2)
    3.24
    """

    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    def add(self, points: float, times: int = 1) -> Pentanomial:
        """Return the counts with pairs added.

        Args:
            points: The points of each pair: 0, 0.5, 1, 1.5 or 2.
            times: The number of pairs.

        Raises:
            UsageError: No pair gives these points.
        """
        if points not in (0, 0.5, 1, 1.5, 2):
            raise UsageError(f"a pair gives 0, 0.5, 1, 1.5 or 2 points, not {excerpt(points)}")
        times = whole("times", times, 0)
        a, b, c, d, e = (
            count + times * (index == 2 * points) for index, count in enumerate(self.counts)
        )
        return Pentanomial((a, b, c, d, e))

    @property
    def pairs(self) -> int:
        """Return the number of pairs."""
        return sum(self.counts)

    @property
    def score(self) -> float:
        """Return the points per game, ½ without games."""
        if not self.pairs:
            return 0.5
        total = sum(map(float.__mul__, OUTCOMES, map(float, self.counts)))
        return total / self.pairs

    @property
    def elo(self) -> Estimate:
        """Return the Elo difference.

        A virtual pair counts, too, so that after few games it is smaller than the score says.
        """
        mean, spread = self._moments()
        error = Z95 * spread / sqrt(max(self.pairs, 1))
        return Estimate(elo_of(mean), elo_of(mean - error), elo_of(mean + error), bound=HIGHEST_ELO)

    @property
    def normalised_elo(self) -> Estimate:
        """Return the Elo difference in a unit that does not depend on the rate of draws."""
        mean, spread = self._moments()
        game = sqrt(2) * spread
        error = Z95 * spread / sqrt(max(self.pairs, 1))
        low, middle, high = (
            NORMALISED_SCALE * (score - 0.5) / game for score in (mean - error, mean, mean + error)
        )
        return Estimate(middle, low, high)

    @property
    def superiority(self) -> float:
        """Return the likelihood of superiority (LOS) of the first player."""
        mean, spread = self._moments()
        return normal_cdf((mean - 0.5) * sqrt(self.pairs) / spread)

    def llr(self, elo0: float, elo1: float, model: str = LOGISTIC_MODEL) -> float:
        """Return the log likelihood ratio of ``elo1`` against ``elo0``.

        Args:
            elo0: An Elo difference.
            elo1: Another one.
            model: The kind of Elo: ``logistic`` or ``normalised``.
        """
        if not self.pairs:
            return 0.0
        shares, total = self._regular()
        if model == LOGISTIC_MODEL:
            null, other = (_with_mean(shares, expected_score(elo)) for elo in (elo0, elo1))
        else:
            # The mean of a pair has a smaller deviation than a game.
            null, other = (
                _with_shift(shares, elo / NORMALISED_SCALE * sqrt(2)) for elo in (elo0, elo1)
            )
        ratios = (p * log(q1 / q0) for p, q0, q1 in zip(shares, null, other, strict=True))
        return total * sum(ratios)

    def _regular(self) -> tuple[list[float], float]:
        counts = [count or PSEUDO_COUNT for count in self.counts]
        total = sum(counts)
        return [count / total for count in counts], total

    def _moments(self) -> tuple[float, float]:
        """Return mean and deviation of a pair's points per game.

        One virtual pair, spread over all outcomes, keeps the deviation above 0.
        """
        return _moments([(count + 0.2) / (self.pairs + 1) for count in self.counts])


def _moments(shares: Iterable[float]) -> tuple[float, float]:
    both = list(zip(OUTCOMES, shares, strict=True))
    mean = sum(value * share for value, share in both)
    return mean, sqrt(sum(share * (value - mean) ** 2 for value, share in both))


def _with_mean(shares: list[float], mean: float) -> list[float]:
    """Return the distribution with this mean that makes these shares likeliest."""
    return _likeliest(shares, [value - mean for value in OUTCOMES])


def _with_shift(shares: list[float], shift: float) -> list[float]:
    """Return the likeliest distribution whose mean is ``shift`` of its deviations above a half.

    The condition is not linear in the distribution; each round linearises it at the last result.
    """
    found = [1 / len(shares)] * len(shares)
    for _ in range(50):
        mean, spread = _moments(found)
        before = found
        found = _likeliest(
            shares,
            [
                value - 0.5 - shift * spread * (1 + ((value - mean) / spread) ** 2) / 2
                for value in OUTCOMES
            ],
        )
        if max(abs(a - b) for a, b in zip(found, before, strict=True)) < 1e-10:
            break
    return found


def _likeliest(shares: list[float], values: list[float]) -> list[float]:
    """Return the distribution that makes shares likeliest among those with a mean value of 0.

    It is p / (1 + θ v), with θ such that the mean is 0; the mean falls as θ grows.
    """
    low, high = -1 / max(values), -1 / min(values)
    theta = 0.0 if low < 0 < high else (low + high) / 2
    for _ in range(200):
        total = slope = 0.0
        for share, value in zip(shares, values, strict=True):
            part = value / (1 + theta * value)
            total += share * part
            slope -= share * part * part
        if total > 0:
            low = theta
        else:
            high = theta
        # Newton's step, or bisection where that leaves the interval.
        step = theta - total / slope
        if not low < step < high:
            step = (low + high) / 2
        if abs(step - theta) <= CLOSE * (1 + abs(theta)):
            break
        theta = step
    return [share / (1 + theta * value) for share, value in zip(shares, values, strict=True)]
