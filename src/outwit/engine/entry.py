"""The fields of an entry of the transposition table, and the meaning of its bound.

``entry.pxd`` declares the same for the compiler. No entry is 0, because its bound is not.
"""

# The lowest bit and the mask of each field; the age has the remaining bits.
MOVE_BITS = 0xFFFFFFFF
SCORE_AT = 32
SCORE_BITS = 65535
DEPTH_AT = 48
DEPTH_BITS = 255
BOUND_AT = 56
BOUND_BITS = 3
AGE_AT = 58
AGES = 64
# Added to a score, so that the field has no sign.
SCORE_OFFSET = 32768

# The score is at least, or at most, what is found; an exact score is both.
LOWER = 1
UPPER = 2
EXACT = 3
