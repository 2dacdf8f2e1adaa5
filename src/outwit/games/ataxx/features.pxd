# header only
cdef enum:
    ROW = 6
    WINDOWS = 36
    STRIDE = 9
    SQUARES = 0x7F
    EMPTIES_A_BUCKET = 7

cdef extern from *:
    """
    #define OUTWIT_COPIES 0x810204081ull
    #define OUTWIT_PAIRS 0x030303030303ull
    """
    const unsigned long long COPIES "OUTWIT_COPIES"
    const unsigned long long PAIRS "OUTWIT_PAIRS"
