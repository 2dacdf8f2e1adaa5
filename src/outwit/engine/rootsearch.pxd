from outwit.core cimport numbers
from outwit.core.position cimport Position
from outwit.engine.alphabeta cimport AlphaBeta
from outwit.geometry cimport memory
from outwit.geometry.bits cimport u32

cdef int INFINITY

cdef class RootSearch(AlphaBeta):
    cdef u32* roots
    cdef object root_store
    cdef int root_count
    cdef int root_best

    cdef int search_root(self, int alpha, int beta, int depth, int first) noexcept nogil
