cimport cython
from outwit.core cimport numbers, verdict
from outwit.core.moves cimport MoveStack
from outwit.core.position cimport Position
from outwit.core.rules cimport Rules
from outwit.games.jesonmor cimport evaluation, features
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
cdef u64 BENEFICIARY
cdef int MOST_PIECES
cdef u8 SEEN[16]

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
    cdef int beneficiary
    cdef int lead
    cdef int reach
    cdef u64 hash
    cdef u8* cell
    cdef u16* where
    cdef u16* slot
    cdef bytearray cell_store
    cdef bytearray where_store
    cdef bytearray slot_store

    cdef void put(self, int square, int piece) noexcept nogil
    cdef int refused(self) noexcept nogil
    cdef bint is_awarded(self) noexcept nogil
    cdef void change_lead(self, int change) noexcept nogil
    cdef bint is_shielded(self) noexcept nogil
    cdef int ways_out(self, int side) noexcept nogil
    cdef int keep_answers(self, MoveStack moves, int start, bint some, bint captures) noexcept nogil
