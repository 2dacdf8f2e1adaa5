"""The numbers of Advance's pieces and squares; ``pieces.pxd`` says the same to the compiler.

The board lies in rows of 16 squares, three squares of margin on every side: a square is 16 times
its row plus its column, both counted from 3 at the bottom left. A piece is its kind plus its
colour. A move is its target plus 256 times its origin, plus ACT if the piece stays where it is.
"""

from outwit.geometry.squares import name

ZOMBIE = 0
BUILDER = 1
JESTER = 2
MINER = 3
SENTINEL = 4
CATAPULT = 5
DRAGON = 6
GENERAL = 7

EMPTY = 0
WHITE = 8
BLACK = 16
PIECE = WHITE | BLACK
WALL = 32
OFF = 64

STRIDE = 16
MARGIN = 3
MOST_PIECES = 81
# Words of the past that a move needs: itself; what stood on its target and who led in places; the
# key.
FRAME = 3
ACT = 1 << 24

KINDS = "ZBJMSCDG"
CELLS = {
    ".": EMPTY,
    "#": WALL,
    **{letter: WHITE | kind for kind, letter in enumerate(KINDS)},
    **{letter.lower(): BLACK | kind for kind, letter in enumerate(KINDS)},
}
# The letter of each cell, for ``bytes.translate``; whatever is off the board has none.
PRINTED = bytes(
    next((ord(letter) for letter, cell in CELLS.items() if cell == number), 0)
    for number in range(256)
)


# Steps to the neighbours, the orthogonal ones first; a Sentinel's; and to where a Catapult hits.
NEIGHBOURS = [16, 1, -16, -1, 17, -15, -17, 15]
JUMPS = [33, 31, 18, 14, -33, -31, -18, -14]
SHOTS = [48, 3, -48, -3, 34, -30, -34, 30]


def at(column: int, row: int) -> int:
    """Return the square of a column and row counted from 0."""
    return STRIDE * (row + MARGIN) + column + MARGIN


# Where the rows begin, from the top; and the name of each square.
ROWS = [at(0, row) for row in range(8, -1, -1)]
NAMES = [
    name((square & 15) - MARGIN, (square >> 4) - MARGIN)
    if 0 <= (square & 15) - MARGIN < 9 and 0 <= (square >> 4) - MARGIN < 9
    else ""
    for square in range(256)
]
