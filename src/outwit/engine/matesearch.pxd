from outwit.core cimport numbers, verdict
from outwit.core.moves cimport MoveStack
from outwit.core.position cimport Position
from outwit.engine.ordering cimport Ordering
from outwit.engine.prooftable cimport ProofTable
from outwit.engine.prover cimport Prover
from outwit.geometry.bits cimport u32, u64

cdef int FOREVER, MOST_PLACES, NO_WIN

cdef class MateSearch(Prover):
    cdef MoveStack moves
    cdef Ordering ordering
    cdef bint is_final_no

    cdef int search(self, int depth, int ply, int start) noexcept nogil
    cdef int place_of(self, u32 move, int start) noexcept nogil
