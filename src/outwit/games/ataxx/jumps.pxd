# header only
from outwit.geometry.bits cimport u32, u64

cdef extern from *:
    """
    /* The loops have fixed bounds: once they are unrolled, every shift is by a constant. */
    #if defined(__clang__)
    #define OUTWIT_UNROLL _Pragma("clang loop unroll(full)")
    #elif defined(__GNUC__)
    #define OUTWIT_UNROLL _Pragma("GCC unroll 8")
    #else
    #define OUTWIT_UNROLL
    #endif
    static inline unsigned long long outwit_ataxx_write_actions(
        unsigned long long own, unsigned long long empty, unsigned long long clones,
        unsigned long long *legal, const unsigned int *far_origins, const unsigned int *far_targets,
        const unsigned int *near_origins, const unsigned int *near_targets)
    {
        unsigned long long word = clones, found = clones;
        int used = 49;
        OUTWIT_UNROLL
        for (int row = 0; row < 7; row++) {
            unsigned stones = (unsigned)(own >> 9 * row) & 127;
            OUTWIT_UNROLL
            for (int down = -2; down <= 2; down++) {
                int target = row + down, far = down == 2 || down == -2, length = far ? 29 : 10;
                if (target < 0 || target > 6) continue;
                unsigned squares = (unsigned)(empty >> 9 * target) & 127;
                unsigned long long jumps = far
                    ? far_origins[stones] & far_targets[squares]
                    : near_origins[stones] & near_targets[squares];
                found |= jumps;
                word |= jumps << used;
                used += length;
                if (used >= 64) {
                    *legal++ = word;
                    used -= 64;
                    word = jumps >> (length - used);
                }
            }
        }
        *legal = word;
        return found;
    }
    """
    u64 write_actions "outwit_ataxx_write_actions"(
        u64 own, u64 empty, u64 clones, u64* legal, u32* far_origins, u32* far_targets,
        u32* near_origins, u32* near_targets
    ) noexcept nogil
