"""Training on positions in the memory of the device."""

from __future__ import annotations

import time
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from training.networks.pytorch import load_torch
from training.networks.recipe import BETAS, EPSILON, MOST_OUTPUT, most_row
from training.networks.weights import NAMES, Weights, new_weights

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from outwit.core.features import Features
    from outwit.environments.device.arrays import Array
    from training.networks.boards.kernel import Kernel
    from training.networks.boards.positions import Positions
    from training.networks.boards.settings import Lesson
    from training.networks.images import Images

# Measurements of the loss in a lesson, and most positions to measure it on.
TENTHS, MEASURED_ON = 10, 1 << 20
# Positions measured or counted at a time.
AT_A_TIME = 1 << 15
# Loss scale: a GPU sums gradients in 16 bits, and this keeps the sums within their range.
GRADIENTS = 0.125
# Two networks' scores are compared on open games: targets at most this far from even.
OPEN = 0.4


class Learner:
    """Holds a network, and makes it better batch by batch."""

    def __init__(
        self,
        kernel: Kernel,
        features: Features,
        images: Images,
        lesson: Lesson,
        seed: int,
        start: Weights | None = None,
    ) -> None:
        """Begin with the weights given, or with new ones."""
        self.torch = load_torch()
        self.kernel = kernel
        self.features = features
        self.images = images
        self.lesson = lesson
        put = kernel.arrays.put
        self.sources = put(images.sources)
        self.numbers = put(images.numbers.astype(np.int64))
        self.places = put(np.arange(2 * features.slots))
        self.device = self.places.device
        # A GPU multiplies matrices faster than it gathers rows.
        self.multiplies = on_gpu = self.device.type == "cuda"
        self.recipe = lesson.recipe(seed)
        start = start or new_weights(features, self.recipe)
        self.parameters = [number.requires_grad_() for number in self._put(start)]
        self.most = (most_row(features), None, MOST_OUTPUT, None)
        rows, *others = self.parameters
        self.optimizer = self.torch.optim.AdamW(
            [
                {"params": [rows], "weight_decay": self.recipe.decay},
                {"params": others, "weight_decay": 0.0},
            ],
            lr=self.recipe.rate,
            betas=BETAS,
            eps=EPSILON,
            fused=on_gpu,
        )
        self.generator = self.torch.Generator(device=self.device)
        self.generator.manual_seed(seed)

    def learn(
        self, sets: Sequence[Positions], held: Positions, report: Callable[[str], object]
    ) -> list[float]:
        """Train on positions; return the held-out loss before, and after each tenth."""
        begun = time.monotonic()
        rng = Random(self.recipe.seed)
        steps = max(1, round(self.lesson.millions * 1e6 / self.lesson.batch))
        # The last plies of games come first, so every n-th position is taken.
        held = held.take(slice(None, None, 1 + len(held) // MEASURED_ON))
        losses = [self.measure(held)]
        report(f"before: {self.working(held):.1%} of units at work, held-out loss {losses[0]:.6f}")
        total, since = self.torch.zeros((), device=self.device), 0
        for step in range(steps):
            (drawn,) = rng.choices(sets, weights=[len(each) for each in sets])
            batch = drawn.take(self._draw(len(drawn)))
            symmetry = rng.randrange(len(self.images))
            total += self.train(batch, symmetry, self.recipe.rate_at(step, steps))
            since += 1
            if (step + 1) * TENTHS // steps > step * TENTHS // steps:
                losses.append(self.measure(held))
                report(
                    f"{time.monotonic() - begun:.0f} s: "
                    f"{(step + 1) * self.lesson.batch} positions learned, "
                    f"{self.working(held):.1%} of units at work, "
                    f"loss {float(total) / since:.6f}, held out {losses[-1]:.6f}"
                )
                total, since = self.torch.zeros((), device=self.device), 0
        return losses

    def train(self, batch: Positions, symmetry: int, rate: float) -> Array:
        """Train on a batch under a symmetry; return its mean loss."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        self.optimizer.zero_grad(set_to_none=True)
        loss = self._losses(batch, symmetry).sum()
        (loss * GRADIENTS).backward()
        for parameter in self.parameters:
            parameter.grad /= GRADIENTS * len(batch)
        self.optimizer.step()
        with self.torch.no_grad():
            for parameter, most in zip(self.parameters, self.most, strict=True):
                if most is not None:
                    parameter.clamp_(-most, most)
        return loss.detach() / len(batch)

    def measure(self, positions: Positions) -> float:
        """Return the mean loss of positions, without learning from them."""
        with self.torch.no_grad():
            total = sum(
                float(self._losses(positions.take(slice(start, start + AT_A_TIME)), 0).sum())
                for start in range(0, len(positions), AT_A_TIME)
            )
        return total / max(1, len(positions))

    def working(self, positions: Positions) -> float:
        """Return the share of hidden units that are neither at 0 nor at their maximum.

        If the share is small, the network's output is coarse and gradients are small.
        """
        rows, bias, *_ = self.parameters
        with self.torch.no_grad():
            boards = positions.boards[:: 1 + len(positions) // AT_A_TIME]
            seen, _ = self._look(boards, 0)
            sums = self._sums(seen.view(2 * len(seen), -1), rows) + bias
            return float(((sums > 0) & (sums < 1)).float().mean())

    def weights(self) -> Weights:
        """Return the network as it is now."""
        numbers = (parameter.detach().cpu().numpy().copy() for parameter in self.parameters)
        rows, bias, outputs, output_bias = numbers
        return Weights(rows, bias, outputs, output_bias)

    def ratio(self, other: Weights, positions: Positions) -> float:
        """Return the spread of another network's outputs for open games, relative to this one's.

        1 if there are too few open games.
        """
        is_open = (positions.targets.float() - 0.5).abs() < OPEN
        boards = positions.boards[is_open][:MEASURED_ON]
        if len(boards) < 2:
            return 1.0
        theirs = self._put(other)
        with self.torch.no_grad():
            spreads = [
                float(
                    self.torch.cat(
                        [self._answers(part, 0, numbers) for part in boards.split(AT_A_TIME)]
                    ).std()
                )
                for numbers in (theirs, self.parameters)
            ]
        return spreads[0] / spreads[1] if min(spreads) > 0 else 1.0

    def counts(self, sets: Sequence[Positions]) -> NDArray[np.int64]:
        """Count how often each feature occurs in positions, all symmetries together."""
        places, states = 2 * self.features.slots, self.features.states
        total = self.torch.zeros(places * states, dtype=self.torch.int64, device=self.device)
        for each in sets:
            for part in each.boards.split(AT_A_TIME):
                seen, _ = self.kernel.look(part)
                found = self.places * states + seen.long()
                total += self.torch.bincount(found.flatten(), minlength=len(total))
        return self.images.count(total.cpu().numpy().reshape(places, states))

    def _put(self, weights: Weights) -> list[Array]:
        return [self.kernel.arrays.put(getattr(weights, name)) for name in NAMES]

    def _draw(self, number: int) -> Array:
        shape = (self.lesson.batch,)
        return self.torch.randint(number, shape, generator=self.generator, device=self.device)

    def _losses(self, positions: Positions, symmetry: int) -> Array:
        answers = self._answers(positions.boards, symmetry, self.parameters)
        mistakes = (answers.sigmoid() - positions.targets.float()).abs()
        return mistakes.pow(self.lesson.power)

    def _answers(self, boards: Array, symmetry: int, parameters: list[Array]) -> Array:
        """Return the outputs of a network for boards seen under a symmetry."""
        rows, bias, outputs, output_bias = parameters
        seen, phases = self._look(boards, symmetry)
        sums = self._sums(seen.view(2 * len(boards), -1), rows) + bias
        hidden = sums.clamp(0, 1).square().view(len(boards), -1)
        answers = hidden @ outputs.T + output_bias
        return answers.gather(1, phases[:, None]).squeeze(1)

    def _sums(self, views: Array, rows: Array) -> Array:
        """Add up the rows of the features of each view."""
        if not self.multiplies:
            return self.torch.nn.functional.embedding_bag(views, rows, mode="sum")
        short = self.torch.float16
        marks = self.torch.zeros(len(views), len(rows), dtype=short, device=self.device)
        marks.scatter_(1, views, 1)
        return (marks @ rows.to(short)).float()

    def _look(self, boards: Array, symmetry: int) -> tuple[Array, Array]:
        """Return features and phases of boards; a board with an unknown state stays as it is."""
        states, phases = self.kernel.look(boards)
        states = states.long()
        seen = self.numbers[symmetry, self.places, states[:, self.sources[symmetry]]]
        if symmetry:
            own = self.numbers[0, self.places, states]
            seen = self.torch.where((seen < 0).any(dim=1, keepdim=True), own, seen)
        return seen, phases.long()
