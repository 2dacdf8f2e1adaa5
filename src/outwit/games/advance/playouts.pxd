from outwit.core.moves cimport MoveStack
from outwit.games.advance cimport greedy
from outwit.games.advance.rules cimport Advance
from outwit.geometry cimport bits
from outwit.geometry.bits cimport u32, u64

cdef int LENGTH, WIN

cdef int worth(Advance position, MoveStack moves, int start, int best) noexcept nogil
cdef bint threatens(Advance position, MoveStack moves, int start) noexcept nogil

cdef class Playouts:
    cdef readonly Advance position
    cdef MoveStack moves
    cdef u64 drawn

    cdef int draw(self, int number) noexcept nogil
    cdef u32 pick(self) noexcept nogil
    cdef int play_out(self, u32 move) noexcept nogil
