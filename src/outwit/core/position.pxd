from outwit.core.moves cimport MoveStack
from outwit.geometry cimport memory
from outwit.geometry.bits cimport u32, u64

cdef class Position:
    cdef int side
    cdef int ply
    cdef int frame
    cdef int room
    cdef int most
    cdef bint timed
    cdef u64* past
    cdef object store
    cdef object origin
    cdef object record
    cdef object fault
    cdef public dict options
    cdef MoveStack scratch

    cdef int generate(self, MoveStack moves, int start) noexcept nogil
    cdef int count(self) noexcept nogil
    cdef u64 replies(self, MoveStack moves, int start, int stop) noexcept nogil
    cdef void make(self, u32 move) noexcept nogil
    cdef void unmake(self) noexcept nogil
    cdef int status(self) noexcept nogil
    cdef u64 digest(self) noexcept nogil
    cdef int evaluate(self) noexcept nogil
    cdef int repeated(self) noexcept nogil
    cdef int order(self, u32 move) noexcept nogil
    cdef int generate_forcing(self, MoveStack moves, int start) noexcept nogil
    cdef bint can_skip(self) noexcept nogil
    cdef void skip(self) noexcept nogil
    cdef void unskip(self) noexcept nogil

    cdef void push(self, u32 move, str text)
