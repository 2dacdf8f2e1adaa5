from outwit.core.moves cimport MoveStack
from outwit.games.advance cimport field, pieces
from outwit.games.advance.rules cimport Advance
from outwit.geometry.bits cimport u32

cdef int WON

cdef bint may_be_stuck(Advance position) noexcept nogil
cdef int lead(Advance position, int side) noexcept nogil
cdef int gain(Advance position, u32 move) noexcept nogil
cdef int keep_best(Advance position, MoveStack moves, int start, int stop) noexcept nogil
cdef int write_takes(Advance position, MoveStack moves, int start) noexcept nogil
