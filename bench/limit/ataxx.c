/* Ataxx perft by hand in C, the yardstick for the other implementation: the number of move sequences of DEPTH
 * plies from a position. Bitboards, moves generated into an array, each copy-made; no hashing, symmetry or
 * threads; the last ply is not played, its moves are counted with population counts.
 *     cc -O3 -o ataxx ataxx.c        (x86-64: add -mpopcnt)
 *     ./ataxx "x5o/7/7/7/7/7/o5x x 0 1" 6 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A square is row * STRIDE + column, row 0 at the bottom. The two unused columns behind every row catch what a
 * shift moves off the left or right edge, even by two; bits above the top row fall away with the empties' mask. */
enum { SIDE = 7, STRIDE = 9, SQUARES = SIDE * STRIDE };
enum { JUMP_LIMIT = 25, MAX_MOVES = 512, MAX_DEPTH = 64 };

typedef uint64_t bits;
typedef struct { uint8_t from, to; } move; /* a clone leaves `from` unset */

static bits near[SQUARES]; /* the squares at distance 1 */
static bits ring[SQUARES]; /* the squares at distance 2 */

static inline bits bit(int square) { return (bits)1 << square; }
static inline int lowest(bits set) { return __builtin_ctzll(set); }
static inline unsigned popcount(bits set) { return (unsigned)__builtin_popcountll(set); }

/* The set and all its neighbours. */
static inline bits spread(bits set)
{
    set |= set << 1 | set >> 1;
    return set | set << STRIDE | set >> STRIDE;
}

static inline int can_move(bits stones, bits empty) { return (spread(spread(stones)) & empty) != 0; }

/* The number of legal moves where the jump limit is not reached and `other` has a stone. */
static inline unsigned count_moves(bits own, bits other, bits empty)
{
    unsigned count = popcount(spread(own) & empty);
    for (bits from = own; from; from &= from - 1)
        count += popcount(ring[lowest(from)] & empty);
    if (__builtin_expect(count == 0, 0))
        return own && can_move(other, empty); /* a lone pass, or the game is over */
    return count;
}

static uint64_t perft(bits own, bits other, bits empty, int jumps, int depth);

/* One node of depth 2 or more. Inlined twice, so that depth 2, nearly all of them, has loops of its own. */
static inline __attribute__((always_inline)) uint64_t
expand(bits own, bits other, bits empty, int jumps, int depth)
{
    move moves[MAX_MOVES];
    int clones = 0;
    for (bits to = spread(own) & empty; to; to &= to - 1)
        moves[clones++].to = (uint8_t)lowest(to);
    int count = clones;
    if (jumps + 1 < JUMP_LIMIT) /* else every jump ends the game: nothing to count below it */
        for (bits from = own; from; from &= from - 1)
            for (bits to = ring[lowest(from)] & empty; to; to &= to - 1)
                moves[count++] = (move){(uint8_t)lowest(from), (uint8_t)lowest(to)};
    if (count == 0) {
        int passes = own && !can_move(own, empty) && can_move(other, empty);
        return passes ? perft(other, own, empty, jumps, depth - 1) : 0;
    }

    uint64_t total = 0;
    for (int i = 0; i < clones; i++) {
        bits target = bit(moves[i].to), flipped = near[moves[i].to] & other;
        bits mine = own | target | flipped, theirs = other ^ flipped, left = empty ^ target;
        total += depth == 2 ? count_moves(theirs, mine, left) : perft(theirs, mine, left, 0, depth - 1);
    }
    for (int i = clones; i < count; i++) {
        bits changed = bit(moves[i].from) | bit(moves[i].to), flipped = near[moves[i].to] & other;
        bits mine = (own ^ changed) | flipped, theirs = other ^ flipped, left = empty ^ changed;
        total += depth == 2 ? count_moves(theirs, mine, left) : perft(theirs, mine, left, jumps + 1, depth - 1);
    }
    return total;
}

