"""Numbers of what the learned evaluation sees; ``features.pxd`` says the same to the compiler."""

# The windows of two by two squares: six in a row, six rows. A row of the board takes nine bits.
ROW = 6
WINDOWS = 36
STRIDE = 9
# The squares of a row; times COPIES it stands there six times, every seven bits; of these, each
# byte's first two bits.
SQUARES = 0x7F
COPIES = 0x810204081
PAIRS = 0x030303030303
# Two bits for each of four squares.
STATES = 256
# The other side sees the bits of the squares exchanged.
SWAP = tuple((state & 15) << 4 | state >> 4 for state in range(STATES))
# The phases of the game, by the number of empty squares, of which there are at most 45.
EMPTIES_A_BUCKET = 7
BUCKETS = 7
