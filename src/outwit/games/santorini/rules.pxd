# compiled with -O2
cimport cython
from outwit.core cimport numbers, verdict
from outwit.core.moves cimport MoveStack
from outwit.core.position cimport Position
from outwit.core.rules cimport Rules
from outwit.games.santorini cimport actions, evaluation, features, observation, pairs
from outwit.geometry cimport bits
from outwit.geometry.bits cimport u8, u32, u64

cdef u64 NEAR[25]
cdef u64 NEAR_HIGH[25]
cdef u8 PAIR_ONE[72]
cdef u8 PAIR_TWO[72]
cdef u32 GROUND
cdef u64 HEIGHTS
cdef u64 PEOPLE

cdef int count_builds(u32 steps, u32 others, u64 open_ground) noexcept nogil

@cython.final
cdef class Santorini(Position):
    cdef u8 worker[4]
    cdef u8 level[25]
    cdef u32 reached[6]
    cdef u32 standing[2]
    cdef bint official
    cdef int first_turn

    cdef int too_high(self, int square) noexcept nogil
    cdef u32 steps(self, int square, u32 free) noexcept nogil
    cdef u32 summits(self, int side) noexcept nogil
    cdef int keep_answers(self, MoveStack moves, int start, u32 threats, bint answers) noexcept nogil
    cdef bint prevents(self, u32 move, u32 threats) noexcept nogil
