cimport cython
from outwit.core cimport verdict
from outwit.core.moves cimport MoveStack
from outwit.core.position cimport Position
from outwit.core.rules cimport Rules
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
    cdef bytearray value_store
    cdef bytearray stone_store
    cdef bytearray row_store
    cdef bytearray column_store
    cdef bytearray cell_store

    cdef void note_cell(self, int row, int column) noexcept nogil
    cdef int inwards(self, int cell) noexcept nogil
    cdef bint can_push(self, int first, int step, int stones, int length) noexcept nogil
    cdef void weigh(self, int cell, int sign) noexcept nogil
    cdef void put(self, int cell, int stone) noexcept nogil
    cdef void lift(self, int cell) noexcept nogil
    cdef void fill(self, int cell, int change) noexcept nogil
