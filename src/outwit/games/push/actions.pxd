from outwit.geometry cimport bits
from outwit.geometry.bits cimport u8, u64

cdef void mark_inner(u64* legal, u64* stones, u64* inner, int words) noexcept nogil
cdef void mark_pushes(
    u64* legal, u8* stones, int* in_row, int* in_column, int rows, int columns
) noexcept nogil
cdef void mark_push(u64* legal, u8* stones, int cell, int inwards, bint has_gap) noexcept nogil
