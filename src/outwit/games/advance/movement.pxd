from outwit.core.moves cimport MoveStack
from outwit.core.rules cimport Rules
from outwit.games.advance cimport pieces
from outwit.games.advance.field cimport Field
from outwit.geometry.bits cimport u8, u32, u64

cdef int AROUND[8]
cdef int JUMPS[8]
cdef int SHOTS[8]
cdef u8 SWAPS[256]
cdef u8 REACHES[16384]
cdef signed char WAYS[512]
cdef int ANYWAY, IN_SIGHT

cdef class Movement(Field)

cdef bint is_protected(u8* cell, int square, int guard) noexcept nogil
cdef bint can_be_taken(u8* cell, int square, int foe) noexcept nogil
cdef bint is_attacked(Movement position, int square, int side) noexcept nogil

cdef class Movement(Field):
    cdef bint in_danger(self, int side) noexcept nogil
    cdef bint exposes(self, u32 move) noexcept nogil
    cdef int keep_safe(self, u32* data, int start, int stop, bint danger) noexcept nogil
    cdef void mark_seen(self) noexcept nogil
    cdef bint look_around(self) noexcept nogil
    cdef int walk(self, MoveStack moves, int start, bint one, bint quiet) noexcept nogil
    cdef int walk_with(
        self, MoveStack moves, int start, bint one, bint quiet, int low, int high
    ) noexcept nogil
