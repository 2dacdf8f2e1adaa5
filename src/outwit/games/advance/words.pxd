# header only
from outwit.geometry.bits cimport u8, u64

cdef extern from *:
    """
    #ifndef OUTWIT_READ_WORD
    #define OUTWIT_READ_WORD
    #include <string.h>
    static inline unsigned long long outwit_read_word(const unsigned char *bytes, int at) {
        unsigned long long word;
        memcpy(&word, bytes + at, 8);
        return word;
    }
    #endif
    """
    u64 read_word "outwit_read_word"(u8* numbers, int at) noexcept nogil
