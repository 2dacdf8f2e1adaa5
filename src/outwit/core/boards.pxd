from outwit.core cimport numbers, verdict
from outwit.core.position cimport Position
from outwit.geometry cimport arrays, bits, memory
from outwit.geometry.bits cimport u8, u32, u64

cdef int CUT, BROKEN

cdef class Boards:
    cdef readonly Position model
    cdef readonly Py_ssize_t number
    cdef readonly int size
    cdef int words
    cdef int width
    cdef int longest
    cdef int cells
    cdef int plane_total
    cdef bint restarts
    cdef list stores
    cdef u64* records
    cdef u64* legal
    cdef u8* sides
    cdef int* made
    cdef int* picked
    cdef u8* scales
    cdef u8* uniform

    cdef void bring(self, Position player, Py_ssize_t board) noexcept nogil
    cdef bint mark(self, Position player, Py_ssize_t board) noexcept nogil
    cdef void begin(self, Py_ssize_t board) noexcept nogil
    cdef void copy(self, Py_ssize_t source, Py_ssize_t board) noexcept nogil
    cdef Py_ssize_t take_long(self, long long* actions) noexcept nogil
    cdef Py_ssize_t take_short(self, int* actions) noexcept nogil
    cdef bint allows(self, Py_ssize_t board, int action) noexcept nogil
    cdef int play(self, Position player, Py_ssize_t board) noexcept nogil
    cdef int draw_one(self, Py_ssize_t board, u64 seed) noexcept nogil
    cdef void divide(self, u8* seen, float* to, Py_ssize_t at) noexcept nogil
