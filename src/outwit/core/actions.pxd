# compiled with -O1
from outwit.core cimport numbers
from outwit.core.position cimport Position
from outwit.geometry cimport memory
from outwit.geometry.bits cimport u8, u32, u64

cdef class Actions:
    cdef Position model
    cdef readonly int size

    cdef Position fitting(self, object position)
