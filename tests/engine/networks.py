"""Networks of random weights, for tests."""

from __future__ import annotations

import json
import zlib
from array import array
from pathlib import Path
from random import Random

from outwit.core.features import Features
from outwit.core.game import Game
from outwit.core.position import Position

# Makes bytes small signed numbers, from -30 to 30.
SMALL = bytes((byte % 61 - 30) % 256 for byte in range(256))


def start(game: Game) -> Position:
    """Begin a game on a board that matches are played on, for others may have no features."""
    draw = game.parts.openings.options
    return game.start() if draw is None else game.start(**draw(Random(1)))


def write_network(path: Path, features: Features, hidden: int, seed: int = 1) -> None:
    """Write a network of random weights for some features."""
    rng = Random(seed)
    rows = features.slots * features.states * hidden
    weights = (
        array("b", rng.randbytes(rows).translate(SMALL)),
        array("h", (rng.randint(0, 120) for _ in range(hidden))),
        array("h", (rng.randint(-127, 127) for _ in range(2 * features.buckets * hidden))),
        array("i", (rng.randint(-(10**6), 10**6) for _ in range(features.buckets))),
    )
    head = {
        "format": "outwit network 2",
        "slots": features.slots,
        "states": features.states,
        "buckets": features.buckets,
        "hidden": hidden,
        "scale": 400,
        "corrects": features.corrects,
    }
    packed = zlib.compress(b"".join(part.tobytes() for part in weights), 1)
    path.write_bytes(json.dumps(head).encode() + b"\n" + packed)
