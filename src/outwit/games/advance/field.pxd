from outwit.core.position cimport Position
from outwit.core.rules cimport Rules
from outwit.games.advance cimport evaluation, pieces, words
from outwit.geometry cimport bits, memory
from outwit.geometry.bits cimport u8, u32, u64

cdef int VALUES[8]
cdef int LEAD_OFFSET, HEAD, BOARD, LISTS, FIRST

cdef u64 code(int square, int piece) noexcept nogil

cdef class Field(Position):
    cdef int material[2]
    cdef int general[2]
    cdef int pieces[2]
    cdef int placing
    cdef u64 hash
    cdef u8* cell
    cdef u8* where
    cdef u8* slot
    cdef u64* guards
    cdef u64 mark
    cdef bytearray cell_store
    cdef bytearray where_store
    cdef bytearray slot_store
    cdef bytearray guard_store

    cdef void put(self, int square, int piece) noexcept nogil
    cdef int ties(self, int square, int piece) noexcept nogil
    cdef void list_piece(self, int side, int square) noexcept nogil
    cdef void unlist(self, int side, int square) noexcept nogil
    cdef void relist(self, int side, int square, int slot) noexcept nogil
    cdef void save_pieces(self, u64* record) noexcept nogil
    cdef void load_pieces(self, u64* record) noexcept nogil
