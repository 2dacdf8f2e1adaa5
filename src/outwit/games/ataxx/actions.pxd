from outwit.geometry.bits cimport u32, u64

cdef int COUNT, LAST
cdef u32 PASS
cdef u64 STAY[9]
cdef u64 LOWEST[65]
cdef int SHIFTS[16]
cdef int CORNERS[16]
cdef int GAPS[16]
cdef int FIRSTS[16]
cdef int LENGTHS[16]
cdef u32 MOVES[530]
cdef short ACTIONS[4096]

cdef u64 gathered(u64 board, int gap) noexcept nogil
cdef u64 mark(u64 own, u64 empty, u64 near, u64* legal) noexcept nogil
cdef int number_of(u32 move) noexcept nogil
cdef u32 move_of(int action) noexcept nogil
