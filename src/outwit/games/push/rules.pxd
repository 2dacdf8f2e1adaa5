cimport cython
from outwit.core cimport verdict
from outwit.core.moves cimport MoveStack
from outwit.core.position cimport Position
from outwit.geometry cimport bits, memory
from outwit.geometry.bits cimport u8, u32, u64

cdef int FRAME, X, HELD, LOOSE, NEXT
cdef u64 X_TO_MOVE

@cython.final
cdef class Push(Position):
    cdef int rows
    cdef int columns
    cdef int empties
    cdef int scores[2]
    cdef u64 hash
    cdef u8* values
    cdef u8* stones
    cdef int* in_row
    cdef int* in_column
    cdef int* cells
    cdef int left[10]
    cdef object value_store
    cdef object stone_store
    cdef object row_store
    cdef object column_store
    cdef object cell_store

    cdef void describe(self, int row, int column) noexcept nogil
    cdef int inwards(self, int cell) noexcept nogil
    cdef bint can_push(self, int first, int step, int stones, int length) noexcept nogil
    cdef void weigh(self, int cell, int sign) noexcept nogil
    cdef void put(self, int cell, int stone) noexcept nogil
    cdef void lift(self, int cell) noexcept nogil
    cdef void fill(self, int cell, int change) noexcept nogil
