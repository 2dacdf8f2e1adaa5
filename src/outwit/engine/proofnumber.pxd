from outwit.core cimport verdict
from outwit.core.moves cimport MoveStack
from outwit.core.position cimport Position
from outwit.engine.prooftable cimport ProofTable
from outwit.engine.prover cimport Prover
from outwit.geometry cimport bits, memory
from outwit.geometry.bits cimport u64

cdef int NEVER, MOST_PLIES, INDEPENDENT, HORIZON, FILTER, MOST_STEPS

cdef class ProofNumberSearch(Prover):
    cdef MoveStack moves
    cdef int* phis
    cdef int* deltas
    cdef int* dependences
    cdef int* ends
    cdef int* guesses
    cdef u64* child_keys
    cdef u64* keys
    cdef u64* path_keys
    cdef int* path_filter
    cdef object stores
    cdef int phi
    cdef int delta
    cdef int dependence
    cdef int end
    cdef bint has_path_entries

    cdef void enter(self, u64 key, int ply) noexcept nogil
    cdef void leave(self, int ply) noexcept nogil
    cdef int repeated_ply(self, u64 key, int ply) noexcept nogil
    cdef void set_result(self, int i, bint won, int end, int dependence) noexcept nogil
    cdef void probe(self, int ply, int i) noexcept nogil
    cdef void search(self, int ply, int start, int phi_limit, int delta_limit) noexcept nogil
    cdef void conclude(self, int start, int stop, bint mine) noexcept nogil
