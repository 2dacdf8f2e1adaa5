# compiled with -O1
from outwit.core.moves cimport MoveStack
from outwit.core.position cimport Position
from outwit.geometry.bits cimport u64

cdef u64 count_lines(Position position, MoveStack moves, int start, int depth) noexcept nogil
