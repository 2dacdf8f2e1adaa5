# compiled with -O1
from outwit.geometry cimport memory
from outwit.geometry.bits cimport u32

cdef class MoveStack:
    cdef u32* data
    cdef readonly int capacity
    cdef bytearray store
