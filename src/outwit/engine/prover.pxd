# compiled with -O1
from outwit.core.position cimport Position
from outwit.engine.prooftable cimport ProofTable
from outwit.geometry cimport bits, clock
from outwit.geometry.bits cimport u64

cdef u64 POLL_INTERVAL, LAYER

cdef class Prover:
    cdef Position position
    cdef ProofTable table
    cdef object keep_going
    cdef object fault
    cdef long long deadline
    cdef u64 nodes
    cdef u64 polled
    cdef u64 node_limit
    cdef int deepest
    cdef int goal
    cdef bint stopped

    cdef u64 key_here(self) noexcept nogil
    cdef bint must_stop(self) noexcept nogil
    cdef void poll(self) noexcept
