from outwit.geometry.bits cimport u8, u16

cdef int KNIGHT, MOST

cdef void place(
    u8* planes, u8* cell, u16* where, int first, int stop, int size, int start
) noexcept nogil
cdef void fill(u8* planes, int start, int stop, int number) noexcept nogil
cdef void count(u8* planes, int plane, int cells, int number) noexcept nogil
