cimport cython
from outwit.core cimport numbers, verdict
from outwit.core.moves cimport MoveStack
from outwit.core.rules cimport Rules
from outwit.games.jesonmor cimport actions, evaluation, features, observation
from outwit.games.jesonmor.placement cimport Placement
from outwit.geometry cimport bits, memory
from outwit.geometry.bits cimport u8, u16, u32, u64

cdef int EMPTY, KNIGHT, ARCHER, WHITE, BLACK, OFF, MOST_PIECES, PLANES, LINES
cdef int WAYS[4]
cdef int LEAPS[4][2]
cdef u64 BLACK_TO_MOVE
cdef u64 SHIELD
cdef u64 LEAD
cdef u64 LEFT
cdef u64 BENEFICIARY
cdef u8 SEEN[16]

@cython.final
cdef class JesonMor(Placement):
    cdef bint archers
    cdef object numbering
    cdef int leaps
    cdef u32* moves_of
    cdef u16* places
    cdef u64* taken
    cdef bytearray taken_store

    cdef int refused(self) noexcept nogil
    cdef bint is_shielded(self) noexcept nogil
    cdef void note_pieces(self) noexcept nogil
    cdef int ways_out(self, int side) noexcept nogil
    cdef int keep_answers(self, MoveStack moves, int start, bint some, bint captures) noexcept nogil
