from outwit.games.ataxx cimport features
from outwit.geometry.bits cimport u8, u32, u64

cdef void write(u64 first, u64 second, u8* states, int start) noexcept nogil
