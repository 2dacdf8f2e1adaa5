# header only
cdef enum:
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
    PIECE = 24
    WALL = 32
    OFF = 64

    STRIDE = 16
    MOST_PIECES = 81
    FRAME = 3
    ACT = 16777216
