from outwit.core.moves cimport MoveStack
from outwit.games.advance cimport greedy
from outwit.games.advance.rules cimport Advance

cdef int answer(Advance position, MoveStack moves, int start) noexcept nogil
cdef int predict(Advance position, MoveStack moves, int start) noexcept nogil
