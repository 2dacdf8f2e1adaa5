# header only
from outwit.geometry.bits cimport u8, u32

# Pairs of squares, 72 of them, from 25 squares: thirty-two at a time where the processor has AVX2.
cdef extern from *:
    """
    #ifndef OUTWIT_PAIRS
    #define OUTWIT_PAIRS
    static void outwit_pairs_any(
        const unsigned char *level, unsigned first, unsigned second, const unsigned char *one,
        const unsigned char *two, unsigned char *states)
    {
        unsigned char seen[25];
        int i;
        for (i = 0; i < 25; i++)
            seen[i] = (unsigned char)(3 * level[i] + (first >> i & 1) + 2 * (second >> i & 1));
        for (i = 0; i < 72; i++)
            states[i] = (unsigned char)(15 * seen[one[i]] + seen[two[i]]);
    }
    #if defined(__x86_64__) && defined(__GNUC__)
    #include <immintrin.h>
    /* The first sixteen squares are in the low half, the last nine in the high one. */
    __attribute__((target("avx2"))) static inline __m256i outwit_marks_avx2(unsigned squares)
    {
        const __m256i where = _mm256_setr_epi8(
            0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1,
            2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3);
        const __m256i bit = _mm256_set1_epi64x((long long)0x8040201008040201ull);
        __m256i marks = _mm256_shuffle_epi8(_mm256_set1_epi32((int)squares), where);
        return _mm256_cmpeq_epi8(_mm256_and_si256(marks, bit), bit);
    }
    /* A shuffle writes 0 where the highest bit of a number is set. */
    __attribute__((target("avx2"))) static inline __m256i outwit_squares_avx2(
        __m256i low, __m256i high, __m256i which)
    {
        __m256i early = _mm256_add_epi8(which, _mm256_set1_epi8(112));
        __m256i late = _mm256_sub_epi8(which, _mm256_set1_epi8(16));
        return _mm256_or_si256(_mm256_shuffle_epi8(low, early), _mm256_shuffle_epi8(high, late));
    }
    __attribute__((target("avx2"))) static void outwit_pairs_avx2(
        const unsigned char *level, unsigned first, unsigned second, const unsigned char *one,
        const unsigned char *two, unsigned char *states)
    {
        __m128i start = _mm_loadu_si128((const __m128i *)level);
        __m128i end = _mm_srli_si128(_mm_loadu_si128((const __m128i *)(level + 9)), 7);
        __m256i seen = _mm256_inserti128_si256(_mm256_castsi128_si256(start), end, 1);
        __m256i mine = outwit_marks_avx2(first), theirs = outwit_marks_avx2(second), low, high;
        int i;
        seen = _mm256_add_epi8(_mm256_add_epi8(seen, seen), seen);
        seen = _mm256_sub_epi8(_mm256_sub_epi8(seen, mine), _mm256_add_epi8(theirs, theirs));
        low = _mm256_permute2x128_si256(seen, seen, 0x00);
        high = _mm256_permute2x128_si256(seen, seen, 0x11);
        for (i = 0; i < 72; i += 32) {
            __m256i a, b;
            if (i < 64) {
                a = _mm256_loadu_si256((const __m256i *)(one + i));
                b = _mm256_loadu_si256((const __m256i *)(two + i));
            } else {
                a = _mm256_castsi128_si256(_mm_loadl_epi64((const __m128i *)(one + i)));
                b = _mm256_castsi128_si256(_mm_loadl_epi64((const __m128i *)(two + i)));
            }
            a = outwit_squares_avx2(low, high, a);
            b = outwit_squares_avx2(low, high, b);
            /* A square's state is less than 16, so that no bit reaches the next one. */
            a = _mm256_add_epi8(_mm256_sub_epi8(_mm256_slli_epi16(a, 4), a), b);
            if (i < 64)
                _mm256_storeu_si256((__m256i *)(states + i), a);
            else
                _mm_storel_epi64((__m128i *)(states + i), _mm256_castsi256_si128(a));
        }
    }
    #define OUTWIT_PAIRS_FAST __builtin_cpu_supports("avx2")
    #else
    #define OUTWIT_PAIRS_FAST 0
    #define outwit_pairs_avx2 outwit_pairs_any
    #endif
    static inline void outwit_pairs(
        const unsigned char *level, unsigned first, unsigned second, const unsigned char *one,
        const unsigned char *two, unsigned char *states, int start)
    {
        if (OUTWIT_PAIRS_FAST)
            outwit_pairs_avx2(level, first, second, one, two, states + start);
        else
            outwit_pairs_any(level, first, second, one, two, states + start);
    }
    #endif
    """
    void write_pairs "outwit_pairs"(
        u8* level, u32 first, u32 second, u8* one, u8* two, u8* states, int start
    ) noexcept nogil
