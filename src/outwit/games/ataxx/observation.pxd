from outwit.geometry cimport memory
from outwit.geometry.bits cimport u8, u64

cdef int SIZE, STRIDE, CELLS
cdef u64 ROW, EVERY
cdef u64 BYTES[128]

cdef void write_board(u64 board, u8* planes, int start) noexcept nogil
cdef void write_number(u64 number, u8* planes, int start) noexcept nogil
