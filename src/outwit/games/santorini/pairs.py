"""The states of pairs of squares; ``pairs.pxd`` has them in C, for vector instructions."""

from __future__ import annotations

from collections.abc import Sequence

from outwit.games.santorini.features import PAIRS, SQUARE_STATES


def write_pairs(
    level: Sequence[int],
    first: int,
    second: int,
    one: Sequence[int],
    two: Sequence[int],
    states: memoryview[int],
    start: int,
) -> None:
    """Write the state of each pair: which levels its squares have, and whose workers are there.

    ``first`` and ``second`` are the squares of each side's workers, ``one`` and ``two`` the squares
    of each pair.
    """
    seen = [3 * level[i] + (first >> i & 1) + 2 * (second >> i & 1) for i in range(25)]
    for i in range(PAIRS):
        states[start + i] = SQUARE_STATES * seen[one[i]] + seen[two[i]]
