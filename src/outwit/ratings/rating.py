"""Elo ratings of a finished or running tournament, with how sure they are.

Error bars come from a bootstrap: the same pairings are played again many times by players of
exactly the strengths found, and the strengths found from those results scatter as ours would.
Resampling each pair's own few results instead would call two wins in two games a certainty.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import log, sqrt
from random import Random

from outwit.core.value import Value
from outwit.ratings.elo import ELO_PER_LOGIT, Z95, normal_cdf
from outwit.ratings.likelihood import Likelihood, share
from outwit.ratings.scores import Scores

VIRTUAL_DRAWS = 2.0
RESAMPLES = 200
# A pair of so few games is resampled exactly; beyond, its points are drawn from a normal
# distribution and rounded. What the exact tables may cost altogether bounds it further.
MOST_EXACT = 48
MOST_TABLES = 400_000
# A step this short, 3 Elo, is the last of a resample; what is left is a small part of it.
PRECISION = 0.02


# A pair's players and expected points, with how likely at most 0, ½, 1, … points are,
ExactDice = tuple[int, int, float, list[float]]
# or with the deviation of the points and the number of games.
RoughDice = tuple[int, int, float, float, int]


class Rating(Value):
    """A player's strength, where it lies in 95 % of cases, and what it was found from."""

    elo: float
    low: float
    high: float
    games: int
    points: float


class Ratings:
    """The ratings of all players, by number."""

    def __init__(self, ratings: Sequence[Rating], samples: Sequence[Sequence[float]]) -> None:
        self._ratings = tuple(ratings)
        # By resample and player, in Elo.
        self._samples = samples

    def superiority(self, player: int, opponent: int) -> float:
        """Return how likely a player is stronger than another."""
        gaps = [sample[player] - sample[opponent] for sample in self._samples]
        gap = self._ratings[player].elo - self._ratings[opponent].elo
        spread = _deviation(gaps)
        if spread < 1e-9:
            return 0.5 if abs(gap) < 1e-9 else float(gap > 0)
        return normal_cdf(gap / spread)

    def __getitem__(self, player: int) -> Rating:
        return self._ratings[player]

    def __len__(self) -> int:
        return len(self._ratings)

    def __iter__(self) -> Iterator[Rating]:
        return iter(self._ratings)

    def __repr__(self) -> str:
        return f"Ratings({list(self._ratings)!r})"


def rate(
    scores: Scores,
    *,
    anchor: int | None = None,
    resamples: int = RESAMPLES,
    seed: int = 1,
    virtual_draws: float = VIRTUAL_DRAWS,
) -> Ratings:
    """Return everybody's rating; those who have played average 0, or the anchor has 0.

    The same scores and seed give the same numbers; without resamples there are no error bars. Who
    has not played is rated average, with the error bar of the imaginary draws alone.
    """
    model = Likelihood(scores, virtual_draws)
    tallies = [scores.of(player) for player in range(scores.players)]
    points = [tally.points for tally in tallies]
    # Near the end already where everybody has met everybody.
    guess = [log((t.points + 1) / (t.games - t.points + 1)) for t in tallies]
    strengths = model.maximum(points, guess)
    played = [player for player, tally in enumerate(tallies) if tally.games]
    elos = _anchored(strengths, played, anchor)
    average = sum(elos[player] for player in played) / max(len(played), 1)
    elos = [elo if tally.games else average for elo, tally in zip(elos, tallies, strict=True)]
    samples = [
        _anchored(sample, played, anchor)
        for sample in _bootstrap(model, scores, strengths, resamples, Random(seed))
    ]
    found = []
    for player, tally in enumerate(tallies):
        error = Z95 * _deviation([sample[player] for sample in samples])
        elo = elos[player]
        found.append(Rating(elo, elo - error, elo + error, tally.games, tally.points))
    return Ratings(found, samples)


