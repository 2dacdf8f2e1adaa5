"""The legal clones and jumps as bits, in the order of the actions (see ``jumps.pxd``)."""

from __future__ import annotations

SIZE = 7
STRIDE = 9
WORD = (1 << 64) - 1


def write_actions(own: int, empty: int, near: int, legal: memoryview[int]) -> int:
    """Write the bits of clones to the squares ``near``, then of all jumps; return 0 without any."""
    bits, used, found = gathered(near, SIZE), SIZE * SIZE, near
    for down in range(-2, 3):
        for right in range(-2, 3):
            if 2 in (abs(down), abs(right)):
                shift = STRIDE * down + right
                jumps = own & (empty >> shift if shift > 0 else empty << -shift)
                width, height = SIZE - abs(right), SIZE - abs(down)
                corner = STRIDE * max(0, -down) + max(0, -right)
                found |= jumps
                bits |= gathered(jumps >> corner, width) << used
                used += width * height
    for word in range(-(-used // 64)):
        legal[word] = bits >> 64 * word & WORD
    return found


def gathered(board: int, width: int) -> int:
    """Close the gaps between rows of some width, which begin at the first bit."""
    rows = (board >> STRIDE * row & (1 << width) - 1 for row in range(SIZE))
    return sum(row << width * number for number, row in enumerate(rows))
