from outwit.core cimport numbers
from outwit.geometry cimport bits
from outwit.geometry.bits cimport u8, u16, u32, u64

cdef int KNIGHT, ARCHER, OFF, LARGEST, STRIDE, LONGEST
cdef int WAYS[4]
cdef int LEAPS[4][2]
cdef int PLACES[131]
cdef u64 WORD, LOW

cdef int number(u32 move, u16* places, int leaps, int size, bint knight) noexcept nogil
cdef u32 find(u8* cell, u32 move, int own, int refused, bint legs, bint knight) noexcept nogil
cdef void mark_run(u64* legal, int first, u64 run) noexcept nogil
cdef void mark_knight(
    u64* legal, u8* cell, int origin, u16* places, int refused, bint legs
) noexcept nogil
cdef void note_taken(
    u64* taken, u16* where, int first, int stop, int size
) noexcept nogil
cdef void mark_line(
    u64* legal, u8* cell, int origin, int step, u64 taken, int place, int first, int size, int refused
) noexcept nogil
cdef void mark_archer(
    u64* legal, u8* cell, int origin, u64* taken, int leaps, int size, int refused
) noexcept nogil
