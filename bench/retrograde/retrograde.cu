// Which positions of a small Jeson Mor board does White win by force? See retrograde.py.
//
// Every arrangement of a material has a number, and two bits are kept of it, set once White is known
// to win: one for White to move, one for Black to move. Materials of fewer pieces come first, so that
// captures lead to what is known. Of Black to move all moves are looked at again and again until
// nothing is new; from each position found, White's moves are taken back. Black's wins are White's
// upside down. nvcc builds it for a GPU; a C++ compiler with -x c++ -fopenmp for the CPU.
//
// Where a side is stuck, scores decide, which are not kept: all such ends are given to White, or none.
//
//     retrograde LEGS GIVEN PIECES SAMPLES     (0 or 1, 0 or 1, the most pieces, to print of each)

#include <algorithm>
#include <chrono>
#include <vector>

#include "moves.h"

// Passes

struct Found {
    u64 by_turn[2];
};

// Look at the 32 positions of a word, one of each pair of mirror images, and note what is won.
BOTH void pass(const Material &material, const Ways &all, int turn, u64 word, Found &found) {
    const int *knights = material.knights, *archers = material.archers;
    u64 size = FACTS.size[knights[0]][archers[0]][knights[1]][archers[1]];
    u32 done = WON[turn][FACTS.first[knights[0]][archers[0]][knights[1]][archers[1]] + word];
    if (done == ~0u) return;
    u64 rest = (u64)all.ways[1] * all.ways[2] * all.ways[3];
    u32 rank = 0, room = 0;
    bool twin = false;
    Board board;
    u64 stop = word * 32 + 32 < size ? word * 32 + 32 : size;
    for (u64 number = word * 32; number < stop; number++) {
        if (number % 32 && ++rank < all.ways[3]) {
            board.archers[BLACK] = set_in(room, rank, archers[BLACK]);
        } else {
            rank = (u32)(number % all.ways[3]);
            board = board_of(number, material, all);
            room = ALL & ~(occupied(board) & ~board.archers[BLACK]);
            twin = FACTS.mirrored[knights[0]][number / rest] < number / rest;
        }
        if (twin || done >> (number & 31) & 1) continue;
        if (turn == WHITE ? !wins_soon(board) : !is_lost(board)) continue;
        found.by_turn[turn] += note(turn, board);
        if (turn == BLACK) found.by_turn[WHITE] += note_before(board);
    }
}

#ifdef __CUDACC__
__global__ void pass_kernel(Material material, int turn, u64 words) {
    Ways all = ways_of(material);
    Found found = {{0, 0}};
    u64 word = blockIdx.x * (u64)blockDim.x + threadIdx.x;
    if (word < words) pass(material, all, turn, word, found);
    for (int side = 0; side < 2; side++)
        if (found.by_turn[side]) atomicAdd(&device_found[side], found.by_turn[side]);
}
#endif

static Found run_pass(const Material &material, int turn) {
    const int *knights = material.knights, *archers = material.archers;
    u64 words = (host_facts.size[knights[0]][archers[0]][knights[1]][archers[1]] + 31) / 32;
    Found found = {{0, 0}};
#ifdef __CUDACC__
    CHECK(cudaMemcpyToSymbol(device_found, &found, sizeof found));
    pass_kernel<<<(unsigned)((words + 127) / 128), 128>>>(material, turn, words);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpyFromSymbol(&found, device_found, sizeof found));
#else
    Ways all = ways_of(material);
    u64 white = 0, black = 0;
#pragma omp parallel for schedule(dynamic, 256) reduction(+ : white, black)
    for (u64 word = 0; word < words; word++) {
        Found part = {{0, 0}};
        pass(material, all, turn, word, part);
        white += part.by_turn[WHITE];
        black += part.by_turn[BLACK];
    }
    found = {{white, black}};
#endif
    return found;
}

// Setting up

