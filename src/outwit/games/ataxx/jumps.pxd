# header only
from outwit.geometry.bits cimport u64

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
    static inline unsigned long long outwit_ataxx_gathered(unsigned long long board, int gap) {
        /* By gap, the blocks of one, two and four rows that stay where they are. */
        static const unsigned long long stays[3][3] = {
            {0x1fc007f001fc007full, 0x3fff000003fffull, 0xfffffffull},
            {0xfc003f000fc003full, 0xfff000000fffull, 0xffffffull},
            {0x7c001f0007c001full, 0x3ff0000003ffull, 0xfffffull}};
        unsigned long long stay = board & stays[gap - 2][0];
        board = stay | (board ^ stay) >> gap;
        stay = board & stays[gap - 2][1];
        board = stay | (board ^ stay) >> 2 * gap;
        stay = board & stays[gap - 2][2];
        return stay | (board ^ stay) >> 4 * gap;
    }
    static inline unsigned long long outwit_ataxx_write_actions(
        unsigned long long own, unsigned long long empty, unsigned long long near,
        unsigned long long *legal)
    {
        unsigned long long word = outwit_ataxx_gathered(near, 2), found = word;
        int used = 49;
        OUTWIT_UNROLL
        for (int down = -2; down <= 2; down++) {
            OUTWIT_UNROLL
            for (int right = -2; right <= 2; right++) {
                if (down * down < 4 && right * right < 4) continue;
                int shift = 9 * down + right;
                int height = 7 - (down < 0 ? -down : down);
                int width = 7 - (right < 0 ? -right : right);
                int length = width * height;
                unsigned long long jumps = own & (shift > 0 ? empty >> shift : empty << -shift);
                found |= jumps;
                jumps >>= (down < 0 ? -9 * down : 0) + (right < 0 ? -right : 0);
                jumps = outwit_ataxx_gathered(jumps, 9 - width);
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
        u64 own, u64 empty, u64 near, u64* legal) noexcept nogil
