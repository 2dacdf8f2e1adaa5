/* Santorini perft by hand in C, the yardstick for the other implementation: the number of turn sequences of DEPTH
 * turns from a position, by the "seed" rule (a step to level 3 is followed by a build; the game is over before the
 * next turn). Bitboards, moves generated into an array, each copy-made; no hashing, symmetry or threads; the last
 * ply is not played: per worker and step, the buildable neighbours are counted with population counts.
 *     cc -O3 -o santorini santorini.c        (x86-64: add -mpopcnt)
 *     ./santorini "00000/00Y00B0/00000/00A00Z0/00000 w 1" 4 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A square is row * STRIDE + column, row 0 at the bottom. The unused columns behind every row catch what a shift
 * moves off an edge. Two boards, one for each worker, share a word: the second one is shifted by SECOND. */
enum { SIDE = 5, STRIDE = 6, SECOND = 32 };
enum { MAX_MOVES = 128, MAX_DEPTH = 64 };

typedef uint64_t bits;
typedef struct { uint8_t from, to, build; } move;
typedef struct {
    bits level1, level2, level3, level4;  /* the squares of at least this level; level4 are the domes */
    bits own1, own2, other1, other2;      /* one worker each */
} position;

static bits board;         /* all 25 squares */
static bits near[64];      /* the neighbours of a square */
static bits near_high[64]; /* the same on the second board of a word */

static inline bits bit(int square) { return (bits)1 << square; }
static inline int lowest(bits set) { return __builtin_ctzll(set); }
static inline unsigned popcount(bits set) { return (unsigned)__builtin_popcountll(set); }

/* The squares that are too high for a worker to step on. */
static inline bits too_high(const position *p, bits worker)
{
    return worker & p->level2 ? p->level4 : worker & p->level1 ? p->level3 : p->level2;
}

/* The number of legal turns where no worker stands on level 3. */
static inline unsigned count_moves(const position *p)
{
    bits others = p->other1 | p->other2, workers = others | p->own1 | p->own2;
    bits steps1 = near[lowest(p->own1)] & ~(workers | too_high(p, p->own1));
    bits steps2 = near[lowest(p->own2)] & ~(workers | too_high(p, p->own2));
    bits open1 = board & ~(others | p->own2 | p->level4);
    bits open2 = board & ~(others | p->own1 | p->level4);
    bits open = open1 | open2 << SECOND;
    unsigned count = 0;
    /* One step of each worker at a time, while both have one; then those that are left. */
    for (; steps1 && steps2; steps1 &= steps1 - 1, steps2 &= steps2 - 1)
        count += popcount((near[lowest(steps1)] | near_high[lowest(steps2)]) & open);
    for (; steps1; steps1 &= steps1 - 1)
        count += popcount(near[lowest(steps1)] & open);
    for (; steps2; steps2 &= steps2 - 1)
        count += popcount(near_high[lowest(steps2)] & open);
    return count;
}

static uint64_t perft(const position *p, int depth);

/* One node of depth 2 or more. Inlined twice, so that depth 2, nearly all of them, has a loop of its own. */
static inline __attribute__((always_inline)) uint64_t expand(const position *p, int depth)
{
    move moves[MAX_MOVES];
    int count = 0;
    bits own = p->own1 | p->own2, others = p->other1 | p->other2;
    for (bits workers = own; workers; workers &= workers - 1) {
        int from = lowest(workers);
        bits open = ~(others | (own ^ bit(from)) | p->level4);
        for (bits to = near[from] & ~(own | others | too_high(p, bit(from))); to; to &= to - 1)
            for (bits build = near[lowest(to)] & open; build; build &= build - 1)
                moves[count++] = (move){(uint8_t)from, (uint8_t)lowest(to), (uint8_t)lowest(build)};
    }

    uint64_t total = 0;
    for (int i = 0; i < count; i++) {
        bits to = bit(moves[i].to), build = bit(moves[i].build);
        if (to & p->level3)
            continue; /* the game is over before the next turn */
        position next = {
            .level4 = p->level4 | (p->level3 & build),
            .level3 = p->level3 | (p->level2 & build),
            .level2 = p->level2 | (p->level1 & build),
            .level1 = p->level1 | build,
            .own1 = p->other1,
            .own2 = p->other2,
            .other1 = own ^ bit(moves[i].from),
            .other2 = to,
        };
        total += depth == 2 ? count_moves(&next) : perft(&next, depth - 1);
    }
    return total;
}

