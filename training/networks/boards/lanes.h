// What the threads that work on one board do together; `device.h` of the package comes before this.
#pragma once

#include <cmath>
#include <cstddef>

// Most moves of a position that are listed at a time.
constexpr int LISTED = 32;

#ifdef __CUDACC__

// Threads that work on one board: a warp.
constexpr int LANES = 32;

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

ANYWHERE u32 from_lane(u32 number, int lane) { return __shfl_sync(~0u, number, lane); }

ANYWHERE float sum_of_lanes(float number) {
    for (int step = LANES / 2; step; step >>= 1) number += __shfl_xor_sync(~0u, number, step);
    return number;
}

// Of two lanes that are `step` apart, give the larger number to the one that is to have it.
ANYWHERE u32 exchange(u32 number, int lane, int step, bool falls) {
    u32 other = __shfl_xor_sync(~0u, number, step);
    bool takes_larger = !(lane & step) == falls;
    return (other > number) == takes_larger ? other : number;
}

// Sort the numbers of the lanes, the largest first (bitonic).
ANYWHERE u32 sort_lanes(u32 number, int lane) {
    for (int size = 2; size <= LANES; size <<= 1)
        for (int step = size / 2; step; step >>= 1)
            number = exchange(number, lane, step, !(lane & size));
    return number;
}

// List the lower halves of the largest of some numbers, the largest first; return the last of them.
ANYWHERE u32 list_largest(const u32 *numbers, int count, int lane, u16 *listed) {
    static_assert(LISTED == LANES, "a lane has one of them");
    u32 largest = sort_lanes(lane < count ? numbers[lane] : 0, lane);
    for (int first = LANES; first < count; first += LANES) {
        u32 more = sort_lanes(first + lane < count ? numbers[first + lane] : 0, lane);
        // The larger ones of both rise and then fall, or only do one of it.
        largest = max(largest, __shfl_sync(~0u, more, LANES - 1 - lane));
        for (int step = LANES / 2; step; step >>= 1) largest = exchange(largest, lane, step, true);
    }
    listed[lane] = (u16)largest;
    return from_lane(largest, LANES - 1);
}

#else

constexpr int LANES = 1;
struct uint4 { u32 x, y, z, w; };

ANYWHERE void wait_for_lanes() {}
ANYWHERE int sum_before(int number, int, int &total) { total = number; return 0; }
ANYWHERE void find_largest(float &, int &) {}
ANYWHERE u32 from_lane(u32 number, int) { return number; }
ANYWHERE float sum_of_lanes(float number) { return number; }

ANYWHERE u32 list_largest(const u32 *numbers, int count, int, u16 *listed) {
    u32 largest[LISTED] = {};
    for (int i = 0; i < count; i++) {
        if (numbers[i] <= largest[LISTED - 1]) continue;
        int place = LISTED - 1;
        for (; place && largest[place - 1] < numbers[i]; place--) largest[place] = largest[place - 1];
        largest[place] = numbers[i];
    }
    for (int i = 0; i < LISTED; i++) listed[i] = (u16)largest[i];
    return largest[LISTED - 1];
}

#endif
