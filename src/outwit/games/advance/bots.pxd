from outwit.core.moves cimport MoveStack
from outwit.games.advance.rules cimport Advance

cdef int WON

cdef int lead(Advance position, int side) noexcept nogil
cdef bint is_stuck(Advance position) noexcept nogil
cdef int keep_best(Advance position, MoveStack moves, int start, int stop) noexcept nogil
cdef int answer(Advance position, MoveStack moves, int start) noexcept nogil
cdef int predict(Advance position, MoveStack moves, int start) noexcept nogil
cdef int foresee(Advance position, MoveStack moves, int start) noexcept nogil
