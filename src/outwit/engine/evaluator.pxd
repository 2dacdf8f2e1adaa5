cimport cython
from outwit.core.position cimport Position
from outwit.engine cimport rows, units
from outwit.geometry cimport bits, memory
from outwit.geometry.bits cimport i8, u8, u64

@cython.final
cdef class Evaluator:
    cdef Position position
    cdef object stores
    cdef int plies
    cdef int slots
    cdef int states
    cdef int hidden
    cdef int scale
    cdef bint corrects
    cdef int words
    cdef int private
    cdef int room
    cdef u8* seen
    cdef u64* seen_words
    cdef u8* swap
    cdef int* gone
    cdef int* come
    cdef short* sums
    cdef u8* known
    cdef int* scores
    cdef int* mirror
    cdef int* firsts
    cdef int* seconds
    cdef int* turned
    cdef i8* rows
    cdef short* bias
    cdef short* outputs
    cdef int* output_bias

    cdef void forget(self, int ply) noexcept nogil
    cdef int evaluate(self, int ply) noexcept nogil
    cdef void update(self, int ply) noexcept nogil
    cdef int list_changes(self, int last, int here) noexcept nogil
    cdef int row(self, int ply, int side, int slot) noexcept nogil
    cdef void begin(self, Py_ssize_t at) noexcept nogil
    cdef void add(self, Py_ssize_t at, Py_ssize_t row) noexcept nogil
