# header only
ctypedef unsigned char u8
ctypedef signed char i8
ctypedef unsigned short u16
ctypedef unsigned int u32
ctypedef unsigned long long u64

cdef extern from *:
    """
    #ifndef OUTWIT_BITS
    #define OUTWIT_BITS
    static inline unsigned long long outwit_bit(int square) { return 1ull << square; }
    static inline unsigned long long outwit_mix(unsigned long long word) {
        word += 0x9E3779B97F4A7C15ull;
        word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9ull;
        word = (word ^ (word >> 27)) * 0x94D049BB133111EBull;
        return word ^ (word >> 31);
    }
    static inline unsigned long long outwit_full_bytes(unsigned long long word) {
        const unsigned long long low = 0x7F7F7F7F7F7F7F7Full;
        word = (((word & low) + low) | word) & ~low;
        return ((word >> 7) * 0x0102040810204080ull) >> 56;
    }
    static inline unsigned long long outwit_bytes_of(unsigned long long byte) {
        const unsigned long long ones = 0x0101010101010101ull;
        return (((byte * ones & 0x8040201008040201ull) + 0x7F * ones) >> 7) & ones;
    }
    #endif
    """
    int popcount "__builtin_popcountll"(u64 board) noexcept nogil
    int lsb "__builtin_ctzll"(u64 board) noexcept nogil
    u64 bit "outwit_bit"(int square) noexcept nogil
    u64 mix "outwit_mix"(u64 word) noexcept nogil
    u64 full_bytes "outwit_full_bytes"(u64 word) noexcept nogil
    u64 bytes_of "outwit_bytes_of"(u64 byte) noexcept nogil
