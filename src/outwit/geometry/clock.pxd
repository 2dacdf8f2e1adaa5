# header only
cdef extern from *:
    """
    #include <time.h>
    static inline long long outwit_now(void) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        return (long long)now.tv_sec * 1000000000ll + now.tv_nsec;
    }
    """
    long long now "outwit_now"() noexcept nogil
