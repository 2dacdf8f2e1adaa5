from outwit.core cimport numbers
from outwit.engine cimport entry
from outwit.geometry cimport memory
from outwit.geometry.bits cimport u64

cdef int OUTDATED

cdef class Table:
    cdef u64* words
    cdef u64 mask
    cdef u64 age
    cdef u64 epoch
    cdef object store

    cdef u64 find(self, u64 key) noexcept nogil
    cdef void keep(self, u64 key, u64 move, int score, int depth, int bound) noexcept nogil
