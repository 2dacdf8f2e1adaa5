"""Directions and neighbours on the five by five squares of Santorini."""

SIZE = 5
# Clockwise from north, as (row, column) steps.
COMPASS = {
    "n": (-1, 0),
    "ne": (-1, 1),
    "e": (0, 1),
    "se": (1, 1),
    "s": (1, 0),
    "sw": (1, -1),
    "w": (0, -1),
    "nw": (-1, -1),
}
# For every square, row by row from the top left, the set of its neighbours as bits.
NEAR = [
    sum(
        1 << (row + down) * SIZE + column + right
        for down, right in COMPASS.values()
        if 0 <= row + down < SIZE and 0 <= column + right < SIZE
    )
    for row in range(SIZE)
    for column in range(SIZE)
]
# The pairs of neighbouring squares.
PAIRS = [(i, j) for i in range(SIZE * SIZE) for j in range(i + 1, SIZE * SIZE) if NEAR[i] >> j & 1]
