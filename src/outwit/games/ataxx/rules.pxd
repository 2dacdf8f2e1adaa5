# compiled with -O2
cimport cython
from outwit.core cimport numbers, verdict
from outwit.core.moves cimport MoveStack
from outwit.core.position cimport Position
from outwit.core.rules cimport Rules
from outwit.games.ataxx cimport actions, evaluation, features, observation, reach, windows
from outwit.geometry cimport bits
from outwit.geometry.bits cimport u8, u32, u64

cdef int FRAME, SIDE_BIT
cdef u32 PASS
cdef u64 FULL
cdef u64 NEAR[64]
cdef u64 FAR[64]

cdef int count_moves(u64 own, u64 other, u64 empty) noexcept nogil
cdef int write_clones(MoveStack moves, int start, u64 targets) noexcept nogil
cdef int write_jumps(MoveStack moves, int start, u64 own, u64 targets) noexcept nogil
cdef bint can_move(u64 stones, u64 empty) noexcept nogil

@cython.final
cdef class Ataxx(Position):
    cdef u64 stones[2]
    cdef u64 blocks
    cdef int jumps
    cdef int clock
    cdef int passes_count
    cdef int number
    cdef u64 salt

    cdef bint has_ended(self) noexcept nogil