static void set_up_board(bool legs) {
    Facts &facts = host_facts;
    for (int a = 0, singles = 0, pairs = 0, triples = 0; a < SQUARES; a++) {
        facts.sets[0][singles++] = 1u << a;
        for (int b = 0; b < a; b++) {
            facts.sets[1][pairs++] = 1u << a | 1u << b;
            for (int c = 0; c < b; c++) facts.sets[2][triples++] = 1u << a | 1u << b | 1u << c;
        }
    }
    for (int size = 1; size <= 3; size++)
        for (u32 rank = 0; rank < choose(SQUARES, size); rank++)
            facts.mirrored[size][rank] = rank_in(mirror(facts.sets[size - 1][rank]), ALL);
    static const int dx[] = {1, 0, -1, 0}, dy[] = {0, 1, 0, -1};
    auto square = [](int x, int y) {
        return x < 0 || y < 0 || x >= SIDE || y >= SIDE ? 0 : 1u << (y * SIDE + x);
    };
    for (int from = 0; from < SQUARES; from++)
        for (int way = 0; way < 4; way++) {
            int x = from % SIDE, y = from / SIDE;
            for (int step = 1; step < SIDE; step++)
                facts.ray[from][way] |= square(x + step * dx[way], y + step * dy[way]);
            if (legs) facts.leg[from][way] = square(x + dx[way], y + dy[way]);
            for (int aside = -1; aside <= 1; aside += 2) {
                u32 to = square(x + 2 * dx[way] + aside * dy[way], y + 2 * dy[way] + aside * dx[way]);
                if (!to) continue;
                int &count = facts.origins[LOWEST(to)];
                facts.leap[from][way] |= to;
                facts.origin[LOWEST(to)][count] = 1u << from;
                facts.blocked[LOWEST(to)][count++] = facts.leg[from][way];
            }
        }
}

// List the materials, fewer pieces first, and give each its words; return how many there are.
static u64 set_up_materials(int pieces, std::vector<Material> &materials) {
    u64 words = 0;
    for (int total = 2; total <= pieces; total++)
        for (int i = 0; i < 144; i++) {
            Material material = {{i / 36, i / 3 % 4}, {i / 12 % 3, i % 3}};
            const int *knights = material.knights, *archers = material.archers;
            int white = knights[0] + archers[0], black = knights[1] + archers[1];
            if (!white || !black || white + black != total) continue;
            if (std::max(knights[0], knights[1]) > KNIGHTS || std::max(archers[0], archers[1]) > ARCHERS) continue;
            u64 size = 1;
            for (u32 ways : ways_of(material).ways) size *= ways;
            host_facts.size[knights[0]][archers[0]][knights[1]][archers[1]] = size;
            host_facts.first[knights[0]][archers[0]][knights[1]][archers[1]] = words;
            words += (size + 31) / 32;
            materials.push_back(material);
        }
    return words;
}

static void set_up_table(u64 words) {
#ifdef __CUDACC__
    for (u32 *&bits : host_won) {
        CHECK(cudaMalloc(&bits, words * 4));
        CHECK(cudaMemset(bits, 0, words * 4));
    }
    CHECK(cudaMemcpyToSymbol(device_facts, &host_facts, sizeof host_facts));
    CHECK(cudaMemcpyToSymbol(device_won, &host_won, sizeof host_won));
#else
    for (u32 *&bits : host_won)
        if (!(bits = (u32 *)calloc(words, 4))) {
            fprintf(stderr, "there is no room for %.1f GB\n", words * 8e-9);
            exit(1);
        }
#endif
}

// Asking

static bool look(int turn, const Board &board) {
    Place place = place_of(board);
    u32 *at = host_won[turn] + place.word, word;
#ifdef __CUDACC__
    CHECK(cudaMemcpy(&word, at, 4, cudaMemcpyDeviceToHost));
#else
    word = *at;
#endif
    return word & place.bit;
}

static u32 upside_down(u32 set) {
    u32 image = 0;
    for (int row = 0; row < SIDE; row++)
        image |= (set >> (row * SIDE) & ((1u << SIDE) - 1)) << ((SIDE - 1 - row) * SIDE);
    return image;
}

static bool wins(int goal, int turn, const Board &board) {
    if (goal == WHITE) return look(turn, board);
    Board image;
    for (int side = 0; side < 2; side++) {
        image.knights[side] = upside_down(board.knights[1 - side]);
        image.archers[side] = upside_down(board.archers[1 - side]);
    }
    return look(1 - turn, image);
}

