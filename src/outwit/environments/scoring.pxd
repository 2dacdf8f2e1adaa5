from outwit.core cimport verdict
from outwit.core.boards cimport Boards
from outwit.core.position cimport Position
from outwit.engine.evaluator cimport Evaluator
from outwit.geometry cimport arrays

cdef int MATE, MOST_EVALUATED

cdef int final(int result, int side) noexcept nogil

cdef class BoardScorer:
    cdef Boards boards
    cdef Position player
    cdef Evaluator evaluator
    cdef bint is_learned

    cdef int score_one(self, Py_ssize_t board) noexcept nogil
