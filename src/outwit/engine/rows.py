"""The inner loops of a network; ``rows.pxd`` has them in C, for vector instructions."""

from __future__ import annotations

from outwit.engine import units


def differences(
    seen: memoryview[int],
    old: int,
    new: int,
    firsts: memoryview[int],
    seconds: memoryview[int],
    turned: memoryview[int],
    slots: int,
    private: int,
    hidden: int,
    room: int,
    gone: memoryview[int],
    come: memoryview[int],
) -> int:
    """List removed and added rows, and return the number of slots that differ.

    -1: the caller must list them. The interpreted version does this, because only C is faster than
    ``Evaluator.list_changes``.
    """
    return -1


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
    """Write sums at ``target``: those at ``source`` minus the rows ``gone`` plus the rows ``come``.

    ``gone`` and ``come`` hold the offsets of rows, ``count`` of them from ``first`` on. Source and
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
    """Return the weighted sum of one half of the hidden layer, each unit clipped and squared."""
    total = 0
    for i in range(hidden):
        value = min(max(sums[at + i], 0), units.HIDDEN_ONE)
        total += value * value * outputs[weights + i]
    return total
