"""The legal clones and jumps as bits, in the order of the actions (see ``jumps.pxd``)."""

from __future__ import annotations

from collections.abc import Sequence

WORD = (1 << 64) - 1


def write_actions(
    own: int,
    empty: int,
    clones: int,
    legal: memoryview[int],
    far_origins: Sequence[int],
    far_targets: Sequence[int],
    near_origins: Sequence[int],
    near_targets: Sequence[int],
) -> int:
    """Write the bits of 49 clones and then of all jumps; return 0 if there are none.

    The tables have the jumps of a row of bits: the 29 to a row two away, and the ten to others.
    """
    bits, at = clones, 49
    for row in range(7):
        stones = own >> 9 * row & 127
        for target in range(max(0, row - 2), min(7, row + 3)):
            squares = empty >> 9 * target & 127
            if abs(target - row) == 2:
                bits |= (far_origins[stones] & far_targets[squares]) << at
                at += 29
            else:
                bits |= (near_origins[stones] & near_targets[squares]) << at
                at += 10
    for word in range(-(-at // 64)):
        legal[word] = bits >> 64 * word & WORD
    return bits
