# header only
from outwit.geometry.bits cimport u64

cdef extern from *:
    """
    static inline unsigned long long outwit_ataxx_spread(unsigned long long stones) {
        stones |= stones << 1 | stones >> 1;
        return stones | stones << 9 | stones >> 9;
    }
    """
    u64 spread "outwit_ataxx_spread"(u64 stones) noexcept nogil
