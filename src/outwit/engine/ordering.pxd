from outwit.core cimport numbers
from outwit.core.moves cimport MoveStack
from outwit.core.position cimport Position
from outwit.engine cimport picking
from outwit.geometry cimport memory
from outwit.geometry.bits cimport u32

cdef int BY_TABLE, BY_KILLER, MOST_HISTORY

cdef int history_slot(u32 move, int side) noexcept nogil

cdef class Ordering:
    cdef Position position
    cdef MoveStack moves
    cdef int* ranks
    cdef u32* killers
    cdef int* history
    cdef object stores
    cdef int guess
    cdef bint has_killers
    cdef int bonus

    cdef void rank(self, int start, int stop, u32 known, int ply) noexcept nogil
    cdef bint bring(self, int start, int stop, u32 known) noexcept nogil
    cdef void pick(self, int at, int stop) noexcept nogil
    cdef bint is_promising(self, int at) noexcept nogil
    cdef int history_of(self, int at) noexcept nogil
    cdef void reward(self, int start, int at, int depth, int ply) noexcept nogil
