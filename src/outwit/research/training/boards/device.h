// What the kernel and the rules of a game need, on a graphics processor and on the host.
#pragma once

#include <cstddef>

typedef unsigned long long u64;
typedef unsigned int u32;
typedef unsigned short u16;
typedef unsigned char u8;

#ifdef __CUDACC__

#include <cuda_runtime.h>
#define ANYWHERE __device__ __forceinline__
// So many threads, a warp, work on one board.
constexpr int LANES = 32;

ANYWHERE int count_bits(u64 bits) { return __popcll(bits); }
ANYWHERE int lowest_bit(u64 bits) { return __ffsll(bits) - 1; }
ANYWHERE void wait_for_lanes() { __syncwarp(); }

// Add up the numbers of the lanes before this one; `total` is that of all.
ANYWHERE int sum_before(int number, int lane, int &total) {
    int sum = number;
    for (int step = 1; step < LANES; step <<= 1) {
        int other = __shfl_up_sync(~0u, sum, step);
        if (lane >= step) sum += other;
    }
    total = __shfl_sync(~0u, sum, LANES - 1);
    return sum - number;
}

// Give every lane the largest value of all, and its place; of equal values the first.
ANYWHERE void find_largest(float &value, int &place) {
    for (int step = LANES / 2; step; step >>= 1) {
        float other = __shfl_xor_sync(~0u, value, step);
        int its_place = __shfl_xor_sync(~0u, place, step);
        if (other > value || (other == value && its_place < place)) {
            value = other;
            place = its_place;
        }
    }
}

#else

#define ANYWHERE inline
constexpr int LANES = 1;
struct uint4 { u32 x, y, z, w; };

ANYWHERE int count_bits(u64 bits) { return __builtin_popcountll(bits); }
ANYWHERE int lowest_bit(u64 bits) { return __builtin_ctzll(bits); }
ANYWHERE void wait_for_lanes() {}
ANYWHERE int sum_before(int number, int, int &total) { total = number; return 0; }
ANYWHERE void find_largest(float &, int &) {}

#endif
