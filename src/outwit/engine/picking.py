"""Finds the greatest of some numbers; ``picking.pxd`` has it in C, for vector instructions."""

from __future__ import annotations


def greatest(ranks: memoryview[int], start: int, stop: int) -> int:
    """Return the index of the greatest of the numbers from ``start`` to before ``stop``.

    Of equal ones it is the first. There is at least one.
    """
    return max(range(start, stop), key=lambda i: ranks[i])
