from outwit.core.position cimport Position
from outwit.core.rules cimport Rules
from outwit.geometry cimport bits, memory
from outwit.geometry.bits cimport u8, u16, u32, u64

cdef int MOST_PIECES, EMPTY, KNIGHT, BLACK, FRAME, HEAD
cdef u64 LOW

cdef int length(int origin, int target) noexcept nogil

cdef class Placement(Position):
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
    cdef bint is_awarded(self) noexcept nogil
    cdef void change_lead(self, int change) noexcept nogil
