"""How far stones reach on rows of nine squares, of which the board has seven."""

STRIDE = 9
WORD = (1 << 64) - 1


def spread(stones: int) -> int:
    """Return the squares of some stones and all around them, and maybe some beyond the edges."""
    stones |= stones << 1 | stones >> 1
    return (stones | stones << STRIDE | stones >> STRIDE) & WORD
