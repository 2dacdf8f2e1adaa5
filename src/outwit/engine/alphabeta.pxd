from outwit.core cimport numbers, verdict
from outwit.core.position cimport Position
from outwit.engine cimport entry, searchstate
from outwit.engine.ordering cimport Ordering
from outwit.engine.searchstate cimport SearchState
from outwit.engine.table cimport Table
from outwit.geometry cimport memory
from outwit.geometry.bits cimport u8, u32, u64

cdef int INFINITY, MATE, MOST_EVALUATED, FEW_MOVES, LATE_FUTILITY_FROM, SEVERAL, SINGULAR_PLIES
cdef int LEAST_PLIES

cdef class AlphaBeta(SearchState):
    cdef Ordering ordering
    cdef int* reductions
    cdef object reduction_store
    cdef int futility, futility_depth, razor_base, razor, razor_depth
    cdef int forcing_plies
    cdef int late_futility_base, late_futility, late_futility_depth, late, late_depth
    cdef int skip_reduction, skip_depth, internal_reduction, table_depth
    cdef int reduction_cut, reduction_worse, reduction_rank, reduction_history
    cdef int singular_depth, singular_margin
    cdef int entry_plies, entry_above, entry_below
    cdef bint improving, uses_trend

    cdef int reduction(self, int depth, int number) noexcept nogil
    cdef int late_reduction(
        self, int depth, int at, int number, bint wide, bint cut, bint better
    ) noexcept nogil
    cdef int search(
        self, int alpha, int beta, int depth, int ply, int start, bint may_skip, bint cut,
        u32 without
    ) noexcept nogil
    cdef int extension(
        self, u64 word, int beta, int depth, int ply, int start, bint cut
    ) noexcept nogil
    cdef int quiesce(self, int alpha, int beta, int ply, int start, int plies) noexcept nogil
    cdef int win(self, u32 move, int ply) noexcept nogil
