from outwit.geometry.bits cimport u8, u16

cdef int WAYS[4]
cdef int LEAPS[4][2]
cdef int KNIGHT_WORTH, ARCHER_WORTH, NEAR, GUARD, THREAT, TEMPO, WINNING, FOR_EACH_CAPTURE, MOST_PIECES

cdef int knights_guarding(u8* board, int centre, int knight, bint legs) noexcept nogil
cdef int archers_guarding(u8* board, int centre, int archer) noexcept nogil
cdef int army(u8* board, u16* where, int first, int count, int centre) noexcept nogil
cdef int evaluate(
    u8* board, u16* where, int* count, int side, int centre, bint legs, bint shielded
) noexcept nogil
