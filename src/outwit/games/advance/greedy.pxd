from outwit.core.moves cimport MoveStack
from outwit.games.advance cimport pieces
from outwit.games.advance.rules cimport Advance

cdef int WON, FEW

cdef bint is_stuck(Advance position) noexcept nogil
cdef bint may_be_stuck(Advance position) noexcept nogil
cdef int lead(Advance position, int side) noexcept nogil
cdef int keep_best(Advance position, MoveStack moves, int start, int stop, bint exact) noexcept nogil

cdef class Greedy(Advance):
    pass
