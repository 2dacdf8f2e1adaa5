from outwit.core cimport numbers, verdict
from outwit.core.boards cimport Boards
from outwit.engine cimport searchstate
from outwit.engine.rootsearch cimport RootSearch
from outwit.environments cimport scoring
from outwit.geometry cimport arrays
from outwit.geometry.bits cimport u32, u64

cdef int HISTORY, DEEPEST, OPEN_DEPTH, INFINITY, MATE, MOST_EVALUATED

cdef class BoardSearch(RootSearch):
    cdef Boards boards
    cdef int window
    cdef u64 largest
    cdef u32 best

    cdef void forget(self, u64 nodes) noexcept nogil
    cdef int score_one(self, Py_ssize_t board, u64 nodes) noexcept nogil
    cdef void list_roots(self) noexcept nogil
    cdef int deepen(self, int guess, int depth) noexcept nogil
    cdef void bring_first(self, int number) noexcept nogil
