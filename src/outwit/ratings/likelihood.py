"""The likelihood of the Bradley–Terry model, and its maximum.

Player i beats player j with odds exp(tᵢ - tⱼ); a draw is half a win and half a loss. Everybody gets
a few virtual draws against a player of strength 0. They keep strengths finite and make players
comparable that are not connected by games.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log

from outwit.ratings.cholesky import Cholesky
from outwit.ratings.scores import Scores

MOST_STEPS = 100
SHORTEST = 1e-6
# Differences are cut off here, so that exp() does not overflow.
FARTHEST = 300.0


class Likelihood:
    """The likelihood of strengths, given the numbers of games between players."""

    def __init__(self, scores: Scores, virtual_draws: float) -> None:
        self.players = scores.players
        self.virtual_draws = virtual_draws
        self.meetings = [(low, high, tally.games) for low, high, tally in scores.meetings()]
        # By player: its opponents, and the number of games against each.
        self._opponents: list[list[int]] = [[] for _ in range(self.players)]
        self._games: list[list[int]] = [[] for _ in range(self.players)]
        for low, high, games in self.meetings:
            for player, opponent in ((low, high), (high, low)):
                self._opponents[player].append(opponent)
                self._games[player].append(games)

    def value(self, strengths: Sequence[float], points: dict[tuple[int, int], float]) -> float:
        """Return the log likelihood; ``points`` are those of the first player of each pair."""
        total = 0.0
        for low, high, games in self.meetings:
            won = points[low, high]
            odds = exp(strengths[high] - strengths[low])
            total -= won * log(1 + odds) + (games - won) * log(1 + 1 / odds)
        for strength in strengths:
            total -= self.virtual_draws / 2 * (log(1 + exp(strength)) + log(1 + exp(-strength)))
        return total

    def expected(self, strengths: Sequence[float]) -> list[float]:
        """Return the expected points of all players, of virtual draws only what differs from ½."""
        odds = [exp(max(-FARTHEST, min(FARTHEST, strength))) for strength in strengths]
        other = odds.__getitem__
        return [
            self.virtual_draws * (own / (1 + own) - 0.5)
            + own * sum([n / (own + each) for n, each in zip(games, map(other, met), strict=True)])
            for own, games, met in zip(odds, self._games, self._opponents, strict=True)
        ]

    def curvature(self, strengths: Sequence[float]) -> Cholesky:
        """Return the factors of the negative second derivative."""
        odds = [exp(max(-FARTHEST, min(FARTHEST, strength))) for strength in strengths]
        matrix = [[0.0] * (i + 1) for i in range(self.players)]
        for i, each in enumerate(odds):
            matrix[i][i] = self.virtual_draws * each / (1 + each) / (1 + each)
        for low, high, games in self.meetings:
            share = odds[low] / (odds[low] + odds[high])
            weight = games * share * (1 - share)
            matrix[high][low] -= weight
            matrix[low][low] += weight
            matrix[high][high] += weight
        return Cholesky(matrix)

    def maximum(
        self,
        points: Sequence[float],
        start: Sequence[float],
        near: Cholesky | None = None,
        due: Sequence[float] | None = None,
        tolerance: float = 1e-9,
    ) -> list[float]:
        """Return the strengths of maximum likelihood for these points, by Newton's method.

        ``near`` is the curvature at ``start`` and ``due`` the points expected there, if known.
        The points are the sufficient statistic of the model: nothing else of the results matters.
        """
        here = list(start)
        slope = [won - due for won, due in zip(points, due or self.expected(here), strict=True)]
        curvature, is_fresh = near, False
        for _ in range(MOST_STEPS):
            if curvature is None:
                curvature, is_fresh = self.curvature(here), True
            step = curvature.solve(slope)
            if max(map(abs, step), default=0.0) < tolerance:
                return [a + b for a, b in zip(here, step, strict=True)]
            length, steepness = 1.0, _square(slope)
            while True:
                there = [a + length * b for a, b in zip(here, step, strict=True)]
                new = [won - due for won, due in zip(points, self.expected(there), strict=True)]
                gain = _square(new) / steepness
                if gain <= 1 - length / 4 or not is_fresh or length < SHORTEST:
                    break
                length /= 2
            if length < SHORTEST:
                return here
            if gain <= 1 - length / 4:
                here, slope = there, new
            # An old curvature is kept while each step makes the slope at least twice as flat.
            is_fresh = False
            if gain > 0.25:
                curvature = None
        return here


def expected_share(strength: float, opponent: float) -> float:
    """Return the expected points per game of a strength against another."""
    return 1 / (1 + exp(max(-FARTHEST, min(FARTHEST, opponent - strength))))


def _square(values: Sequence[float]) -> float:
    return sum(value * value for value in values)