def _anchored(strengths: Sequence[float], played: Sequence[int], anchor: int | None) -> list[float]:
    """Return strengths in Elo, moved to where their zero should be."""
    if anchor is not None:
        zero = strengths[anchor]
    else:
        zero = sum(strengths[player] for player in played) / len(played) if played else 0.0
    return [ELO_PER_LOGIT * (strength - zero) for strength in strengths]


def _bootstrap(
    model: Likelihood, scores: Scores, strengths: Sequence[float], resamples: int, rng: Random
) -> Iterator[list[float]]:
    """Yield strengths found from results that players of these strengths might have had."""
    curvature = model.curvature(strengths)
    found = model.expected(strengths)
    exact, rough = _dice(model, scores, strengths)
    groups = _groups(model)
    # Groups that never met differ by what only the imaginary draws say.
    doubts = [2 / sqrt(max(model.virtual_draws, 0.1) * len(group)) for group in groups]
    for _ in range(resamples):
        points = list(found)
        for low, high, mean, table in exact:
            change = bisect(table, rng.random()) / 2 - mean
            points[low] += change
            points[high] -= change
        for low, high, mean, spread, games in rough:
            change = round(2 * min(max(rng.gauss(mean, spread), 0), games)) / 2 - mean
            points[low] += change
            points[high] -= change
        sample = model.maximum(points, strengths, curvature, found, PRECISION)
        if len(groups) > 1:
            for group, doubt in zip(groups, doubts, strict=True):
                shift = rng.gauss(0, doubt)
                for player in group:
                    sample[player] += shift
        yield sample


def _dice(
    model: Likelihood, scores: Scores, strengths: Sequence[float]
) -> tuple[list[ExactDice], list[RoughDice]]:
    """Return for each pair how to draw its points.

    Draws take the same part of what they could at most, 2 min(p, 1 - p) of all games at an expected
    score of p, for all pairs: that part which they took in all games together.
    """
    shares = [share(strengths[low], strengths[high]) for low, high, _ in model.meetings]
    room = 1.0
    for (_, _, games), score in zip(model.meetings, shares, strict=True):
        room += games * 2 * min(score, 1 - score)
    drawn = min(1.0, scores.first_side.draws / room)
    most_exact = MOST_EXACT
    while most_exact > 2 and len(shares) * most_exact**2 > MOST_TABLES:
        most_exact -= 1
    exact: list[ExactDice] = []
    rough: list[RoughDice] = []
    for (low, high, games), score in zip(model.meetings, shares, strict=True):
        draw = drawn * 2 * min(score, 1 - score)
        if games <= most_exact:
            exact.append((low, high, games * score, _table(games, score - draw / 2, draw)))
        else:
            spread = sqrt(games * max(0.0, score * (1 - score) - draw / 4))
            rough.append((low, high, games * score, spread, games))
    return exact, rough


def _table(games: int, win: float, draw: float) -> list[float]:
    """Return how likely at most 0, ½, 1, … points are, all but the last, which is certain."""
    loss = 1 - win - draw
    chances = [1.0]
    for _ in range(games):
        padded = [0.0, 0.0, *chances, 0.0, 0.0]
        chances = [
            win * padded[i] + draw * padded[i + 1] + loss * padded[i + 2]
            for i in range(len(chances) + 2)
        ]
    return list(accumulate(chances))[:-1]


def _groups(model: Likelihood) -> list[list[int]]:
    """Return the players in groups that met one another, directly or through others."""
    group = {player: [player] for player in range(model.players)}
    for low, high, _ in model.meetings:
        one, other = group[low], group[high]
        if one is not other:
            if len(one) < len(other):
                one, other = other, one
            one += other
            for player in other:
                group[player] = one
    return [members for player, members in group.items() if members[0] == player]


def _deviation(values: Sequence[float]) -> float:
    if len(values) < 2:
        return 0.0
    mean = sum(values) / len(values)
    return sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1))
