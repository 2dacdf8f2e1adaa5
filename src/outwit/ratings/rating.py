"""Elo ratings of a tournament by the Bradley–Terry model, with error bars.

Error bars come from a parametric bootstrap: the same pairings are simulated many times with the
strengths found, and the spread of the strengths found from those results is the error.
Resampling the results themselves would take two wins in two games for a certainty.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import log, sqrt
from random import Random

from outwit.core.argument import of_type, real, whole
from outwit.core.value import Value
from outwit.ratings.cholesky import Cholesky
from outwit.ratings.elo import ELO_PER_LOGIT, Z95, normal_cdf
from outwit.ratings.likelihood import Likelihood, expected_share
from outwit.ratings.scores import Scores

VIRTUAL_DRAWS = 2.0
MOST_DRAWS = 1e6
RESAMPLES = 200
# Up to MOST_EXACT games between two players, their points are drawn from the exact distribution;
# beyond, from a normal distribution, rounded. The cost of all tables bounds it further.
MOST_EXACT = 48
MOST_TABLES = 400_000
# A resample ends with a step this short, 3 Elo; the error left is a small part of it.
PRECISION = 0.02
# With more encounters than this, and this many games for each player, points are so close to a
# normal distribution that strengths are drawn from theirs, by the curvature alone.
MANY_ENCOUNTERS, MANY_GAMES = 4_000, 100
SLIGHT = 1e-6


# Two players, expected points, and the chances of at most 0, ½, 1, … points.
ExactPoints = tuple[int, int, float, list[float]]
# Two players, expected points, their standard deviation, and the number of games.
NormalPoints = tuple[int, int, float, float, int]


class Rating(Value):
    """A player's Elo with its 95 % interval, games and points."""

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
        """Return the likelihood that a player is stronger than another (LOS)."""
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
    """Return all ratings by the Bradley–Terry model, with error bars.

    The same scores and seed give the same numbers. Players without games get the average, with the
    error bar of the virtual draws.

    Args:
        scores: The results.
        anchor: The player whose rating is 0. Default: the average is 0.
        resamples: The number of simulations for the error bars; 0 for bars without width.
        seed: The seed of the simulations.
        virtual_draws: Draws added to each player's games, so that no rating is infinite.

    Raises:
        UsageError: An argument makes no sense; the message names it.

    >>> scores = Scores(2)
    >>> scores.add(0, 1, 1, times=6); scores.add(1, 0, 1, times=4)
    >>> [round(rating.elo) for rating in rate(scores, resamples=0)]
    [32, -32]
    """
    of_type("scores", scores, Scores, "Scores")
    if anchor is not None:
        anchor = whole("anchor", anchor, 0, scores.players - 1)
    resamples, seed = whole("resamples", resamples, 0), whole("seed", seed)
    model = Likelihood(scores, real("virtual_draws", virtual_draws, 0, MOST_DRAWS))
    tallies = [scores.of(player) for player in range(scores.players)]
    points = [tally.points for tally in tallies]
    # Close to the solution if all players have met each other.
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
    """Return strengths in Elo, relative to the anchor or the average of who has played."""
    if anchor is not None:
        zero = strengths[anchor]
    else:
        zero = sum(strengths[player] for player in played) / len(played) if played else 0.0
    return [ELO_PER_LOGIT * (strength - zero) for strength in strengths]


def _bootstrap(
    model: Likelihood, scores: Scores, strengths: Sequence[float], resamples: int, rng: Random
) -> Iterator[list[float]]:
    """Yield the strengths found from simulated results of players of these strengths."""
    curvature = model.curvature(strengths)
    groups = _groups(model)
    games = 2 * sum(games for _, _, games in model.meetings)
    is_large = len(model.meetings) > MANY_ENCOUNTERS and games >= MANY_GAMES * model.players
    if is_large and len(groups) == 1:
        factors = _spread(model, scores, strengths)
        for _ in range(resamples):
            changes = curvature.solve(factors.times([rng.gauss(0, 1) for _ in strengths]))
            yield [strength + each for strength, each in zip(strengths, changes, strict=True)]
        return
    found = model.expected(strengths)
    exact, rough = _distributions(model, scores, strengths)
    # The distance of groups that never met is known from the virtual draws alone.
    errors = [2 / sqrt(max(model.virtual_draws, 0.1) * len(group)) for group in groups]
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
            for group, error in zip(groups, errors, strict=True):
                shift = rng.gauss(0, error)
                for player in group:
                    sample[player] += shift
        yield sample


def _chances(
    model: Likelihood, scores: Scores, strengths: Sequence[float]
) -> list[tuple[float, float]]:
    """Return for each two players who met the expected score and the chance of a draw.

    At an expected score of p, at most 2 min(p, 1 - p) of the games can be draws. The same share of
    this maximum is assumed for all: the share in all games together.
    """
    shares = [expected_share(strengths[low], strengths[high]) for low, high, _ in model.meetings]
    room = 1.0
    for (_, _, games), score in zip(model.meetings, shares, strict=True):
        room += games * 2 * min(score, 1 - score)
    drawn = min(1.0, scores.first_side.draws / room)
    return [(score, drawn * 2 * min(score, 1 - score)) for score in shares]


def _spread(model: Likelihood, scores: Scores, strengths: Sequence[float]) -> Cholesky:
    """Return the factors of the covariance of all players' points."""
    matrix = [[0.0] * (i + 1) for i in range(model.players)]
    chances = _chances(model, scores, strengths)
    for (low, high, games), (score, draw) in zip(model.meetings, chances, strict=True):
        variance = games * max(0.0, score * (1 - score) - draw / 4)
        matrix[high][low] -= variance
        matrix[low][low] += variance
        matrix[high][high] += variance
    # All points together are fixed; a little more than the truth keeps the matrix regular.
    for i, row in enumerate(matrix):
        row[i] += SLIGHT
    return Cholesky(matrix)


def _distributions(
    model: Likelihood, scores: Scores, strengths: Sequence[float]
) -> tuple[list[ExactPoints], list[NormalPoints]]:
    """Return for each two players who met the distribution of their points."""
    chances = _chances(model, scores, strengths)
    most_exact = MOST_EXACT
    while most_exact > 2 and len(chances) * most_exact**2 > MOST_TABLES:
        most_exact -= 1
    exact: list[ExactPoints] = []
    rough: list[NormalPoints] = []
    for (low, high, games), (score, draw) in zip(model.meetings, chances, strict=True):
        if games <= most_exact:
            exact.append((low, high, games * score, _table(games, score - draw / 2, draw)))
        else:
            spread = sqrt(games * max(0.0, score * (1 - score) - draw / 4))
            rough.append((low, high, games * score, spread, games))
    return exact, rough


def _table(games: int, win: float, draw: float) -> list[float]:
    """Return the chances of at most 0, ½, 1, … points, without the last, which is 1."""
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
    """Return the groups of players connected by games."""
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
