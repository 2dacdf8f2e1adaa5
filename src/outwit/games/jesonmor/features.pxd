# header only
cdef enum:
    SIZE = 9
    STRIDE = 32
    SQUARES = 81
    SLOTS = 82
    PIECES_A_BUCKET = 3
    BUCKETS = 6
