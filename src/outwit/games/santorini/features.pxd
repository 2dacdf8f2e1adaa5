# header only
cdef enum:
    PAIRS = 72
    SQUARE_STATES = 15
    STOREYS_A_BUCKET = 7
    BUCKETS = 8
