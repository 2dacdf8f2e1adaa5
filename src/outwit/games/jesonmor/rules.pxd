cimport cython
from outwit.core cimport verdict
from outwit.core.moves cimport MoveStack
from outwit.core.position cimport Position
from outwit.games.jesonmor cimport evaluation
from outwit.geometry cimport bits, memory
from outwit.geometry.bits cimport u8, u16, u32, u64

cdef int FRAME
cdef int EMPTY, KNIGHT, ARCHER, WHITE, BLACK, OFF
cdef int WAYS[4]
cdef int LEAPS[4][2]
cdef u64 BLACK_TO_MOVE
cdef u64 SHIELD
cdef u64 LEAD
cdef u64 LEFT
cdef u64 HEIR
cdef int MOST_PIECES

cdef int length(int origin, int target) noexcept nogil

@cython.final
cdef class JesonMor(Position):
    cdef int size
    cdef int made
    cdef int protection
    cdef int centre
    cdef int scores[2]
    cdef int pieces[2]
    cdef bint legs
    cdef bint left_centre
    cdef int heir
    cdef int lead
    cdef int reach
    cdef u64 hash
    cdef u8* board
    cdef u16* where
    cdef u16* slot
    cdef object board_store
    cdef object where_store
    cdef object slot_store

    cdef void put(self, int square, int piece) noexcept nogil
    cdef int refused(self) noexcept nogil
    cdef bint is_presumed(self) noexcept nogil
    cdef void change_lead(self, int change) noexcept nogil
    cdef bint is_shielded(self) noexcept nogil