static __attribute__((noinline)) uint64_t expand_depth_2(const position *p)
{
    return expand(p, 2);
}

static uint64_t perft(const position *p, int depth)
{
    if (depth == 1)
        return count_moves(p);
    if (depth == 2)
        return expand_depth_2(p);
    return expand(p, depth);
}

static uint64_t perft_root(const position *p, int depth)
{
    if (depth == 0)
        return 1;
    if ((p->own1 | p->own2 | p->other1 | p->other2) & p->level3)
        return 0;
    return perft(p, depth);
}

static void fail(const char *message)
{
    fprintf(stderr, "santorini: %s\n", message);
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

/* Fills in the levels, and worker[] with A, B, Y, Z. */
static void parse_board(const char *text, position *p, bits worker[4])
{
    static const char names[] = "ABYZ";
    for (int row = SIDE - 1; row >= 0; row--) {
        for (int column = 0; column < SIDE; column++) {
            bits square = bit(row * STRIDE + column);
            int level = *text - '0';
            if (level < 0 || level > 4)
                fail("board: not 5 rows of 5 cells, each a level from 0 to 4 and perhaps a worker");
            p->level1 |= level >= 1 ? square : 0;
            p->level2 |= level >= 2 ? square : 0;
            p->level3 |= level >= 3 ? square : 0;
            p->level4 |= level >= 4 ? square : 0;
            const char *name = *++text ? strchr(names, *text) : NULL;
            if (!name)
                continue;
            if (worker[name - names])
                fail("board: a worker stands on two cells");
            if (level == 4)
                fail("board: a worker stands on a dome");
            worker[name - names] = square;
            text++;
        }
        if (*text++ != (row > 0 ? '/' : '\0'))
            fail("board: not 5 rows of 5 cells, each a level from 0 to 4 and perhaps a worker");
    }
    if (!worker[0] || !worker[1] || !worker[2] || !worker[3])
        fail("board: needs the workers A, B, Y and Z");
}

static void fill_tables(void)
{
    for (int row = 0; row < SIDE; row++)
        board |= (bit(SIDE) - 1) << (row * STRIDE);
    for (bits rest = board; rest; rest &= rest - 1) {
        bits self = rest & -rest, column = self | self << STRIDE | self >> STRIDE;
        int square = lowest(rest);
        near[square] = (column | column << 1 | column >> 1) & board & ~self;
        near_high[square] = near[square] << SECOND;
    }
}

int main(int argc, char **argv)
{
    if (argc != 3)
        fail("usage: santorini POSITION DEPTH");
    char text[128], *field[3];
    if (strlen(argv[1]) >= sizeof text)
        fail("position: too long");
    strcpy(text, argv[1]);
    for (int i = 0; i < 3; i++)
        if (!(field[i] = strtok(i == 0 ? text : NULL, " ")))
            fail("position: needs board, side and turn number");
    if (strtok(NULL, " "))
        fail("position: more than three fields");

    position p = {0};
    bits worker[4] = {0};
    parse_board(field[0], &p, worker);
    if (strcmp(field[1], "w") != 0 && strcmp(field[1], "b") != 0)
        fail("side: must be w or b");
    parse_number(field[2], 1, 999999, "turn number: must be a number from 1 on");
    int depth = parse_number(argv[2], 0, MAX_DEPTH, "depth: must be a number from 0 to 64");

    int white = field[1][0] == 'w';
    p.own1 = worker[white ? 0 : 2];
    p.own2 = worker[white ? 1 : 3];
    p.other1 = worker[white ? 2 : 0];
    p.other2 = worker[white ? 3 : 1];
    fill_tables();
    clock_t start = clock();
    uint64_t total = perft_root(&p, depth);
    clock_t end = clock();
    printf("total %llu\ncpu %.6f\n", (unsigned long long)total, (double)(end - start) / CLOCKS_PER_SEC);
    return 0;
}
