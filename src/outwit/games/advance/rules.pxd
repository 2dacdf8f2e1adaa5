# compiled with -O2
from outwit.core cimport numbers, verdict
from outwit.core.moves cimport MoveStack
from outwit.core.rules cimport Rules
from outwit.games.advance cimport features, field, movement, observation, pieces
from outwit.games.advance.movement cimport Movement
from outwit.geometry cimport bits
from outwit.geometry.bits cimport u8, u16, u32, u64

cdef int LAST_MOVES, FEW, MATERIAL, TEMPO
cdef u64 BLACK_TO_MOVE
cdef u64 CLOCK
cdef u64 LIMIT
cdef u8 SEEN[64]
cdef int ACTIONS, PLANES, MOST_LEFT
cdef u8 CELLS[512]
cdef u16 NUMBERS[13122]
cdef u32 MOVES[7032]

cdef int number(u32 move, int side) noexcept nogil
cdef int guess(u8* cell, u32 move, int foe) noexcept nogil

cdef class Advance(Movement):
    cdef int made
    cdef int limit

    cdef bint is_stuck(self) noexcept nogil
    cdef bint at_limit(self) noexcept nogil
    cdef bint can_build(self) noexcept nogil
