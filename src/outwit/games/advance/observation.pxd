from outwit.games.advance cimport words
from outwit.geometry cimport bits
from outwit.geometry.bits cimport u8, u64

cdef int CELLS, WALLS, FIRST, LAST
cdef u64 EACH_WALL
cdef u8 SEEN[512]

cdef void place(
    u8* planes, u8* cell, u8* where, int first, int stop, int viewer, int plane
) noexcept nogil
cdef void place_walls(u8* planes, u8* cell, int viewer) noexcept nogil
cdef void fill(u8* planes, int start, int stop, int number) noexcept nogil
