from outwit.games.ataxx cimport reach
from outwit.geometry cimport bits
from outwit.geometry.bits cimport u64

cdef int STONE, SAFE, TEMPO

cdef int evaluate(u64 own, u64 other, u64 empty) noexcept nogil
