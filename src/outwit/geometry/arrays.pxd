# header only
from outwit.geometry.bits cimport u8, u64

cdef extern from *:
    """
    #ifndef OUTWIT_ARRAYS
    #define OUTWIT_ARRAYS
    #include <string.h>
    #ifdef __SSE2__
    #include <emmintrin.h>
    #endif
    #define outwit_array(view) (PyMemoryView_GET_BUFFER(view)->buf)
    #define outwit_from(numbers, start) ((numbers) + (start))

    /* 64 bits to 64 bytes. */
    static inline void outwit_spread_word(unsigned long long word, unsigned char *to) {
    #ifdef __SSE2__
        const __m128i each = _mm_set1_epi64x(0x8040201008040201ll), one = _mm_set1_epi8(1);
        __m128i a = _mm_cvtsi64_si128((long long)word), b, c;
        a = _mm_unpacklo_epi8(a, a);
        b = _mm_unpacklo_epi16(a, a);
        c = _mm_unpackhi_epi16(a, a);
        #define OUTWIT_PART(at, four)                                                             \
            _mm_storeu_si128((__m128i *)(to + at), _mm_min_epu8(_mm_and_si128(four, each), one));
        OUTWIT_PART(0, _mm_unpacklo_epi32(b, b))
        OUTWIT_PART(16, _mm_unpackhi_epi32(b, b))
        OUTWIT_PART(32, _mm_unpacklo_epi32(c, c))
        OUTWIT_PART(48, _mm_unpackhi_epi32(c, c))
        #undef OUTWIT_PART
    #else
        for (int i = 0; i < 64; i++) to[i] = word >> i & 1;
    #endif
    }
    static inline void outwit_spread_bits(
        const unsigned long long *words, Py_ssize_t start, unsigned char *to, Py_ssize_t at, int count)
    {
        words += start;
        to += at;
        for (; count >= 64; count -= 64, to += 64) outwit_spread_word(*words++, to);
        if (count) {
            unsigned char rest[64];
            outwit_spread_word(*words, rest);
            memcpy(to, rest, (size_t)count);
        }
    }
    static inline void outwit_shares(
        const unsigned char *from, Py_ssize_t start, float *to, Py_ssize_t at, int count, int most)
    {
        from += start;
        to += at;
        if (most == 1) for (int i = 0; i < count; i++) to[i] = from[i];
        else for (int i = 0; i < count; i++) to[i] = (float)from[i] / (float)most;
    }
    static inline void outwit_fill(float *to, Py_ssize_t at, int count, int number, int most) {
        float share = (float)number / (float)most;
        for (int i = 0; i < count; i++) to[at + i] = share;
    }
    static inline int outwit_chosen(
        const unsigned long long *words, Py_ssize_t start, int count, unsigned long long chance)
    {
        unsigned long long total = 0, word;
        int i = 0, width, found;
        words += start;
        for (i = 0; i < count; i++) total += __builtin_popcountll(words[i]);
        if (!total) return -1;
        long long left = (long long)((chance >> 32) * total >> 32);
        for (i = 0; (found = __builtin_popcountll(word = words[i])) <= left; i++) left -= found;
        i *= 64;
        for (width = 32; width >= 8; width /= 2) {
            found = __builtin_popcountll(word & ((1ull << width) - 1));
            if (found <= left) { left -= found; word >>= width; i += width; }
        }
        for (; left; left--) word &= word - 1;
        return i + __builtin_ctzll(word);
    }
    #endif
    """
    u8* u8s "(unsigned char *)outwit_array"(object view) noexcept
    int* i32s "(int *)outwit_array"(object view) noexcept
    long long* i64s "(long long *)outwit_array"(object view) noexcept
    float* f32s "(float *)outwit_array"(object view) noexcept
    u64* u64s_from "outwit_from"(u64* numbers, Py_ssize_t start) noexcept nogil
    u8* u8s_from "outwit_from"(u8* numbers, Py_ssize_t start) noexcept nogil
    void spread "outwit_spread_bits"(u64* words, Py_ssize_t start, u8* to, Py_ssize_t at, int count) noexcept nogil
    void shares "outwit_shares"(
        u8* numbers, Py_ssize_t start, float* to, Py_ssize_t at, int count, int most) noexcept nogil
    void fill "outwit_fill"(float* to, Py_ssize_t at, int count, int number, int most) noexcept nogil
    int chosen "outwit_chosen"(u64* words, Py_ssize_t start, int count, u64 chance) noexcept nogil
