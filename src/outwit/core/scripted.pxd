# compiled with -O1
from outwit.core.moves cimport MoveStack
from outwit.core.position cimport Position
from outwit.core.rules cimport Rules
from outwit.geometry cimport bits
from outwit.geometry.bits cimport u8, u32, u64

cdef class ScriptedPosition(Position):
    cdef list states

    cdef list listing(self)
    cdef int tally(self)
    cdef int fill(self, MoveStack moves, int start)
    cdef void step(self, u32 move)
    cdef void step_back(self)
    cdef int verdict(self)
    cdef u64 stamp(self)
    cdef int worth(self)
    cdef int place(self, u32 move)
    cdef void mark(self, u64* legal)
    cdef void show(self, u8* planes)
