# header only

# Compiled for any x86-64, and besides for AVX2, which compares eight numbers at once.
cdef extern from *:
    """
    #ifndef OUTWIT_PICKING
    #define OUTWIT_PICKING
    #define OUTWIT_GREATEST                                                                       \\
        int best = ranks[start], i;                                                               \\
        for (i = start + 1; i < stop; i++) best = ranks[i] > best ? ranks[i] : best;              \\
        for (i = start; ranks[i] != best; i++) {}                                                 \\
        return i;
    static int outwit_greatest_any(const int *ranks, int start, int stop) { OUTWIT_GREATEST }
    #if defined(__x86_64__) && defined(__GNUC__)
    __attribute__((target("avx2"))) static int outwit_greatest_avx2(
        const int *ranks, int start, int stop) { OUTWIT_GREATEST }
    static inline int outwit_greatest(const int *ranks, int start, int stop)
    {
        if (__builtin_cpu_supports("avx2")) return outwit_greatest_avx2(ranks, start, stop);
        return outwit_greatest_any(ranks, start, stop);
    }
    #else
    #define outwit_greatest outwit_greatest_any
    #endif
    #endif
    """
    int greatest "outwit_greatest"(int* ranks, int start, int stop) noexcept nogil
