// What rules and kernels need, on a graphics processor and on the host.
#pragma once

#include <cstddef>

typedef unsigned long long u64;
typedef long long i64;
typedef unsigned int u32;
typedef unsigned short u16;
typedef unsigned char u8;

#ifdef __CUDACC__

#include <cuda_runtime.h>
#define ANYWHERE __device__ __forceinline__
// Before a table that a kernel reads.
#define ON_DEVICE __device__

ANYWHERE int count_bits(u64 bits) { return __popcll(bits); }
ANYWHERE int lowest_bit(u64 bits) { return __ffsll(bits) - 1; }

#else

#define ANYWHERE inline
#define ON_DEVICE static

ANYWHERE int count_bits(u64 bits) { return __builtin_popcountll(bits); }
ANYWHERE int lowest_bit(u64 bits) { return __builtin_ctzll(bits); }

#endif

// The place of the set bit that `before` set bits precede.
ANYWHERE int bit_number(u64 bits, int before) {
    int place = 0;
#pragma unroll
    for (int width = 32; width; width >>= 1) {
        int below = count_bits(bits & ((1ULL << width) - 1));
        if (below <= before) {
            before -= below;
            bits >>= width;
            place += width;
        }
    }
    return place;
}
