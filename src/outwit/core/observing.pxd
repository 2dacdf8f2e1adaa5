# compiled with -O1
from outwit.core.position cimport Position
from outwit.geometry cimport memory
from outwit.geometry.bits cimport u8, u64

cdef bytearray observe(Position position)
cdef bytearray saved(Position position)
