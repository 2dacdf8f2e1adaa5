from outwit.games.advance cimport pieces
from outwit.geometry.bits cimport u8

cdef int AROUND[8]
cdef int PROTECTED, SHELTER

cdef int army(u8* board, u8* where, int first, int count, int own, int general) noexcept nogil
