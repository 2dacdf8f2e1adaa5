from outwit.games.ataxx cimport features
from outwit.geometry cimport memory
from outwit.geometry.bits cimport u8, u64

cdef void write(u64 first, u64 second, u8* states, int start) noexcept nogil
cdef u64 pairs(u64 first, u64 second) noexcept nogil
cdef u64 spread(u64 board) noexcept nogil
