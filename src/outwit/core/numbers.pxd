# header only
cdef enum:
    NO_MOVE = 0xFFFFFFFF
    SKIP = -1
