"""Numbers of what the learned evaluation sees; ``features.pxd`` says the same to the compiler."""

# The pairs of neighbouring squares: twenty each across and down, sixteen on either diagonal.
PAIRS = 72
# A square has one of five levels, and nobody, one of the viewer's workers or the other's on it.
SQUARE_STATES = 15
STATES = 225


def swapped(square: int) -> int:
    """Return the state of a square as the other side sees it."""
    return square - square % 3 + (0, 2, 1)[square % 3]


SWAP = tuple(
    SQUARE_STATES * swapped(state // SQUARE_STATES) + swapped(state % SQUARE_STATES)
    for state in range(STATES)
)
# The phases of the game, by the storeys built.
STOREYS_A_BUCKET = 7
BUCKETS = 8
