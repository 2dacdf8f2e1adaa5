"""Networks: ``GAME``, then the file; or ``GAME raw``, the head of a file, and weights to pack.

Weights that are packed here are four lines, for rows, bias, outputs and their bias. Each line is
repeated until it is as long as the head asks for, so that a fuzzer can change the weights: in a
file they are compressed.
"""

from __future__ import annotations

import json
import zlib
from random import Random

from outwit.core.features import Features
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.engine.evaluator import Evaluator
from outwit.engine.network import Network, load_network
from outwit.errors import BadFile
from tests.fuzz.heads import check_refusal, chosen, games, guess, read_head
from tests.fuzz.scratch import scratch_file

# Numbers of the hidden layer for which weights are made, and moves of a game that is evaluated.
MOST_HIDDEN = 24
PLIES = 4


def target(data: bytes) -> None:
    words, rest = read_head(data)
    game, features = with_features(words[0] if words else "")
    content = packed(rest, features) if "raw" in words[1:] else rest
    with scratch_file(content) as path:
        try:
            network = load_network.__wrapped__(path, features)
        except BadFile as error:
            check_refusal(error)
            return
    assert network is not None
    check_network(network, game, data)


def with_features(name: str) -> tuple[Game, Features]:
    """Return a game that has a network, by its name or any other text."""
    found = ((game, game.parts.features) for game in games())
    return guess(name, {game.name: (game, known) for game, known in found if known is not None})


def packed(rest: bytes, features: Features) -> bytes:
    """Return a file of a head and weights that are not packed yet."""
    head, _, weights = rest.partition(b"\n")
    try:
        hidden = int(json.loads(head)["hidden"])
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
        hidden = 8
    hidden = max(0, min(hidden, MOST_HIDDEN))
    sizes = (
        features.slots * features.states * hidden,
        2 * hidden,
        2 * 2 * features.buckets * hidden,
        4 * features.buckets,
    )
    patterns = weights.split(b"\n", 3)
    patterns += patterns[:1] * (len(sizes) - len(patterns))
    parts = [repeated(pattern, size) for pattern, size in zip(patterns, sizes, strict=True)]
    return head + b"\n" + zlib.compress(b"".join(parts), 1)


def repeated(pattern: bytes, size: int) -> bytes:
    """Return a pattern as often as it takes to fill a size."""
    filled = pattern or b"\0"
    return (filled * (size // len(filled) + 1))[:size]


def check_network(network: Network, game: Game, data: bytes) -> None:
    """What a search computes from ply to ply is what the network says of each position."""
    rng = Random(chosen(data, 1 << 32))
    position = start(game)
    evaluator = Evaluator(network, position, PLIES + 1)
    for ply in range(PLIES + 1):
        assert evaluator.score(ply) == network.score(position)
        moves = list(position.legal_moves)
        if not moves:
            break
        position.play(rng.choice(moves))


def start(game: Game) -> Position:
    """Begin a game on a board that matches are played on: others may have no features."""
    draw = game.parts.openings.options
    return game.start() if draw is None else game.start(**draw(Random(1)))
