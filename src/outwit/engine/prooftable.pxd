from outwit.geometry cimport memory
from outwit.geometry.bits cimport u64

cdef class ProofTable:
    cdef u64* words
    cdef u64 mask
    cdef object store

    cdef u64 find(self, u64 key, u64 goal) noexcept nogil
    cdef void keep(self, u64 key, u64 goal, u64 phi, u64 delta, u64 plies, u64 work) noexcept nogil
