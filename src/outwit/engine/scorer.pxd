# compiled with -O1
from outwit.core cimport verdict
from outwit.core.position cimport Position
from outwit.engine cimport searchstate
from outwit.engine.evaluator cimport Evaluator
from outwit.geometry cimport memory

cdef int KEPT, MATE

cdef class Scorer:
    cdef Evaluator evaluator
    cdef bint is_learned
    cdef int slots

    cdef int result(self, int status, int side) noexcept nogil
