"""The two inner loops of a network; ``rows.pxd`` has them in C, for vector instructions."""

from __future__ import annotations

from outwit.engine import units


def exchange(
    sums: memoryview[int],
    source: int,
    target: int,
    rows: memoryview[int],
    gone: memoryview[int],
    come: memoryview[int],
    first: int,
    count: int,
    hidden: int,
) -> None:
    """Write sums at ``target``: those at ``source``, without rows that are gone, with others.

    ``gone`` and ``come`` say where rows begin, ``count`` of them from ``first`` on. Source and
    target do not overlap.
    """
    for i in range(hidden):
        total = sums[source + i]
        for j in range(first, first + count):
            total += rows[come[j] + i] - rows[gone[j] + i]
        sums[target + i] = total


def weigh(
    sums: memoryview[int], at: int, outputs: memoryview[int], weights: int, hidden: int
) -> int:
    """Add up one half of the hidden layer, each sum cut off, squared and weighted."""
    total = 0
    for i in range(hidden):
        value = min(max(sums[at + i], 0), units.HIDDEN_ONE)
        total += value * value * outputs[weights + i]
    return total
