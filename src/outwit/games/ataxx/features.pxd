# header only
cdef enum:
    ROW = 6
    WINDOWS = 36
    STRIDE = 9
    EMPTIES_A_BUCKET = 7
