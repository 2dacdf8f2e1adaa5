# header only
from outwit.geometry.bits cimport i8, u8

# Cython cannot compile a function for several processors. Outwit is compiled for any x86-64, so
# these are there once for each kind, and the processor is asked whether it has AVX-512 or AVX2.
cdef extern from *:
    """
    #ifndef OUTWIT_ROWS
    #define OUTWIT_ROWS
    static void outwit_exchange_any(
        const short *restrict from, short *restrict to, const signed char *restrict rows,
        const int *gone, const int *come, int count, int start, int hidden)
    {
        Py_ssize_t at;
        int i;
        for (at = start; at < hidden; at++) to[at] = from[at];
        for (i = 0; i + 3 < count; i += 4) {
            const signed char *restrict a = rows + come[i], *restrict b = rows + gone[i];
            const signed char *restrict c = rows + come[i + 1], *restrict d = rows + gone[i + 1];
            const signed char *restrict e = rows + come[i + 2], *restrict f = rows + gone[i + 2];
            const signed char *restrict g = rows + come[i + 3], *restrict h = rows + gone[i + 3];
            for (at = start; at < hidden; at++)
                to[at] = (short)(to[at] + (a[at] - b[at]) + (c[at] - d[at]) + (e[at] - f[at])
                                 + (g[at] - h[at]));
        }
        for (; i < count; i++) {
            const signed char *restrict a = rows + come[i], *restrict b = rows + gone[i];
            for (at = start; at < hidden; at++) to[at] = (short)(to[at] + a[at] - b[at]);
        }
    }
    static int outwit_weigh_any(
        const short *restrict sums, const short *restrict outputs, int start, int hidden)
    {
        int total = 0;
        Py_ssize_t at;
        for (at = start; at < hidden; at++) {
            short value = sums[at], product;
            value = value < 0 ? 0 : value;
            value = value > 255 ? 255 : value;
            product = (short)(value * outputs[at]);
            total += value * product;
        }
        return total;
    }
    #if defined(__x86_64__) && defined(__GNUC__)
    #include <immintrin.h>
    /* Two rows, of which one goes and one comes, are interleaved and added up in pairs: that takes
       half as many shuffles as to widen each. Sums are in another order meanwhile. */
    #define OUTWIT_BLOCK(to, from, size)                                                          \\
        for (; at + 32 * size <= hidden; at += 32 * size) {                                       \\
            __m256i low[size], high[size];                                                        \\
            for (j = 0; j < size; j++) {                                                          \\
                __m256i a = _mm256_loadu_si256((const __m256i *)(from + at + 32 * j));            \\
                __m256i b = _mm256_loadu_si256((const __m256i *)(from + at + 32 * j + 16));       \\
                low[j] = _mm256_permute2x128_si256(a, b, 0x20);                                   \\
                high[j] = _mm256_permute2x128_si256(a, b, 0x31);                                  \\
            }                                                                                     \\
            for (i = 0; i < count; i++)                                                           \\
                for (j = 0; j < size; j++) {                                                      \\
                    const signed char *plus = rows + come[i] + at + 32 * j;                       \\
                    const signed char *minus = rows + gone[i] + at + 32 * j;                      \\
                    __m256i a = _mm256_loadu_si256((const __m256i *)plus);                        \\
                    __m256i b = _mm256_loadu_si256((const __m256i *)minus);                       \\
                    b = _mm256_sub_epi8(_mm256_setzero_si256(), b);                               \\
                    low[j] = _mm256_add_epi16(                                                    \\
                        low[j], _mm256_maddubs_epi16(ones, _mm256_unpacklo_epi8(a, b)));          \\
                    high[j] = _mm256_add_epi16(                                                   \\
                        high[j], _mm256_maddubs_epi16(ones, _mm256_unpackhi_epi8(a, b)));         \\
                }                                                                                 \\
            for (j = 0; j < size; j++) {                                                          \\
                __m256i a = _mm256_permute2x128_si256(low[j], high[j], 0x20);                     \\
                __m256i b = _mm256_permute2x128_si256(low[j], high[j], 0x31);                     \\
                _mm256_storeu_si256((__m256i *)(to + at + 32 * j), a);                            \\
                _mm256_storeu_si256((__m256i *)(to + at + 32 * j + 16), b);                       \\
            }                                                                                     \\
        }
    __attribute__((target("avx2"))) static int outwit_exchange_avx2(
        const short *from, short *to, const signed char *rows, const int *gone, const int *come,
        int count, int hidden)
    {
        const __m256i ones = _mm256_set1_epi8(1);
        Py_ssize_t at = 0;
        int i, j;
        OUTWIT_BLOCK(to, from, 4)
        OUTWIT_BLOCK(to, from, 2)
        OUTWIT_BLOCK(to, from, 1)
        return (int)at;
    }
    __attribute__((target("avx2"))) static int outwit_weigh_avx2(
        const short *sums, const short *outputs, int hidden)
    {
        const __m256i zero = _mm256_setzero_si256(), most = _mm256_set1_epi16(255);
        __m256i total = zero;
        __m128i half;
        int at;
        for (at = 0; at < hidden; at += 16) {
            __m256i value = _mm256_loadu_si256((const __m256i *)(sums + at));
            __m256i weight = _mm256_loadu_si256((const __m256i *)(outputs + at));
            value = _mm256_min_epi16(_mm256_max_epi16(value, zero), most);
            weight = _mm256_mullo_epi16(value, weight);
            total = _mm256_add_epi32(total, _mm256_madd_epi16(value, weight));
        }
        half = _mm_add_epi32(_mm256_castsi256_si128(total), _mm256_extracti128_si256(total, 1));
        half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4E));
        half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0xB1));
        return _mm_cvtsi128_si32(half);
    }
    /* The same with twice as much at once. */
    #define OUTWIT_WIDE_BLOCK(to, from, size)                                                     \\
        for (; at + 64 * size <= hidden; at += 64 * size) {                                       \\
            __m512i low[size], high[size];                                                        \\
            for (j = 0; j < size; j++) low[j] = high[j] = _mm512_setzero_si512();                 \\
            for (i = 0; i < count; i++)                                                           \\
                for (j = 0; j < size; j++) {                                                      \\
                    __m512i a = _mm512_loadu_si512(rows + come[i] + at + 64 * j);                 \\
                    __m512i b = _mm512_loadu_si512(rows + gone[i] + at + 64 * j);                 \\
                    b = _mm512_sub_epi8(_mm512_setzero_si512(), b);                               \\
                    low[j] = _mm512_add_epi16(                                                    \\
                        low[j], _mm512_maddubs_epi16(ones, _mm512_unpacklo_epi8(a, b)));          \\
                    high[j] = _mm512_add_epi16(                                                   \\
                        high[j], _mm512_maddubs_epi16(ones, _mm512_unpackhi_epi8(a, b)));         \\
                }                                                                                 \\
            for (j = 0; j < size; j++) {                                                          \\
                __m512i a = _mm512_permutex2var_epi64(low[j], former, high[j]);                   \\
                __m512i b = _mm512_permutex2var_epi64(low[j], latter, high[j]);                   \\
                const short *old = from + at + 64 * j;                                            \\
                a = _mm512_add_epi16(a, _mm512_loadu_si512(old));                                 \\
                b = _mm512_add_epi16(b, _mm512_loadu_si512(old + 32));                            \\
                _mm512_storeu_si512(to + at + 64 * j, a);                                         \\
                _mm512_storeu_si512(to + at + 64 * j + 32, b);                                    \\
            }                                                                                     \\
        }
    __attribute__((target("avx512bw"))) static int outwit_exchange_avx512(
        const short *from, short *to, const signed char *rows, const int *gone, const int *come,
        int count, int hidden)
    {
        const __m512i ones = _mm512_set1_epi8(1);
        const __m512i former = _mm512_set_epi64(11, 10, 3, 2, 9, 8, 1, 0);
        const __m512i latter = _mm512_set_epi64(15, 14, 7, 6, 13, 12, 5, 4);
        Py_ssize_t at = 0;
        int i, j;
        OUTWIT_WIDE_BLOCK(to, from, 4)
        OUTWIT_WIDE_BLOCK(to, from, 3)
        OUTWIT_WIDE_BLOCK(to, from, 2)
        OUTWIT_WIDE_BLOCK(to, from, 1)
        return (int)at;
    }
    __attribute__((target("avx512bw"))) static int outwit_weigh_avx512(
        const short *sums, const short *outputs, int hidden)
    {
        const __m512i zero = _mm512_setzero_si512(), most = _mm512_set1_epi16(255);
        __m512i total = zero;
        int at;
        for (at = 0; at < hidden; at += 32) {
            __m512i value = _mm512_loadu_si512(sums + at);
            __m512i weight = _mm512_loadu_si512(outputs + at);
            value = _mm512_min_epi16(_mm512_max_epi16(value, zero), most);
            weight = _mm512_mullo_epi16(value, weight);
            total = _mm512_add_epi32(total, _mm512_madd_epi16(value, weight));
        }
        return _mm512_reduce_add_epi32(total);
    }
    /* The slots that differ are found sixteen at a time; then, of sixteen of those, where the rows
       begin that go and that come, as the first side sees them, and as the second does "room"
       places later. Slots below "private" look different to the second side. */
    __attribute__((target("avx512bw,avx512vl"))) static int outwit_differences_avx512(
        const unsigned char *old, const unsigned char *new, const int *firsts, const int *seconds,
        const int *turned, int slots, int private, int hidden, int room, int *gone, int *come)
    {
        const __m512i wide = _mm512_set1_epi32(hidden), byte = _mm512_set1_epi32(255);
        const __m512i turn = _mm512_set1_epi32(1 << 16);
        int first, count = 0;
        for (first = 0; first < slots; first += 16) {
            int left = slots - first, own = private - first;
            __mmask16 there = left < 16 ? (1u << left) - 1 : 0xFFFF;
            __mmask16 turns = own < 0 ? 0 : own < 16 ? (1u << own) - 1 : 0xFFFF;
            __m128i was = _mm_loadu_si128((const __m128i *)(old + first));
            /* Just written by words of eight bytes, so it is read by these, too. */
            __m128i is = _mm_unpacklo_epi64(
                _mm_loadl_epi64((const __m128i *)(new + first)),
                _mm_loadl_epi64((const __m128i *)(new + first + 8)));
            __mmask16 differ = _mm_cmpneq_epi8_mask(was, is) & there;
            __m512i both, from;
            if (!differ) continue;
            both = _mm512_or_si512(
                _mm512_cvtepu8_epi32(was), _mm512_slli_epi32(_mm512_cvtepu8_epi32(is), 8));
            both = _mm512_mask_or_epi32(both, turns, both, turn);
            _mm512_storeu_si512(gone + count, _mm512_maskz_compress_epi32(differ, both));
            from = _mm512_loadu_si512(firsts + first);
            _mm512_storeu_si512(come + count, _mm512_maskz_compress_epi32(differ, from));
            from = _mm512_loadu_si512(seconds + first);
            _mm512_storeu_si512(come + room + count, _mm512_maskz_compress_epi32(differ, from));
            count += __builtin_popcount(differ);
        }
        for (first = 0; first < count; first += 16) {
            int left = count - first;
            __mmask16 there = left < 16 ? (1u << left) - 1 : 0xFFFF;
            __m512i both = _mm512_loadu_si512(gone + first);
            __mmask16 turns = _mm512_mask_test_epi32_mask(there, both, turn);
            __m512i a = _mm512_and_si512(both, byte);
            __m512i b = _mm512_and_si512(_mm512_srli_epi32(both, 8), byte);
            __m512i c = _mm512_mullo_epi32(a, wide), d = _mm512_mullo_epi32(b, wide);
            __m512i from = _mm512_loadu_si512(come + first);
            _mm512_storeu_si512(gone + first, _mm512_add_epi32(c, from));
            _mm512_storeu_si512(come + first, _mm512_add_epi32(d, from));
            a = _mm512_mask_i32gather_epi32(c, turns, a, turned, 4);
            b = _mm512_mask_i32gather_epi32(d, turns, b, turned, 4);
            from = _mm512_loadu_si512(come + room + first);
            _mm512_storeu_si512(gone + room + first, _mm512_add_epi32(a, from));
            _mm512_storeu_si512(come + room + first, _mm512_add_epi32(b, from));
        }
        return count;
    }
    #define OUTWIT_HAS_AVX512 \
        (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
    #define OUTWIT_HAS_AVX2 __builtin_cpu_supports("avx2")
    #else
    #define OUTWIT_HAS_AVX512 0
    #define outwit_exchange_avx512(from, to, rows, gone, come, count, hidden) 0
    #define outwit_weigh_avx512(sums, outputs, hidden) 0
    #define outwit_differences_avx512(                                                            \\
        old, new, firsts, seconds, turned, slots, private, hidden, room, gone, come) 0
    #define OUTWIT_HAS_AVX2 0
    #define outwit_exchange_avx2(from, to, rows, gone, come, count, hidden) 0
    #define outwit_weigh_avx2(sums, outputs, hidden) 0
    #endif
    static inline void outwit_exchange(
        short *sums, int source, int target, const signed char *rows, const int *gone,
        const int *come, int first, int count, int hidden)
    {
        const short *from = sums + source;
        short *to = sums + target;
        int done = 0;
        gone += first;
        come += first;
        if (hidden % 64 == 0 && OUTWIT_HAS_AVX512)
            done = outwit_exchange_avx512(from, to, rows, gone, come, count, hidden);
        else if (OUTWIT_HAS_AVX2)
            done = outwit_exchange_avx2(from, to, rows, gone, come, count, hidden);
        if (done < hidden)
            outwit_exchange_any(from, to, rows, gone, come, count, done, hidden);
    }
    static inline int outwit_weigh(
        const short *sums, int at, const short *outputs, int weights, int hidden)
    {
        int done, total;
        if (hidden % 32 == 0 && OUTWIT_HAS_AVX512)
            return outwit_weigh_avx512(sums + at, outputs + weights, hidden);
        done = OUTWIT_HAS_AVX2 ? hidden & ~15 : 0;
        total = done ? outwit_weigh_avx2(sums + at, outputs + weights, done) : 0;
        if (done < hidden)
            total += outwit_weigh_any(sums + at, outputs + weights, done, hidden);
        return total;
    }
    static inline int outwit_differences(
        const unsigned char *seen, int old, int new, const int *firsts, const int *seconds,
        const int *turned, int slots, int private, int hidden, int room, int *gone, int *come)
    {
        if (!OUTWIT_HAS_AVX512) return -1;
        return outwit_differences_avx512(
            seen + old, seen + new, firsts, seconds, turned, slots, private, hidden, room, gone,
            come);
    }
    #endif
    """
    int differences "outwit_differences"(
        u8* seen, int old, int new, int* firsts, int* seconds, int* turned, int slots,
        int private, int hidden, int room, int* gone, int* come
    ) noexcept nogil
    void exchange "outwit_exchange"(
        short* sums, int source, int target, i8* rows, int* gone, int* come, int first, int count,
        int hidden
    ) noexcept nogil
    int weigh "outwit_weigh"(
        short* sums, int at, short* outputs, int weights, int hidden
    ) noexcept nogil
