from outwit.games.ataxx cimport jumps
from outwit.geometry.bits cimport u32, u64

cdef int LAST
cdef u32 PASS
cdef u64 ONES, TWOS, FOURS
cdef u32 FAR_ORIGINS[128]
cdef u32 FAR_TARGETS[128]
cdef u32 NEAR_ORIGINS[128]
cdef u32 NEAR_TARGETS[128]
cdef u32 MOVES[530]
cdef short ACTIONS[4096]

cdef u64 gathered(u64 board) noexcept nogil
cdef u64 mark(u64 own, u64 empty, u64 near, u64* legal) noexcept nogil
cdef int number_of(u32 move) noexcept nogil
cdef u32 move_of(int action) noexcept nogil
