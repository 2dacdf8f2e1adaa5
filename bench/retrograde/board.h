// Positions of a small Jeson Mor board, their numbers, and the table of what White wins.

#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>

typedef uint32_t u32;  // a set of squares, a1 the lowest bit; or a word of the table
typedef uint64_t u64;

#ifndef SIDE
#define SIDE 5
#endif
static const int SQUARES = SIDE * SIDE, CENTRE = SQUARES / 2;
static const int KNIGHTS = (SIDE + 1) / 2, ARCHERS = SIDE / 2, PIECES = 2 * SIDE;
static const int MOST_SETS = 2300;  // of three squares of 25
static const u32 ALL = (1u << SQUARES) - 1;
static const int WHITE = 0, BLACK = 1, PROTECTIONS = 4;

struct Material {
    int knights[2], archers[2];
};

struct Board {
    u32 knights[2], archers[2];
};

struct Facts {
    u32 sets[3][MOST_SETS];      // of one, two, three places, in the order of their ranks
    u32 mirrored[4][MOST_SETS];  // the rank of the mirror image of a set of squares
    u32 ray[SQUARES][4];         // right, up, left, down
    u32 leg[SQUARES][4];         // the neighbour that blocks a knight; none if legs do not count
    u32 leap[SQUARES][4];        // where a knight goes over that neighbour
    u32 origin[SQUARES][8];      // where a knight may come from,
    u32 blocked[SQUARES][8];     // and what blocks it there
    int origins[SQUARES];
    u64 first[4][3][4][3];       // where the words of a material begin
    u64 size[4][3][4][3];        // how many arrangements it has
    int given;                   // whether stuck positions are White's
};

static Facts host_facts;
static u32 *host_won[2];  // by who is to move
#ifdef __CUDACC__
#define BOTH __host__ __device__ __forceinline__
__device__ Facts device_facts;
__device__ u32 *device_won[2];
__device__ unsigned long long device_found[2];
#define CHECK(call)                                                      \
    do {                                                                 \
        cudaError_t error = (call);                                      \
        if (error != cudaSuccess) {                                      \
            fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error)); \
            exit(1);                                                     \
        }                                                                \
    } while (0)
#else
#define BOTH static inline
#endif

#ifdef __CUDA_ARCH__
#define FACTS device_facts
#define WON device_won
#define COUNT(set) __popc(set)
#define LOWEST(set) (__ffs(set) - 1)
#define HIGHEST(set) (31 - __clz(set))
#define OR(word, bit) atomicOr(word, bit)
#else
#define FACTS host_facts
#define WON host_won
#define COUNT(set) __builtin_popcount(set)
#define LOWEST(set) __builtin_ctz(set)
#define HIGHEST(set) (31 - __builtin_clz(set))
#define OR(word, bit) __sync_fetch_and_or(word, bit)
#endif

BOTH u32 choose(u32 n, int k) {
    return k == 0 ? 1 : k == 1 ? n : k == 2 ? n * (n - 1) / 2 : n * (n - 1) * (n - 2) / 6;
}

BOTH u32 rank_in(u32 set, u32 room) {
    u32 rank = 0;
    for (int i = 1; set; i++, set &= set - 1)
        rank += choose(COUNT(room & ((set & -set) - 1)), i);
    return rank;
}

// The square of the room that has ``below`` squares of the room below it.
BOTH int square_in(u32 room, int below) {
    int square = 0;
    for (int step = 16; step; step >>= 1) {
        int count = COUNT(room >> square & ((1u << step) - 1));
        if (below >= count) {
            below -= count;
            square += step;
        }
    }
    return square;
}

BOTH u32 set_in(u32 room, u32 rank, int size) {
    u32 set = 0;
    if (size)
        for (u32 places = FACTS.sets[size - 1][rank]; places; places &= places - 1)
            set |= 1u << square_in(room, LOWEST(places));
    return set;
}

BOTH u32 occupied(const Board &board) {
    return board.knights[0] | board.knights[1] | board.archers[0] | board.archers[1];
}

// How many ways there are to place White's knights, then White's archers, Black's knights, archers.
struct Ways {
    u32 ways[4];
};

BOTH Ways ways_of(const Material &material) {
    Ways all;
    int room = SQUARES;
    for (int i = 0; i < 4; i++) {
        int size = i % 2 ? material.archers[i / 2] : material.knights[i / 2];
        all.ways[i] = choose(room, size);
        room -= size;
    }
    return all;
}

BOTH Board board_of(u64 number, const Material &material, const Ways &all) {
    u32 ranks[4];
    for (int i = 3; i >= 0; i--) {
        ranks[i] = (u32)(number % all.ways[i]);
        number /= all.ways[i];
    }
    Board board;
    u32 room = ALL;
    for (int side = 0; side < 2; side++) {
        board.knights[side] = set_in(room, ranks[2 * side], material.knights[side]);
        room &= ~board.knights[side];
        board.archers[side] = set_in(room, ranks[2 * side + 1], material.archers[side]);
        room &= ~board.archers[side];
    }
    return board;
}

struct Place {
    u64 word;
    u32 bit;
};

BOTH Place place_of(const Board &board) {
    int count[4];
    u64 number = 0;
    u32 room = ALL;
    int left = SQUARES;
    for (int i = 0; i < 4; i++) {
        u32 set = i % 2 ? board.archers[i / 2] : board.knights[i / 2];
        count[i] = COUNT(set);
        number = number * choose(left, count[i]) + rank_in(set, room);
        room &= ~set;
        left -= count[i];
    }
    u64 first = FACTS.first[count[0]][count[1]][count[2]][count[3]];
    return {first + (number >> 5), 1u << (number & 31)};
}

BOTH bool is_won(int turn, const Board &board) {
    Place place = place_of(board);
    return WON[turn][place.word] & place.bit;
}

BOTH u32 mirror(u32 set) {
    u32 column = 0, image = 0;
    for (int row = 0; row < SIDE; row++) column |= 1u << (row * SIDE);
    for (int x = 0; x < SIDE; x++) image |= (set >> x & column) << (SIDE - 1 - x);
    return image;
}

// Note a won position and its mirror image; return how many of the two are new.
BOTH int note(int turn, const Board &board) {
    int found = 0;
    Board image;
    for (int side = 0; side < 2; side++) {
        image.knights[side] = mirror(board.knights[side]);
        image.archers[side] = mirror(board.archers[side]);
    }
    for (int i = 0; i < 2; i++) {
        Place place = place_of(i ? image : board);
        u32 *word = WON[turn] + place.word;
        if (!(*word & place.bit)) found += !(OR(word, place.bit) & place.bit);
    }
    return found;
}
