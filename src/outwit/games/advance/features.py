"""Numbers of what the learned evaluation sees; ``features.pxd`` says the same to the compiler."""

from outwit.games.advance.pieces import BLACK, WALL, WHITE

# The squares, row by row from the viewer's own side.
SQUARES = 81
# Each side sees the rows from its own end.
MIRROR = tuple(9 * (8 - row) + column for row in range(9) for column in range(9))
# Nothing, a wall, one of the viewer's eight kinds of piece, or one of the other's.
STATES = 18
SWAP = (0, 1, *range(10, 18), *range(2, 10))
# The state of each cell as White sees it.
SEEN = [0] * 64
SEEN[WALL] = 1
for kind in range(8):
    SEEN[WHITE | kind] = 2 + kind
    SEEN[BLACK | kind] = 10 + kind
# The phases of the game, by the pieces on the board.
PIECES_A_BUCKET = 5
BUCKETS = 8
