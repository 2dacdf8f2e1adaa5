from outwit.core cimport numbers, verdict
from outwit.core.moves cimport MoveStack
from outwit.core.position cimport Position
from outwit.engine cimport entry
from outwit.engine.evaluator cimport Evaluator
from outwit.engine.ordering cimport Ordering
from outwit.engine.table cimport Table
from outwit.geometry cimport clock, memory
from outwit.geometry.bits cimport u8, u32, u64

cdef int INFINITY, MATE, MOST_EVALUATED, PLIES, FEW_MOVES, LATE_FUTILITY_FROM

cdef int bounded(int evaluation) noexcept nogil

cdef class AlphaBeta:
    cdef Position position
    cdef Table table
    cdef MoveStack moves
    cdef Ordering ordering
    cdef Evaluator evaluator
    cdef bint is_learned
    cdef u64* keys
    cdef u32* lines
    cdef int* lengths
    cdef int* reductions
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
    cdef int futility, futility_depth, skip_reduction, late, late_depth
    cdef int late_futility_base, late_futility, late_futility_depth, razor_base, razor, razor_depth
    cdef int internal_reduction, table_depth

    cdef void arrive(self, int ply) noexcept nogil
    cdef int evaluate(self, int ply) noexcept nogil
    cdef bint must_stop(self) noexcept nogil
    cdef int final(self, int status, int ply) noexcept nogil
    cdef int from_table(self, u64 word, int ply) noexcept nogil
    cdef int for_table(self, int score, int ply) noexcept nogil
    cdef int reduction(self, int depth, int number) noexcept nogil
    cdef void extend_line(self, u32 move, int ply) noexcept nogil
    cdef bint is_repeated(self, u64 key, int ply) noexcept nogil
    cdef int search(self, int alpha, int beta, int depth, int ply, int start, bint may_skip) noexcept nogil
    cdef int quiesce(self, int alpha, int beta, int ply, int start) noexcept nogil