// Does a side force a win if the next ``protection`` moves neither capture nor win?
static bool wins_later(int goal, int turn, const Board &board, int protection) {
    if (!protection) return wins(goal, turn, board);
    bool stuck = true;
    for (int archer = 0; archer < 2; archer++)
        for (u32 set = (archer ? board.archers : board.knights)[turn]; set; set &= set - 1) {
            u32 targets = targets_of(board, turn, archer, LOWEST(set)) & ~occupied(board);
            for (; targets; targets &= targets - 1) {
                Board next = after(board, turn, archer, LOWEST(set), targets & -targets);
                if (wins_later(goal, 1 - turn, next, protection - 1) == (turn == goal)) return turn == goal;
                stuck = false;
            }
        }
    return stuck ? host_facts.given : turn != goal;
}

static void print_samples(const Material &material, int samples) {
    const int *knights = material.knights, *archers = material.archers;
    u64 size = host_facts.size[knights[0]][archers[0]][knights[1]][archers[1]], number = 1;
    for (int i = 0; i < samples; i++) {
        number = number * 6364136223846793005u + 1442695040888963407u;
        Board board = board_of((number >> 20) % size, material, ways_of(material));
        printf("sample ");
        for (int row = SIDE - 1; row >= 0; row--)
            for (int x = 0; x <= SIDE; x++) {
                u32 square = 1u << (row * SIDE + x);
                if (x == SIDE) {
                    if (row) putchar('/');
                } else {
                    putchar(board.knights[0] & square ? 'K' : board.archers[0] & square ? 'A'
                            : board.knights[1] & square ? 'k' : board.archers[1] & square ? 'a' : '1');
                }
            }
        printf(" %d %d\n", look(WHITE, board), look(BLACK, board));
    }
}

static void print_start() {
    u32 archers = 0, row = (1u << SIDE) - 1;
    for (int x = 1; x < SIDE; x += 2) archers |= 1u << x;
    u32 knights = row & ~archers;
    Board board = {{knights, knights << (SQUARES - SIDE)}, {archers, archers << (SQUARES - SIDE)}};
    for (int protection = 0; protection < PROTECTIONS; protection++)
        printf("start %d %d %d\n", protection, wins_later(WHITE, WHITE, board, protection),
               wins_later(BLACK, WHITE, board, protection));
    for (int from = 0; from < SIDE; from++)
        for (u32 targets = targets_of(board, WHITE, archers >> from & 1, from); targets; targets &= targets - 1) {
            Board next = after(board, WHITE, archers >> from & 1, from, targets & -targets);
            int to = LOWEST(targets);
            printf("move %c1%c%d %d %d\n", 'a' + from, 'a' + to % SIDE, to / SIDE + 1,
                   wins(WHITE, BLACK, next), wins(BLACK, BLACK, next));
        }
}

int main(int count, char **words) {
    if (count != 5) {
        fprintf(stderr, "legs, given, pieces and samples are required\n");
        return 2;
    }
    int pieces = std::min(atoi(words[3]), PIECES), samples = atoi(words[4]);
    auto start = std::chrono::steady_clock::now();
    std::vector<Material> materials;
    host_facts.given = atoi(words[2]);
    set_up_board(atoi(words[1]));
    set_up_table(set_up_materials(pieces, materials));
    for (const Material &material : materials) {
        Found total = run_pass(material, WHITE), found;
        int passes = 0;
        do {
            found = run_pass(material, BLACK);
            for (int side = 0; side < 2; side++) total.by_turn[side] += found.by_turn[side];
            passes++;
        } while (found.by_turn[BLACK]);
        const int *knights = material.knights, *archers = material.archers;
        std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
        printf("material %dK%dA-%dk%da %llu %llu %llu %d %.1f\n", knights[0], archers[0], knights[1], archers[1],
               (unsigned long long)host_facts.size[knights[0]][archers[0]][knights[1]][archers[1]],
               (unsigned long long)total.by_turn[WHITE], (unsigned long long)total.by_turn[BLACK], passes,
               taken.count());
        print_samples(material, samples);
        fflush(stdout);
    }
    if (pieces == PIECES) print_start();
}
