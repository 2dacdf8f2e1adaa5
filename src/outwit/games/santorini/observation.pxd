from outwit.geometry cimport bits, memory
from outwit.geometry.bits cimport u8, u32, u64

cdef int SQUARES

cdef void write_squares(u8* planes, int start, u32 squares) noexcept nogil
cdef void write(u8* planes, u8* worker, u32* reached, int side) noexcept nogil
cdef void write_levels(u8* level, u32* reached) noexcept nogil
