"""Training without a graphics processor: small networks, gradients worked out by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from training.networks.recipe import BETAS, EPSILON, MOST_OUTPUT, chance, most_row
from training.networks.weights import NAMES, Weights, new_weights

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from outwit.core.features import Features
    from training.networks.dataset import Dataset
    from training.networks.images import Images
    from training.networks.recipe import Recipe

    Floats = NDArray[np.float32]


class NumpyTrainer:
    """Holds positions and a network, and makes the network better batch by batch."""

    def __init__(
        self,
        features: Features,
        data: Dataset,
        targets: NDArray[np.float32],
        images: Images,
        recipe: Recipe,
    ) -> None:
        self.data = data
        self.images = images
        self.recipe = recipe
        self.targets = targets
        self.guesses = recipe.guesses(data)
        start = new_weights(features, recipe)
        self.numbers: list[Floats] = [getattr(start, name) for name in NAMES]
        self.first = [np.zeros_like(array) for array in self.numbers]
        self.second = [np.zeros_like(array) for array in self.numbers]
        self.most = (most_row(features), None, MOST_OUTPUT, None)
        self.steps = 0
        self.losses: list[float] = []
        self.order = np.arange(len(data))

    def begin(self, order: NDArray[np.int64]) -> None:
        """Take the order of an epoch."""
        self.order = order
        self.losses = []

    def train(self, start: int, stop: int, symmetry: int, rate: float) -> None:
        """Learn from a part of the order, every board of it seen under a symmetry."""
        rows = self.order[start:stop]
        seen = self.images.features(self.data.states[rows], symmetry)
        loss, gradients = self.gradients(
            seen, self.data.buckets[rows], self.targets[rows], self.guesses[rows]
        )
        self.losses.append(loss)
        self.steps += 1
        self.improve(gradients, rate)

    def mean_loss(self) -> float:
        """Return the mean loss of the batches since the epoch began."""
        return float(np.mean(self.losses))

    def measure(self, rows: NDArray[np.int64]) -> float:
        """Return the mean loss of positions, without learning from them."""
        seen = self.images.features(self.data.states[rows], 0)
        answers = self.weights().answer(seen, self.data.buckets[rows]) + self.guesses[rows]
        mistakes = np.abs(chance(answers) - self.targets[rows])
        return float((mistakes**self.recipe.power).mean())

    def weights(self) -> Weights:
        """Return the network as it is now."""
        rows, bias, outputs, output_bias = (array.copy() for array in self.numbers)
        return Weights(rows, bias, outputs, output_bias)

    def gradients(
        self, seen: NDArray[np.int32], buckets: NDArray[np.uint8], targets: Floats, guesses: Floats
    ) -> tuple[float, list[Floats]]:
        """Return the loss of a batch, and by how much it grows with each weight."""
        rows, bias, outputs, output_bias = self.numbers
        count, slots, width = len(seen), seen.shape[1] // 2, rows.shape[1]
        # One line for each view: those of the side to move and of the other side in turn.
        views = seen.reshape(2 * count, slots)
        sums = rows[views].sum(axis=1) + bias
        cut = np.clip(sums, 0, 1)
        hidden = (cut**2).reshape(count, 2 * width)
        chosen = outputs[buckets]
        answers = (hidden * chosen).sum(axis=1) + output_bias[buckets]
        chances = chance(answers + guesses)
        mistakes = chances - targets
        sizes = np.abs(mistakes)
        power = self.recipe.power
        loss = float((sizes**power).mean())
        # From the loss back to the weights.
        slope = power * sizes ** (power - 1) * np.sign(mistakes) / count
        back = (slope * chances * (1 - chances)).astype(np.float32)
        for_output_bias = np.bincount(buckets, back, len(output_bias)).astype(np.float32)
        for_outputs = np.zeros_like(outputs)
        np.add.at(for_outputs, buckets, back[:, None] * hidden)
        inside = (sums > 0) & (sums < 1)
        for_sums = (back[:, None] * chosen).reshape(2 * count, width) * 2 * cut * inside
        for_rows = np.zeros_like(rows)
        # Equal features lie together, and what each of them gets is added up.
        flat = views.ravel()
        order = np.argsort(flat, kind="stable")
        features, starts = np.unique(flat[order], return_index=True)
        for_rows[features] = np.add.reduceat(for_sums[order // slots], starts, axis=0)
        return loss, [for_rows, for_sums.sum(axis=0), for_outputs, for_output_bias]

    def improve(self, gradients: list[Floats], rate: float) -> None:
        """Take a step of Adam, and keep the weights within what the engine's integers hold."""
        for array, gradient, first, second, most in zip(
            self.numbers, gradients, self.first, self.second, self.most, strict=True
        ):
            first[:] += (1 - BETAS[0]) * (gradient - first)
            second[:] += (1 - BETAS[1]) * (gradient**2 - second)
            mean = first / (1 - BETAS[0] ** self.steps)
            spread = np.sqrt(second / (1 - BETAS[1] ** self.steps))
            array[:] -= rate * (self.recipe.decay * array + mean / (spread + EPSILON))
            if most is not None:
                np.clip(array, -most, most, out=array)
