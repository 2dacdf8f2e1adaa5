from outwit.geometry.bits cimport u8, u16

cdef int KNIGHT

cdef void place(
    u8* planes, u8* cell, u16* where, int first, int stop, int size, int start
) noexcept nogil
cdef void fill(u8* planes, int plane, int squares, int number) noexcept nogil
cdef void fill_counter(u8* planes, int plane, int squares, int number) noexcept nogil
