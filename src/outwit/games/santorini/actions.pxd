from outwit.core cimport numbers
from outwit.geometry cimport bits
from outwit.geometry.bits cimport u8, u32, u64

cdef u64 NEAR[25]
cdef u8 WAY[1024]
cdef u8 NEXT[200]
cdef u64 LOW[256]
cdef u64 HIGH[8]
cdef int WINS
cdef u32 GROUND

cdef u32 steps(int square, u8* level, u32* reached, u32 free) noexcept nogil
cdef int number(u32 move, u32 first_worker) noexcept nogil
cdef u32 move_of(
    int action, u8* worker, int first, u8* level, u32* reached, u32 free, bint official
) noexcept nogil
cdef void mark(
    u64* legal, u8* worker, int first, u8* level, u32* reached, u32 free, bint official
) noexcept nogil
