cimport cython
from outwit.core cimport numbers, verdict
from outwit.core.moves cimport MoveStack
from outwit.core.position cimport Position
from outwit.core.rules cimport Rules
from outwit.games.push cimport actions, observation, pushes
from outwit.games.push.pushes cimport Pushes
from outwit.geometry cimport bits, memory
from outwit.geometry.bits cimport u8, u32, u64

cdef int FRAME, CELL, NO_PUSH, ENTRY, UNKNOWN, OFFSET, X, HELD, TEMPO
cdef int POWERS[8]
cdef int HEAD
cdef u64 X_TO_MOVE, VALUES, STONES, HALF

@cython.final
cdef class Push(Position):
    cdef int rows
    cdef int columns
    cdef int size
    cdef int words
    cdef int empties
    cdef bint owns_values
    cdef int scores[2]
    cdef u64 hash
    cdef u8* values
    cdef u8* stones
    cdef u64* value_words
    cdef u64* stone_words
    cdef u64* inner
    cdef int* in_row
    cdef int* in_column
    cdef int* cells
    cdef int worth[2]
    cdef Pushes pushes
    cdef bytearray value_store
    cdef bytearray stone_store
    cdef bytearray row_store
    cdef bytearray column_store
    cdef bytearray cell_store
    cdef bytearray inner_store

    cdef void note_cell(self, int row, int column) noexcept nogil
    cdef int inwards(self, int cell) noexcept nogil
    cdef void count_lines(self, int cell, int gap, int step, int sign) noexcept nogil
    cdef void count_line(self, int line, bint is_row, int sign) noexcept nogil
    cdef int entry(self, int line, bint is_row) noexcept nogil
    cdef void know_worth(self) noexcept nogil
    cdef int line_worth(self, int line, bint is_row) noexcept nogil
    cdef int shift(self, int line, bint is_row, int end) noexcept nogil
    cdef void weigh(self, int cell, int sign) noexcept nogil
    cdef void put(self, int cell, int stone) noexcept nogil
    cdef void lift(self, int cell) noexcept nogil
    cdef void fill(self, int cell, int change) noexcept nogil
    cdef void own_values(self) noexcept nogil
    cdef int save_lines(self, u64* record, int at, int* lines, int length) noexcept nogil
    cdef int load_lines(self, u64* record, int at, int* lines, int length) noexcept nogil
