"""The settings of training: all numbers that the network depends on."""

from __future__ import annotations

from itertools import pairwise
from math import cos, inf, isfinite, pi
from typing import TYPE_CHECKING

import numpy as np

from outwit.core.value import Value
from outwit.engine.network import MOST_HIDDEN
from outwit.engine.units import HIDDEN_ONE, MOST_ROW, WEIGHT_ONE
from outwit.errors import UsageError
from training.networks.played import NO_RESULT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from outwit.core.features import Features
    from training.networks.dataset import Dataset

# Largest sum that the engine's 16 bits hold, and the largest output weight.
MOST_SUM = 32_767 / HIDDEN_ONE
MOST_OUTPUT = 127 / WEIGHT_ONE
# Adam's usual numbers, the same for all back ends.
BETAS, EPSILON = (0.9, 0.999), 1e-8
# The rate grows over this share of the steps, then falls to this share of itself.
WARM_UP, LAST_RATE = 0.02, 0.01
# Range of the scales that are tried, and most positions they are tried on.
SCALES, TRIED_ON = (10.0, 10_000.0), 1_000_000

# Lowest and highest value of each number of a recipe.
RANGES = {
    "epochs": (1, inf),
    "batch": (1, inf),
    "rate": (1e-9, 1),
    "decay": (0, 1),
    "score_share": (0, 1),
    "td_lambda": (0, 1),
    "power": (1, 10),
    "scale": (0, 30_000),
    "rare": (0, inf),
}


class Recipe(Value):
    """The width of the hidden layer, the target, the loss and the learning rate.

    Target = s · sigmoid(score / ``scale``) + (1 − s) · result, with s = ``score_share``. Without a
    result, s = 1. With ``td_lambda``, the chance sigmoid(score / scale) is replaced by a weighted
    mean of the position's own and the later ones of the game: each weighs ``td_lambda`` times as
    much as the one before it. Loss = |error| ^ ``power``. Features that occur less than ``rare``
    times in training are left out.
    """

    hidden: int = 64
    epochs: int = 20
    batch: int = 16_384
    rate: float = 1e-3
    decay: float = 0.0
    score_share: float = 0.7
    td_lambda: float = 0.0
    power: float = 2.5
    scale: int = 0
    rare: int = 1
    seed: int = 1

    def check(self) -> Recipe:
        """Return the recipe; raise UsageError if one of its numbers makes no sense."""
        if self.hidden % 8 or not 1 <= self.hidden <= MOST_HIDDEN:
            raise UsageError(f"hidden: {self.hidden} is no multiple of 8 up to {MOST_HIDDEN}")
        check_ranges(self, RANGES)
        return self

    def rate_at(self, step: int, steps: int) -> float:
        """Return the learning rate of a step: linear warm-up, then cosine decay."""
        warm = max(1, int(WARM_UP * steps))
        if step < warm:
            return self.rate * (step + 1) / warm
        way = (step - warm) / max(1, steps - warm)
        return self.rate * (LAST_RATE + (1 - LAST_RATE) * (1 + cos(pi * way)) / 2)

    def targets(self, data: Dataset) -> NDArray[np.float32]:
        """Return the target of each position of whole games, from 0 to 1."""
        chances = chance(data.scores.astype(np.float32) / np.float32(self.scale))
        points = np.where(data.points == NO_RESULT, chances, data.points / np.float32(2))
        if self.td_lambda:
            chances = mean_of_later(chances, points, data, self.td_lambda)
        target = self.score_share * chances + (1 - self.score_share) * points
        found: NDArray[np.float32] = target.astype(np.float32)
        return found

    def guesses(self, data: Dataset) -> NDArray[np.float32]:
        """Return the evaluation of each position that the network's output is added to."""
        found: NDArray[np.float32] = data.guesses.astype(np.float32) / np.float32(self.scale)
        return found


def check_ranges(record: Value, ranges: Mapping[str, tuple[float, float]]) -> None:
    """Raise UsageError if a number of a record is out of its range."""
    for name, (least, most) in ranges.items():
        value = getattr(record, name)
        if not least <= value <= most:
            until = f" to {most:.8g}" if isfinite(most) else " on"
            raise UsageError(f"{name.replace('_', '-')}: {value} is not from {least:g}{until}")


def mean_of_later(
    chances: NDArray[np.float32], points: NDArray[np.float32], data: Dataset, share: float
) -> NDArray[np.float32]:
    """Return means of each position's chance and those after it, the game's result at the end.

    A position's own chance has the weight 1 - ``share``; the mean of the later ones has the rest.
    """
    # All as the first side sees it, for sides take turns.
    is_second = data.sides == 1
    means = np.where(is_second, 1 - chances, chances)
    results = np.where(is_second, 1 - points, points)
    ends = np.flatnonzero(data.is_last)
    numbers = np.arange(len(chances))
    to_end = ends[np.searchsorted(ends, numbers)] - numbers
    order = np.argsort(to_end, kind="stable")
    starts = np.searchsorted(to_end[order], np.arange(to_end.max(initial=-1) + 2))
    for distance, (start, stop) in enumerate(pairwise(starts)):
        rows = order[start:stop]
        later = means[rows + 1] if distance else results[rows]
        means[rows] += np.float32(share) * (later - means[rows])
    found: NDArray[np.float32] = np.where(is_second, 1 - means, means).astype(np.float32)
    return found


def chance(outputs: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the chance to win that outputs mean; as a sigmoid, but nothing overflows."""
    found: NDArray[np.float32] = (1 + np.tanh(outputs * np.float32(0.5))) * np.float32(0.5)
    return found


def most_row(features: Features) -> float:
    """Return the largest weight of a row that the engine's bytes, and 16 bits for a sum, hold."""
    return min(MOST_ROW / HIDDEN_ONE, MOST_SUM / (features.slots + 1))


def fitted_scale(data: Dataset) -> int:
    """Return the scale by which scores tell results best."""
    tried = np.flatnonzero(data.points != NO_RESULT)[:TRIED_ON]
    scores = data.scores[tried].astype(np.float32)
    points = data.points[tried].astype(np.float32) / 2

    def mistake(scale: float) -> float:
        return float(((chance(scores / np.float32(scale)) - points) ** 2).mean())

    scales = np.geomspace(*SCALES, 40)
    best = int(np.argmin([mistake(scale) for scale in scales]))
    finer = np.geomspace(scales[max(0, best - 1)], scales[min(best + 1, len(scales) - 1)], 20)
    return round(float(min(finer, key=mistake)))