static __attribute__((noinline)) uint64_t expand_depth_2(bits own, bits other, bits empty, int jumps)
{
    return expand(own, other, empty, jumps, 2);
}

static uint64_t perft(bits own, bits other, bits empty, int jumps, int depth)
{
    if (depth == 1)
        return count_moves(own, other, empty);
    if (depth == 2)
        return expand_depth_2(own, other, empty, jumps);
    return expand(own, other, empty, jumps, depth);
}

/* The game may be over before the first move; further down, a side just moved: it has stones. */
static uint64_t perft_root(bits own, bits other, bits empty, int jumps, int depth)
{
    if (depth == 0)
        return 1;
    if (!own || !other || jumps >= JUMP_LIMIT)
        return 0;
    return perft(own, other, empty, jumps, depth);
}

static void fail(const char *message)
{
    fprintf(stderr, "ataxx: %s\n", message);
    exit(2);
}

static int parse_number(const char *text, int low, int high, const char *message)
{
    size_t length = strlen(text);
    if (length == 0 || length > 6 || strspn(text, "0123456789") != length)
        fail(message);
    int value = atoi(text);
    if (value < low || value > high)
        fail(message);
    return value;
}

static void parse_board(const char *text, bits *red, bits *blue, bits *empty)
{
    int row = SIDE - 1, column = 0;
    for (; *text; text++) {
        if (*text == '/') {
            if (column != SIDE || row == 0)
                fail("board: not 7 rows of 7 squares");
            row--;
            column = 0;
            continue;
        }
        int run = *text >= '1' && *text <= '7' ? *text - '0' : 1;
        if (column + run > SIDE)
            fail("board: not 7 rows of 7 squares");
        bits square = bit(row * STRIDE + column);
        if (*text == 'x')
            *red |= square;
        else if (*text == 'o')
            *blue |= square;
        else if (*text >= '1' && *text <= '7')
            *empty |= (bit(run) - 1) << (row * STRIDE + column);
        else if (*text != '-')
            fail("board: only x, o, - and the digits 1 to 7 are allowed");
        column += run;
    }
    if (row != 0 || column != SIDE)
        fail("board: not 7 rows of 7 squares");
}

static void fill_tables(void)
{
    bits board = 0;
    for (int row = 0; row < SIDE; row++)
        board |= (bit(SIDE) - 1) << (row * STRIDE);
    for (bits rest = board; rest; rest &= rest - 1) {
        bits self = rest & -rest;
        near[lowest(rest)] = spread(self) & board & ~self;
        ring[lowest(rest)] = spread(spread(self)) & board & ~spread(self);
    }
}

int main(int argc, char **argv)
{
    if (argc != 3)
        fail("usage: ataxx POSITION DEPTH");
    char text[128], *field[4];
    if (strlen(argv[1]) >= sizeof text)
        fail("position: too long");
    strcpy(text, argv[1]);
    for (int i = 0; i < 4; i++)
        if (!(field[i] = strtok(i == 0 ? text : NULL, " ")))
            fail("position: needs board, side, jumps and move number");
    if (strtok(NULL, " "))
        fail("position: more than four fields");

    bits red = 0, blue = 0, empty = 0;
    parse_board(field[0], &red, &blue, &empty);
    if (strcmp(field[1], "x") != 0 && strcmp(field[1], "o") != 0)
        fail("side: must be x or o");
    int jumps = parse_number(field[2], 0, JUMP_LIMIT, "jumps: must be a number from 0 to 25");
    parse_number(field[3], 1, 999999, "move number: must be a number from 1 on");
    int depth = parse_number(argv[2], 0, MAX_DEPTH, "depth: must be a number from 0 to 64");

    fill_tables();
    int red_moves = field[1][0] == 'x';
    clock_t start = clock();
    uint64_t total = perft_root(red_moves ? red : blue, red_moves ? blue : red, empty, jumps, depth);
    clock_t end = clock();
    printf("total %llu\ncpu %.6f\n", (unsigned long long)total, (double)(end - start) / CLOCKS_PER_SEC);
    return 0;
}
