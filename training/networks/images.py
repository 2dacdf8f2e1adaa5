"""Finds how slots and their states change when a board is reflected or rotated.

A game need not state this: it is derived from positions and their images. A slot of the image
belongs to the slot of the position whose state always decides its state, and the other way round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from outwit.core.value import Value
from outwit.errors import GameFault
from training.networks.dataset import features_of, seen_by_mover

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from outwit.core.features import Features
    from outwit.core.game import Game
    from outwit.core.position import Position
    from outwit.core.symmetry import Symmetry
    from training.networks.played import PlayedGame

UNKNOWN = -1
# Most positions searched for states that have not occurred yet.
LOOKED_AT = 100_000
# Samples of the first comparison, which rules out most pairs of slots.
FIRST_LOOK = 256


class Images(Value):
    """For each symmetry, the identity being the first, the features of a position's image.

    Feature ``i`` of the image, counted over both halves, is ``numbers[symmetry, i, state]`` for the
    state of slot ``sources[symmetry, i]``: its slot times the number of states plus its state
    there; UNKNOWN if no such state was seen.
    """

    sources: NDArray[np.int64]
    numbers: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.sources)

    def features(self, states: NDArray[np.generic], symmetry: int) -> NDArray[np.int32]:
        """Return the features of the image of each row; of a row with an unknown state, its own."""
        places = np.arange(states.shape[1])
        found: NDArray[np.int32] = self.numbers[symmetry, places, states[:, self.sources[symmetry]]]
        unknown = (found < 0).any(axis=1)
        if unknown.any():
            found[unknown] = self.numbers[0, places, states[unknown]]
        return found

    def count(self, by_place: NDArray[np.int64]) -> NDArray[np.int64]:
        """Count features, all symmetries together, given how often each place had each state."""
        places, states = by_place.shape
        total = np.zeros(places // 2 * states, np.int64)
        for sources, numbers in zip(self.sources, self.numbers, strict=True):
            known = numbers >= 0
            np.add.at(total, numbers[known], by_place[sources][known])
        return total


def identity(features: Features) -> Images:
    """Return the features of positions as they are."""
    slots, states = features.slots, features.states
    numbers = np.arange(slots * states, dtype=np.int32).reshape(slots, states)
    return Images(np.arange(2 * slots)[None], np.concatenate([numbers, numbers])[None])


def learn_images(game: Game, games: Iterable[PlayedGame]) -> Images:
    """Learn the symmetries of a game from the positions of played games."""
    features = features_of(game)
    places = np.arange(2 * features.slots)
    covered = np.zeros((2 * features.slots, features.states), np.bool_)
    samples: list[Position] = []
    looked = 0
    for played in games:
        for position, _ in played.replay(game):
            states = seen_by_mover(position)
            if not covered[places, states].all():
                covered[places, states] = True
                samples.append(position.copy())
            looked += 1
        if looked >= LOOKED_AT:
            break
    here = identity(features)
    if not samples:
        return here
    before = np.array([seen_by_mover(position) for position in samples])
    found = [here]
    for symmetry in samples[0].symmetries:
        if symmetry.name != "identity":
            after = np.array([seen_by_mover(position.image(symmetry)) for position in samples])
            found.append(_match(features, before, after, symmetry))
    return Images(
        np.concatenate([images.sources for images in found]),
        np.concatenate([images.numbers for images in found]),
    )


def _match(
    features: Features, before: NDArray[np.uint16], after: NDArray[np.uint16], symmetry: Symmetry
) -> Images:
    """Find the slot that decides each slot of the image, and how its states change."""
    slots, states = features.slots, features.states
    sources = np.zeros(2 * slots, np.int64)
    numbers = np.full((2 * slots, states), UNKNOWN, np.int32)
    for place in range(2 * slots):
        half = range(slots) if place < slots else range(slots, 2 * slots)
        wanted = after[:, place]
        for source in half:
            given = before[:, source]
            if not _agree(given[:FIRST_LOOK], wanted[:FIRST_LOOK], states):
                continue
            if _agree(given, wanted, states):
                sources[place] = source
                numbers[place, given] = place % slots * states + wanted.astype(np.int32)
                break
        else:
            raise GameFault(
                f"slot {place % slots} has no counterpart under the symmetry {symmetry.name}"
            )
    return Images(sources[None], numbers[None])


def _agree(given: NDArray[np.uint16], wanted: NDArray[np.uint16], states: int) -> bool:
    """Tell whether the one column decides the other, both ways."""
    return _decides(given, wanted, states) and _decides(wanted, given, states)


def _decides(given: NDArray[np.uint16], wanted: NDArray[np.uint16], states: int) -> bool:
    """Tell whether equal states of the one column come with equal states of the other."""
    known = np.zeros(states, wanted.dtype)
    known[given] = wanted
    return bool((known[given] == wanted).all())
