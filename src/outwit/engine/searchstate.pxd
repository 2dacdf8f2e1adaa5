from outwit.core cimport verdict
from outwit.core.moves cimport MoveStack
from outwit.core.position cimport Position
from outwit.engine cimport entry
from outwit.engine.evaluator cimport Evaluator
from outwit.engine.table cimport Table
from outwit.geometry cimport clock, memory
from outwit.geometry.bits cimport u8, u32, u64

cdef int MATE, MOST_EVALUATED, PLIES

cdef int bounded(int evaluation) noexcept nogil

cdef class SearchState:
    cdef Position position
    cdef Table table
    cdef MoveStack moves
    cdef Evaluator evaluator
    cdef bint is_learned
    cdef u64* keys
    cdef u32* lines
    cdef int* lengths
    cdef int* statics
    cdef u8* halt
    cdef object stores
    cdef long long deadline
    cdef u64 nodes
    cdef u64 node_limit
    cdef u64 ended
    cdef u64 clock_mask
    cdef int most
    cdef int deepest
    cdef bint stopped

    cdef void arrive(self, int ply) noexcept nogil
    cdef int evaluate(self, int ply) noexcept nogil
    cdef bint must_stop(self) noexcept nogil
    cdef int final(self, int status, int ply) noexcept nogil
    cdef int from_table(self, u64 word, int ply) noexcept nogil
    cdef int for_table(self, int score, int ply) noexcept nogil
    cdef void extend_line(self, u32 move, int ply) noexcept nogil
    cdef bint is_repeated(self, u64 key, int ply) noexcept nogil
