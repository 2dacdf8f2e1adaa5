from outwit.geometry cimport memory
from outwit.geometry.bits cimport u8

cdef int NO_PUSH, MOST_TABLED, ENTRY, BLOCKED, SMALL_GAIN, LARGE_GAIN, MOST_EMPTY, TERMS, MOST_MOVED, DEAD
cdef int STANDING[24]
cdef int PUSHED[36]

cdef int moved(u8* stones, int border, int step, int length) noexcept nogil
cdef int shift(u8* values, u8* stones, int border, int step, int length) noexcept nogil
cdef int push_worth(int value, int change, int count, int length) noexcept nogil
cdef int line_worth(
    u8* values, u8* stones, int first, int step, int length, int lead, int empties, int side
) noexcept nogil

cdef class Pushes:
    cdef bint is_tabled
    cdef bint is_ready
    cdef int rows
    cdef int columns
    cdef int row_size
    cdef int column_size
    cdef u8* values
    cdef short* table
    cdef u8* line_values
    cdef u8* line_stones
    cdef list stores

    cdef void prepare(self) noexcept nogil
    cdef void fill(self, int at, int cell, int step, int length) noexcept nogil
    cdef void write_entry(self, int at, int length) noexcept nogil
