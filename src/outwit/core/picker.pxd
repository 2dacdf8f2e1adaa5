# compiled with -O1
from outwit.core.moves cimport MoveStack
from outwit.core.position cimport Position
from outwit.geometry cimport bits
from outwit.geometry.bits cimport u64

cdef class Picker:
    cdef int pick(self, Position position, MoveStack moves, int stop) noexcept nogil

cdef class RandomPicker(Picker):
    cdef u64 state
