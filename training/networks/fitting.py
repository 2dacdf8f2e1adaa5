"""Training a network on the positions of played games."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Protocol

import numpy as np

from outwit.errors import UsageError
from training.networks.dataset import features_of, load
from training.networks.images import learn_images
from training.networks.numpytrainer import NumpyTrainer
from training.networks.played import read_facts, read_games
from training.networks.recipe import fitted_scale
from training.networks.selfplay import SelfPlay
from training.networks.torchtrainer import TorchTrainer
from training.networks.weights import Weights

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from outwit.core.features import Features
    from outwit.core.game import Game
    from training.networks.dataset import Dataset
    from training.networks.images import Images
    from training.networks.recipe import Recipe

TORCH = "torch"
BACKENDS = ("numpy", TORCH)
# Positions whose features are counted at a time.
COUNTED = 1 << 16


class Trainer(Protocol):
    """The interface of both back ends."""

    def begin(self, order: NDArray[np.int64]) -> None:
        """Take the order of an epoch."""

    def train(self, start: int, stop: int, symmetry: int, rate: float) -> None:
        """Learn from a part of the order, every board of it seen under a symmetry."""

    def mean_loss(self) -> float:
        """Return the mean loss of the batches since the epoch began."""

    def measure(self, rows: NDArray[np.int64]) -> float:
        """Return the mean loss of positions, without learning from them."""

    def weights(self) -> Weights:
        """Return the network as it is now."""


def fit(
    game: Game,
    paths: list[str],
    recipe: Recipe,
    *,
    backend: str = "numpy",
    processes: int = 1,
    report: Callable[[str], object] = lambda _: None,
) -> Weights:
    """Train a network on the games of files, and return its weights, with facts on how."""
    features = features_of(game)
    recipe.check()
    begun = time.monotonic()
    played = load(game, paths, processes)
    if not recipe.scale:
        recipe = recipe.replace(scale=fitted_scale(played))
    # Of equal positions only the first is learned from.
    distinct = played.distinct()
    data, targets = played.take(distinct), recipe.targets(played)[distinct]
    learned, held = (np.flatnonzero(data.is_held == is_held) for is_held in (False, True))
    if not len(learned) or not len(held):
        raise UsageError(f"{len(data)} positions are too few to learn from")
    images = learn_images(game, (found for path in paths for found in read_games(path)))
    report(
        f"{time.monotonic() - begun:.0f} s: {len(learned)} positions, {len(held)} held out, "
        f"{len(images)} symmetries, scale {recipe.scale}"
    )
    trainer = trainer_of(backend, features, data, targets, images, recipe)
    losses = [trainer.measure(held)]
    report(f"before: held-out loss {losses[0]:.6f}")
    rng = np.random.default_rng(recipe.seed)
    batches = range(0, len(learned), recipe.batch)
    steps = recipe.epochs * len(batches)
    step = 0
    for epoch in range(1, recipe.epochs + 1):
        trainer.begin(rng.permutation(learned))
        symmetries = rng.integers(len(images), size=len(batches))
        for start, symmetry in zip(batches, symmetries, strict=True):
            rate = recipe.rate_at(step, steps)
            trainer.train(start, start + recipe.batch, int(symmetry), rate)
            step += 1
        loss, mine = trainer.measure(held), trainer.mean_loss()
        losses.append(loss)
        report(
            f"{time.monotonic() - begun:.0f} s: epoch {epoch}, loss {mine:.6f}, held out {loss:.6f}"
        )
    weights = trainer.weights()
    unseen = seen_features(features, data, images) < max(1, recipe.rare)
    weights.rows[unseen] = 0
    facts: dict[str, object] = {
        "game": game.name,
        **vars(recipe),
        "backend": backend,
        "self_play": played_how(paths),
        "games": sum(not played.is_side_line for path in paths for played in read_games(path)),
        "positions": len(learned),
        "held_out": len(held),
        "features_kept": int((~unseen).sum()),
        "losses": [round(loss, 6) for loss in losses],
    }
    return weights.replace(facts=facts)


def trainer_of(
    backend: str,
    features: Features,
    data: Dataset,
    targets: NDArray[np.float32],
    images: Images,
    recipe: Recipe,
) -> Trainer:
    """Return the trainer of a back end."""
    if backend == "numpy":
        return NumpyTrainer(features, data, targets, images, recipe)
    if backend == TORCH:
        return TorchTrainer(features, data, targets, images, recipe)
    raise UsageError(f"backend: {backend!r} is none of {', '.join(BACKENDS)}")


def seen_features(features: Features, data: Dataset, images: Images) -> NDArray[np.int64]:
    """Count how often each feature occurs in the data, all symmetries together."""
    slots, states = features.slots, features.states
    places = np.arange(2 * slots) * states
    counts = np.zeros(2 * slots * states, np.int64)
    for start in range(0, len(data), COUNTED):
        found = places + data.states[start : start + COUNTED]
        counts += np.bincount(found.ravel(), minlength=len(counts))
    return images.count(counts.reshape(2 * slots, states))


def played_how(paths: list[str]) -> str:
    """Return how the games of files were played, if the files differ only in their numbers."""
    ways = {}
    for path in paths:
        facts, _ = read_facts(path)
        told = {key: value for key, value in facts.items() if key in SelfPlay.fields}
        ways[json.dumps(told)] = ", ".join(
            f"{key.replace('_', ' ')} {value}" for key, value in told.items() if value != ""
        )
    return "; ".join(ways.values())
