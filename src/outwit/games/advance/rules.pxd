from outwit.core cimport verdict
from outwit.core.moves cimport MoveStack
from outwit.core.rules cimport Rules
from outwit.games.advance cimport evaluation, features, field, pieces
from outwit.games.advance.field cimport Field
from outwit.geometry cimport bits
from outwit.geometry.bits cimport u8, u32, u64

cdef int LAST_MOVES, FEW, MATERIAL, TEMPO
cdef u64 BLACK_TO_MOVE
cdef u64 CLOCK
cdef u64 LIMIT
cdef u8 SEEN[64]

cdef class Advance(Field):
    cdef int made
    cdef int limit

    cdef int add(self, MoveStack moves, int stop, u32 move, bint doubtful) noexcept nogil
    cdef int walk(self, MoveStack moves, int start, bint one, bint quiet) noexcept nogil
    cdef bint is_stuck(self) noexcept nogil
    cdef bint at_limit(self) noexcept nogil
    cdef bint can_build(self) noexcept nogil
