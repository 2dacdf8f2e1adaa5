"""Writes a trained network in the engine's format, integers, and a text on how it was made."""

from __future__ import annotations

import json
import os
import zlib
from typing import TYPE_CHECKING

import numpy as np

from outwit.engine.network import FORMAT
from outwit.engine.units import HIDDEN_ONE, MOST_ROW, OUTPUT_ONE, WEIGHT_ONE
from outwit.errors import UsageError
from outwit.files import write_bytes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from outwit.core.features import Features
    from training.networks.weights import Weights

# Rows that are stored coarsely hold multiples of this.
COARSE = 4


def integers(weights: Weights) -> tuple[NDArray[np.signedinteger], ...]:
    """Return the weights as the engine's integers."""
    return (
        np.rint(weights.rows * HIDDEN_ONE).clip(-MOST_ROW, MOST_ROW).astype("<i1"),
        np.rint(weights.bias * HIDDEN_ONE).astype("<i2"),
        np.rint(weights.outputs * WEIGHT_ONE).astype("<i2"),
        np.rint(weights.output_bias.astype(np.float64) * OUTPUT_ONE).astype("<i4"),
    )


def coarsened(weights: Weights, is_rare: NDArray[np.bool_], share: float) -> Weights:
    """Return the weights with the rows of rare features rounded, which compress better.

    ``share`` says of how few positions a feature is rare; it goes into the facts.
    """
    rows = weights.rows.copy()
    step = COARSE / HIDDEN_ONE
    most = MOST_ROW // COARSE
    rows[is_rare] = (np.rint(rows[is_rare] / step).clip(-most, most) * step).astype(np.float32)
    said = (
        f"{int(is_rare.sum())} rows, of features in less than {share:g} of the positions: "
        f"multiples of {COARSE}"
    )
    return weights.replace(rows=rows, facts={**weights.facts, "coarse_rows": said})


def encode(features: Features, weights: Weights) -> bytes:
    """Return what the file of a network holds."""
    head = {
        "format": FORMAT,
        "game": weights.facts["game"],
        "slots": features.slots,
        "states": features.states,
        "buckets": features.buckets,
        "hidden": weights.rows.shape[1],
        "scale": weights.facts["scale"],
        "corrects": features.corrects,
    }
    numbers = b"".join(array.tobytes() for array in integers(weights))
    return json.dumps(head).encode("ascii") + b"\n" + zlib.compress(numbers, 9)


def export(features: Features, weights: Weights, path: str) -> None:
    """Write the file of a network, and beside it a text that says how it was made."""
    data = encode(features, weights)
    try:
        write_bytes(path, data)
        write_bytes(
            f"{path.removesuffix('.bin')}.md",
            describe(weights, os.path.basename(path), len(data)).encode(),
        )
    except OSError as error:
        raise UsageError(f"{path!r} cannot be written: {error.strerror or error}") from None


def describe(weights: Weights, name: str, size: int) -> str:
    """Return a text on how a network was made."""
    facts = dict(weights.facts)
    losses = facts.pop("losses")
    made_by, measured = facts.pop("made_by", "make train"), facts.pop("measured", "each epoch")
    lines = [f"| {key.replace('_', ' ')} | {value} |" for key, value in facts.items()]
    assert isinstance(losses, list)
    course = ", ".join(f"{loss:.6f}" for loss in losses)
    return "\n".join(
        [
            f"# The network of {facts['game']}",
            "",
            "The engine's evaluation, learned from games that it played against itself.",
            f"`{name}` ({size} bytes) was made by `{made_by}`, by this recipe:",
            "",
            "| what | value |",
            "|---|---|",
            *lines,
            "",
            f"Loss on games that were held out, before training and after {measured}: {course}.",
            "",
        ]
    )
