"""Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", 2013): ratings of players over time.

The steps are numbered as in the paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, log, pi, sqrt

from outwit.core.value import Value
from outwit.ratings.elo import Z95
from outwit.ratings.scores import Scores

CENTRE, SCALE = 1500.0, 173.7178
# How much the volatility may change in a period; the paper advises 0.3 to 1.2.
TAU = 0.5
TOLERANCE = 1e-6
MOST_STEPS = 1000


class Glicko(Value):
    """A rating with its deviation and volatility."""

    rating: float = CENTRE
    deviation: float = 350.0
    volatility: float = 0.06

    @property
    def low(self) -> float:
        """Return the lower end of the 95 % interval."""
        return self.rating - Z95 * self.deviation

    @property
    def high(self) -> float:
        """Return the upper end of the 95 % interval."""
        return self.rating + Z95 * self.deviation


class GlickoGames(Value):
    """Points in games against one opponent, with its rating before the period."""

    opponent: Glicko
    points: float
    games: int = 1


def after_period(
    player: Glicko, results: Iterable[GlickoGames], tau: float = TAU, max_deviation: float = 350.0
) -> Glicko:
    """Return a player's rating after one period; its deviation is at most ``max_deviation``.

    >>> won = GlickoGames(Glicko(1400, 30), 1)
    >>> lost = [GlickoGames(Glicko(1550, 100), 0), GlickoGames(Glicko(1700, 300), 0)]
    >>> after = after_period(Glicko(1500, 200, 0.06), [won, *lost])
    >>> round(after.rating, 2), round(after.deviation, 2), round(after.volatility, 5)
    (1464.05, 151.52, 0.06)
    """
    # 2. To the scale of Glicko-2.
    mu, phi = (player.rating - CENTRE) / SCALE, player.deviation / SCALE
    # 3. and 4. Variance and improvement by the games alone.
    precision = surplus = 0.0
    for result in results:
        g = _weight(result.opponent.deviation / SCALE)
        expected = 1 / (1 + exp(-g * (mu - (result.opponent.rating - CENTRE) / SCALE)))
        precision += result.games * g * g * expected * (1 - expected)
        surplus += g * (result.points - result.games * expected)
    if precision == 0:
        # 6. Without games only the deviation grows.
        idle = SCALE * sqrt(phi * phi + player.volatility**2)
        return player.replace(deviation=max(player.deviation, min(idle, max_deviation)))
    variance = 1 / precision
    # 5. The new volatility.
    sigma = _volatility(player.volatility, phi, variance, variance * surplus, tau)
    # 6. to 8. The new deviation and rating, on the old scale.
    prior = phi * phi + sigma * sigma
    phi = 1 / sqrt(1 / prior + precision)
    mu += phi * phi * surplus
    return Glicko(SCALE * mu + CENTRE, min(SCALE * phi, max_deviation), sigma)


def rate_period(players: Sequence[Glicko], scores: Scores, tau: float = TAU) -> tuple[Glicko, ...]:
    """Return all ratings after a period; players are numbered as in ``scores``.

    Players beyond the end of ``players`` begin with the default rating.
    """
    results: list[list[GlickoGames]] = [[] for _ in range(max(len(players), scores.players))]
    everybody = (*players, *(Glicko() for _ in range(len(players), len(results))))
    for low, high, tally in scores.meetings():
        results[low].append(GlickoGames(everybody[high], tally.points, tally.games))
        points = tally.reversed().points
        results[high].append(GlickoGames(everybody[low], points, tally.games))
    return tuple(
        after_period(player, games, tau) for player, games in zip(everybody, results, strict=True)
    )


def _weight(phi: float) -> float:
    """Return the weight of a game against an opponent of this deviation: g of the paper."""
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi))


def _volatility(sigma: float, phi: float, variance: float, delta: float, tau: float) -> float:
    """Return the new volatility: step 5, by the Illinois method."""
    a = log(sigma * sigma)

    def f(x: float) -> float:
        e = exp(x)
        spread = phi * phi + variance + e
        return e * (delta * delta - spread) / (2 * spread * spread) - (x - a) / (tau * tau)

    low = a
    if delta * delta > phi * phi + variance:
        high = log(delta * delta - phi * phi - variance)
    else:
        k = 1
        while f(a - k * tau) < 0:
            k += 1
        high = a - k * tau
    f_low, f_high = f(low), f(high)
    for _ in range(MOST_STEPS):
        if abs(high - low) <= TOLERANCE:
            break
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)
