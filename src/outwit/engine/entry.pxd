# header only
cdef enum:
    SCORE_AT = 32
    SCORE_BITS = 65535
    DEPTH_AT = 48
    DEPTH_BITS = 255
    BOUND_AT = 56
    BOUND_BITS = 3
    AGE_AT = 58
    AGES = 64
    SCORE_OFFSET = 32768
    LOWER = 1
    UPPER = 2
    EXACT = 3

# Apart, as one constant beyond the signed numbers takes the sign from all beside it.
cdef enum:
    MOVE_BITS = 0xFFFFFFFF
