# compiled with -O1
from outwit.core cimport numbers, verdict
from outwit.core.moves cimport MoveStack
from outwit.core.rules cimport Rules
from outwit.geometry cimport memory
from outwit.geometry.bits cimport u32, u64

cdef class Position(Rules):
    cdef void make_null(self) noexcept nogil
    cdef void unmake_null(self) noexcept nogil

    cdef object clone(self)
    cdef int reserve(self, int plies) except -1
    cdef void drop_listing(self) noexcept
    cdef int list_moves(self) except -1
    cdef int how_many(self) except -1
    cdef bint allows(self, u32 move) except -1
    cdef u32 require(self, object number, object move) except? 0
    cdef void push(self, u32 move)
    cdef u32 pop(self)
    cdef int check(self) except -1
