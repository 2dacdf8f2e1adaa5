from outwit.games.ataxx cimport jumps
from outwit.geometry.bits cimport u32, u64

cdef int COUNT, LAST
cdef u32 PASS
cdef u32 MOVES[530]
cdef short ACTIONS[4096]

cdef u64 mark(u64 own, u64 empty, u64 near, u64* legal) noexcept nogil
cdef int number_of(u32 move) noexcept nogil
cdef u32 move_of(int action) noexcept nogil
