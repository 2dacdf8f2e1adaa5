from outwit.games.ataxx cimport features
from outwit.geometry.bits cimport u16, u32, u64

cdef void write(u64 first, u64 second, u16* states, int start) noexcept nogil
