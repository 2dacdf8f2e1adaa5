# header only
cdef enum:
    HIDDEN_ONE = 255
    WEIGHT_ONE = 64
    OUTPUT_ONE = 4161600
