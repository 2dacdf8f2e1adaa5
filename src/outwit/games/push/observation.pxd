from outwit.geometry cimport memory
from outwit.geometry.bits cimport u8, u64

cdef u64 ONES

cdef void write(u8* planes, u64* values, u64* stones, int size, int side) noexcept nogil
