"""Steps on the board of Jeson Mor, whose rows are 32 squares apart."""

STRIDE = 32
# The four ways along lines, and for each the two knight's leaps that a piece standing there blocks.
WAYS = [STRIDE, 1, -STRIDE, -1]
LEAPS = [
    [2 * STRIDE - 1, 2 * STRIDE + 1],
    [2 + STRIDE, 2 - STRIDE],
    [-2 * STRIDE + 1, -2 * STRIDE - 1],
    [-2 - STRIDE, -2 + STRIDE],
]
