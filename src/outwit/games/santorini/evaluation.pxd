from outwit.geometry cimport bits
from outwit.geometry.bits cimport u8, u32, u64

cdef u64 NEAR[25]
cdef int MIDDLE[25]
cdef int LEVELS[4]
cdef int STEP, CLIMB, THREAT, TEMPO, WINNING

cdef u32 reach(int square, u8* level, u32* reached, u32 free) noexcept nogil
cdef int people(u8* worker, u8* level, u32* reached, u32 free, int side) noexcept nogil
cdef int evaluate(u8* worker, u8* level, u32* reached, int side) noexcept nogil
