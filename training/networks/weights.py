"""The weights of a network in training: floating-point numbers."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from zipfile import BadZipFile

import numpy as np

from outwit.core.value import Value
from outwit.engine.units import HIDDEN_ONE, OUTPUT_ONE, WEIGHT_ONE
from outwit.errors import BadFile
from training.networks.recipe import most_row

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from outwit.core.features import Features
    from outwit.engine.network import Network
    from training.networks.recipe import Recipe

# Spread of a new network's hidden layer over positions, and the largest bias of its units. The
# spread is small because rows of rare features hardly change in training.
FIRST_SPREAD, MOST_FIRST_BIAS = 0.1, 0.5
NAMES = ("rows", "bias", "outputs", "output_bias")


class Weights(Value):
    """Rows by feature, their bias, output weights by bucket, and the output's bias by bucket.

    ``facts`` tell how they came about, by what each is.
    """

    rows: NDArray[np.float32]
    bias: NDArray[np.float32]
    outputs: NDArray[np.float32]
    output_bias: NDArray[np.float32]
    facts: Mapping[str, object] = {}

    def answer(
        self, features: NDArray[np.int32], buckets: NDArray[np.uint8]
    ) -> NDArray[np.float32]:
        """Return the output for positions, given by their features."""
        slots = features.shape[1] // 2
        halves = [
            np.clip(self.rows[half].sum(axis=1) + self.bias, 0, 1) ** 2
            for half in (features[:, :slots], features[:, slots:])
        ]
        hidden = np.concatenate(halves, axis=1)
        found: NDArray[np.float32] = (hidden * self.outputs[buckets]).sum(axis=1)
        return found + self.output_bias[buckets]


def new_weights(features: Features, recipe: Recipe) -> Weights:
    """Draw the weights that training begins with."""
    rng = np.random.default_rng(recipe.seed)
    shape = (features.slots * features.states, recipe.hidden)
    spread = FIRST_SPREAD / features.slots**0.5
    most = most_row(features)
    width = (2 * recipe.hidden) ** -0.5
    return Weights(
        np.clip(rng.normal(0, spread, shape), -most, most).astype(np.float32),
        rng.uniform(0, MOST_FIRST_BIAS, recipe.hidden).astype(np.float32),
        rng.uniform(-width, width, (features.buckets, 2 * recipe.hidden)).astype(np.float32),
        np.zeros(features.buckets, np.float32),
    )


def weights_of(network: Network) -> Weights:
    """Return the weights of a network that the engine has read."""
    hidden = network.hidden
    rows = np.frombuffer(network.rows, np.int8).reshape(-1, hidden)
    bias, outputs = (np.frombuffer(store, np.int16) for store in (network.bias, network.outputs))
    output_bias = np.frombuffer(network.output_bias, np.int32)
    return Weights(
        (rows / HIDDEN_ONE).astype(np.float32),
        (bias / HIDDEN_ONE).astype(np.float32),
        (outputs / WEIGHT_ONE).astype(np.float32).reshape(-1, 2 * hidden),
        (output_bias / OUTPUT_ONE).astype(np.float32),
    )


def save_weights(path: str, weights: Weights) -> None:
    """Write weights to a file of numpy's."""
    arrays = {name: getattr(weights, name) for name in NAMES}
    with open(path, "wb") as file:
        np.savez(file, facts=np.array(json.dumps({**weights.facts})), **arrays)


def load_weights(path: str) -> Weights:
    """Read weights from a file; raise BadFile if it holds none."""
    try:
        with open(path, "rb") as data, np.load(data, allow_pickle=False) as file:
            rows, bias, outputs, output_bias = (file[name] for name in NAMES)
            facts = json.loads(str(file["facts"]))
    except FileNotFoundError:
        raise BadFile(f"there is no file {path!r}: no network has been trained there") from None
    except OSError as error:
        raise BadFile(f"{path!r} cannot be read: {error.strerror or error}") from None
    except (KeyError, ValueError, EOFError, BadZipFile):
        raise BadFile(f"{path!r} holds no weights, or is damaged") from None
    if not all(np.isfinite(array).all() for array in (rows, bias, outputs, output_bias)):
        raise BadFile(f"{path!r} holds numbers without end: the training went astray")
    return Weights(rows, bias, outputs, output_bias, facts)
