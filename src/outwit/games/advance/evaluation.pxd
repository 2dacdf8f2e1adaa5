from outwit.games.advance cimport pieces
from outwit.geometry.bits cimport u8

cdef u8 BESIDE[256]
cdef int PROTECTED, SHELTER

cdef int ties(u8* cell, int square, int piece, int general) noexcept nogil
