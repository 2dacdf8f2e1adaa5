from outwit.core cimport numbers, verdict
from outwit.core.moves cimport MoveStack
from outwit.core.position cimport Position
from outwit.geometry cimport bits
from outwit.geometry.bits cimport u32, u64

cdef class RandomGames:
    cdef Position position
    cdef MoveStack moves
    cdef u64 random
    cdef int longest
    cdef readonly u64 total

    cdef int play_out(self) noexcept nogil
