# header only
cdef enum:
    SQUARES = 81
    PIECES_A_BUCKET = 5
    BUCKETS = 8
