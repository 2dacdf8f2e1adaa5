"""Training with PyTorch, on a GPU if there is one; the data is in its memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from training.networks.pytorch import load_torch
from training.networks.recipe import BETAS, EPSILON, MOST_OUTPUT, most_row
from training.networks.weights import NAMES, Weights, new_weights

if TYPE_CHECKING:
    import torch
    from numpy.typing import NDArray

    from outwit.core.features import Features
    from training.networks.dataset import Dataset
    from training.networks.images import Images
    from training.networks.recipe import Recipe

# Positions whose loss is measured at a time.
MEASURED = 1 << 16


class TorchTrainer:
    """Holds positions and a network, and makes the network better batch by batch.

    It does the same as ``NumpyTrainer``. PyTorch is loaded only when a trainer is made.
    """

    def __init__(
        self,
        features: Features,
        data: Dataset,
        targets: NDArray[np.float32],
        images: Images,
        recipe: Recipe,
    ) -> None:
        self.torch = load_torch()
        self.device = self.torch.device("cuda" if self.torch.cuda.is_available() else "cpu")
        self.power = recipe.power
        self.states = self._there(data.states)
        self.buckets = self._there(data.buckets.astype(np.int64))
        self.targets = self._there(targets)
        self.guesses = self._there(recipe.guesses(data))
        self.sources = self._there(images.sources)
        self.numbers = self._there(images.numbers.astype(np.int64))
        self.places = self.torch.arange(2 * features.slots, device=self.device)
        start = new_weights(features, recipe)
        self.parameters = [self._there(getattr(start, name)).requires_grad_() for name in NAMES]
        self.most = (most_row(features), None, MOST_OUTPUT, None)
        self.optimizer = self.torch.optim.AdamW(
            self.parameters,
            lr=recipe.rate,
            betas=BETAS,
            eps=EPSILON,
            weight_decay=recipe.decay,
            fused=self.device.type == "cuda",
        )
        self.order = self.torch.arange(len(data), device=self.device)
        self.total = self.torch.zeros((), device=self.device)
        self.batches = 0

    def begin(self, order: NDArray[np.int64]) -> None:
        """Take the order of an epoch."""
        self.order = self._there(order)
        self.total.zero_()
        self.batches = 0

    def train(self, start: int, stop: int, symmetry: int, rate: float) -> None:
        """Learn from a part of the order, every board of it seen under a symmetry."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        self.optimizer.zero_grad(set_to_none=True)
        loss = self._loss(self.order[start:stop], symmetry)
        loss.backward()
        self.optimizer.step()
        with self.torch.no_grad():
            for parameter, most in zip(self.parameters, self.most, strict=True):
                if most is not None:
                    parameter.clamp_(-most, most)
            self.total += loss.detach()
        self.batches += 1

    def mean_loss(self) -> float:
        """Return the mean loss of the batches since the epoch began."""
        return float(self.total) / self.batches

    def measure(self, rows: NDArray[np.int64]) -> float:
        """Return the mean loss of positions, without learning from them."""
        there = self._there(rows)
        with self.torch.no_grad():
            total = sum(
                float(self._loss(part, 0)) * len(part) for part in self.torch.split(there, MEASURED)
            )
        return total / len(rows)

    def weights(self) -> Weights:
        """Return the network as it is now."""
        numbers = (parameter.detach().cpu().numpy().copy() for parameter in self.parameters)
        rows, bias, outputs, output_bias = numbers
        return Weights(rows, bias, outputs, output_bias)

    def _there(self, array: NDArray[np.generic]) -> torch.Tensor:
        return self.torch.from_numpy(np.ascontiguousarray(array)).to(self.device)

    def _loss(self, rows: torch.Tensor, symmetry: int) -> torch.Tensor:
        weights, bias, outputs, output_bias = self.parameters
        states = self.states[rows].long()
        seen = self.numbers[symmetry, self.places, states[:, self.sources[symmetry]]]
        if symmetry:
            own = self.numbers[0, self.places, states]
            seen = self.torch.where((seen < 0).any(dim=1, keepdim=True), own, seen)
        views = seen.view(2 * len(rows), -1)
        sums = self.torch.nn.functional.embedding_bag(views, weights, mode="sum") + bias
        hidden = sums.clamp(0, 1).square().view(len(rows), -1)
        answers = hidden @ outputs.T + output_bias
        answer = answers.gather(1, self.buckets[rows][:, None]).squeeze(1)
        answer = answer + self.guesses[rows]
        mistakes = (self.torch.sigmoid(answer) - self.targets[rows]).abs()
        loss: torch.Tensor = mistakes.pow(self.power).mean()
        return loss
