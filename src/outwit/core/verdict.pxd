# header only
cdef enum:
    RUNNING = 0
    FIRST_WINS = 1
    SECOND_WINS = 2
    DRAWN = 3
    REASON = 4
