from outwit.core cimport numbers
from outwit.geometry cimport bits
from outwit.geometry.bits cimport u8, u16, u32, u64

cdef int KNIGHT, ARCHER, OFF, STRIDE, LONGEST
cdef int WAYS[4]
cdef int LEAPS[4][2]
cdef int LEAP_NUMBERS[131]

cdef int number(u32 move, bint leaps, int size) noexcept nogil
cdef u32 find(u8* cell, u32 move, int leap, int own, int refused, bint legs) noexcept nogil
cdef void mark(
    u64* legal, u8* cell, u16* where, int first, int stop, int size, int refused, bint legs
) noexcept nogil
