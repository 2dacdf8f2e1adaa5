// Plays on many boards at once: lists the moves of each, evaluates what they lead to, keeps the best.
//
// The rules of a game come before this file. They define
//
//   Board                              a position in 64-bit words, as the side to move sees it
//   SLOTS, STATES, BUCKETS             as the game's features have them
//   MOST_MOVES, GROUPS                 most moves of a board; groups in which moves are listed
//   is_over(board, points)             whether nobody plays on; then 1, 0 or -1 for the side to move
//   wins_at_once(board)                whether a move of a running game wins it; false if unknown
//   must_answer(board)                 whether the other side could do so, were it to move
//   count_moves(board, group, hopeful) the moves of a group, all or only the hopeful ones
//   write_moves(board, group, hopeful, moves)      the same, written as 16 bits each
//   after(board, move)                 the board after a move, as the next side sees it
//   see(board, slot, own, other)       the states of a slot, as the side to move and the other see it
//   phase(board)                       which outputs of the network count
//   guess(board, move)                 how promising a move is, from 0 to 62
//   PLACES, place(move)                moves of one place are good or bad at the same time
//
// Where a game goes on there is a move, if only a pass.

// The value of a won game, and the highest value that the network may return.
constexpr float WON = 12.f, MOST_PROMISED = 11.f;
// Below all values; below it, of a move that has been taken already.
constexpr float NO_VALUE = -100.f, TAKEN = -200.f;
constexpr int NO_MOVE = -1, NO_PLACE = 1 << 30;
// Units of the hidden layer summed at a time; they stay in registers.
constexpr int PART = 32;

static_assert(sizeof(Board) % sizeof(u64) == 0, "a board is made of 64-bit words");
static_assert(SLOTS * 255 < 1 << 16, "sums of rows take 16 bits");
static_assert(STATES <= 256, "a state is a byte");

// The weights of a row are bytes, 128 standing for 0; the bias makes up for it.
struct Network {
    const u8 *rows;
    const int *bias;
    const float *outputs, *output_bias;
};

struct Expansion {
    const Board *boards;
    int number, kept;
    float *best, *values;
    int *moves, *random_moves, *counts;
    u64 chance;
    int hopeful;
};

// Add four bytes to sums of 16 bits: the first and third to one word, the others to the next.
ANYWHERE void add_bytes(u32 *sums, u32 bytes) {
    sums[0] += bytes & 0xff00ff;
    sums[1] += bytes >> 8 & 0xff00ff;
}

ANYWHERE void add_row(u32 *sums, const uint4 &row) {
    add_bytes(sums, row.x);
    add_bytes(sums + 2, row.y);
    add_bytes(sums + 4, row.z);
    add_bytes(sums + 6, row.w);
}

// The square of a number of the hidden layer, from the sums that hold it.
ANYWHERE float activation(const u32 *sums, int place, int bias) {
    int word = place / 4 * 2 + (place & 1), shift = place & 2 ? 16 : 0;
    int value = (int)(sums[word] >> shift & 0xffff) + bias;
    value = value < 0 ? 0 : value > 255 ? 255 : value;
    return (float)(value * value);
}

// What the network says of a running game, for the side to move.
template <int HIDDEN> ANYWHERE float evaluate(const Network &network, const Board &board) {
    int bucket = phase(board);
    float total = network.output_bias[bucket];
    const float *outputs = network.outputs + bucket * 2 * HIDDEN;
#pragma unroll 1
    for (int part = 0; part < HIDDEN; part += PART) {
        u32 own_sums[PART / 2], other_sums[PART / 2];
#pragma unroll
        for (int i = 0; i < PART / 2; i++) own_sums[i] = other_sums[i] = 0;
#pragma unroll 6
        for (int slot = 0; slot < SLOTS; slot++) {
            int own, other;
            see(board, slot, own, other);
            const u8 *rows = network.rows + slot * STATES * HIDDEN + part;
            const uint4 *own_row = (const uint4 *)(rows + own * HIDDEN);
            const uint4 *other_row = (const uint4 *)(rows + other * HIDDEN);
#pragma unroll
            for (int i = 0; i < PART / 16; i++) {
                add_row(own_sums + 8 * i, own_row[i]);
                add_row(other_sums + 8 * i, other_row[i]);
            }
        }
#pragma unroll
        for (int i = 0; i < PART; i++) {
            int bias = network.bias[part + i];
            total += activation(own_sums, i, bias) * outputs[part + i];
            total += activation(other_sums, i, bias) * outputs[HIDDEN + part + i];
        }
    }
    return total;
}

// The value of a board for the side to move.
template <int HIDDEN> ANYWHERE float value_of(const Network &network, const Board &board) {
    int points;
    if (is_over(board, points)) return points * WON;
    if (wins_at_once(board)) return WON;
    float value = evaluate<HIDDEN>(network, board);
    return value < -MOST_PROMISED ? -MOST_PROMISED : value > MOST_PROMISED ? MOST_PROMISED : value;
}

// List the hopeful moves, or all; where none is hopeful, all.
ANYWHERE int list_moves(const Board &board, int lane, bool hopeful, u16 *moves) {
    int total = 0;
    for (;; hopeful = false) {
        for (int first = 0; first < GROUPS; first += LANES) {
            int group = first + lane, sum;
            int count = group < GROUPS ? count_moves(board, group, hopeful) : 0;
            int start = total + sum_before(count, lane, sum);
            if (count) write_moves(board, group, hopeful, moves + start);
            total += sum;
        }
        if (total || !hopeful) break;
    }
    wait_for_lanes();
    return total;
}

// A number that looks random, from any other.
ANYWHERE u32 mix(u64 number) {
    number ^= number >> 33;
    number *= 0xff51afd7ed558ccdULL;
    number ^= number >> 33;
    number *= 0xc4ceb9fe1a85ec53ULL;
    return (u32)(number ^ number >> 33);
}

// List the moves of a board and evaluate what they lead to; return how many there are. Of a game
// that is over there are none, and its value is the best.
template <int HIDDEN>
ANYWHERE int look_ahead(const Network &network, const Board &board, int lane, bool hopeful,
                        u16 *moves, float *values, float &best) {
    int points, count = 0, place = NO_PLACE;
    best = NO_VALUE;
    if (is_over(board, points)) best = points * WON;
    else count = list_moves(board, lane, hopeful, moves);
    for (int move = lane; move < count; move += LANES) {
        float value = -value_of<HIDDEN>(network, after(board, moves[move]));
        values[move] = value;
        if (value > best) best = value;
    }
    wait_for_lanes();
    find_largest(best, place);
    return count;
}

// Take the best of the values that are left, and return its place; NO_PLACE if none is.
ANYWHERE int take_best(int count, int lane, float *values, float &value) {
    int place = NO_PLACE;
    value = NO_VALUE;
    for (int move = lane; move < count; move += LANES)
        if (values[move] > value) {
            value = values[move];
            place = move;
        }
    find_largest(value, place);
    if (lane == 0 && place != NO_PLACE) values[place] = TAKEN;
    wait_for_lanes();
    return place;
}

// One of the moves of a board, by chance.
ANYWHERE int draw_move(u64 chance, int board, int count, const u16 *moves) {
    return count ? moves[mix(chance + (u64)board * 0x9e3779b97f4a7c15ULL) % count] : NO_MOVE;
}

// Evaluate what the moves of one board lead to, and keep the best of them, best first.
template <int HIDDEN>
ANYWHERE void expand_board(const Network &network, const Expansion &job, int i, int lane, u16 *moves,
                           float *values) {
    float best, value;
    int count = look_ahead<HIDDEN>(network, job.boards[i], lane, job.hopeful, moves, values, best);
    if (lane == 0) {
        job.best[i] = best;
        job.counts[i] = count;
        job.random_moves[i] = draw_move(job.chance, i, count, moves);
    }
    for (int rank = 0; rank < job.kept; rank++) {
        int place = take_best(count, lane, values, value);
        if (lane == 0) {
            size_t at = (size_t)i * job.kept + rank;
            job.values[at] = value;
            job.moves[at] = place == NO_PLACE ? NO_MOVE : moves[place];
        }
    }
}

// A board stays as it is where there is no move.
ANYWHERE void play_board(const Board *boards, const int *moves, Board *played, int i) {
    played[i] = moves[i] == NO_MOVE ? boards[i] : after(boards[i], moves[i]);
}

ANYWHERE void see_board(const Board *boards, u8 *states, u8 *phases, int i) {
    u8 *row = states + (size_t)i * 2 * SLOTS;
    for (int slot = 0; slot < SLOTS; slot++) {
        int own, other;
        see(boards[i], slot, own, other);
        row[slot] = own;
        row[SLOTS + slot] = other;
    }
    phases[i] = phase(boards[i]);
}

#ifdef __CUDACC__

constexpr int WARPS = 4, THREADS = WARPS * LANES;

template <int HIDDEN>
__global__ void __launch_bounds__(THREADS) expand_boards(Network network, Expansion job) {
    __shared__ u16 moves[WARPS][MOST_MOVES];
    __shared__ float values[WARPS][MOST_MOVES];
    int warp = threadIdx.x / LANES, i = blockIdx.x * WARPS + warp;
    if (i < job.number)
        expand_board<HIDDEN>(network, job, i, threadIdx.x % LANES, moves[warp], values[warp]);
}

__global__ void play_boards(const Board *boards, const int *moves, int number, Board *played) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i < number) play_board(boards, moves, played, i);
}

__global__ void see_boards(const Board *boards, int number, u8 *states, u8 *phases) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i < number) see_board(boards, states, phases, i);
}

static int blocks(int number, int each) { return (number + each - 1) / each; }

template <int HIDDEN> static int start(const Network &network, const Expansion &job) {
    expand_boards<HIDDEN><<<blocks(job.number, WARPS), THREADS>>>(network, job);
    return (int)cudaGetLastError();
}

extern "C" int play(const Board *boards, const int *moves, int number, Board *played) {
    play_boards<<<blocks(number, THREADS), THREADS>>>(boards, moves, number, played);
    return (int)cudaGetLastError();
}

extern "C" int look(const Board *boards, int number, u8 *states, u8 *phases) {
    see_boards<<<blocks(number, THREADS), THREADS>>>(boards, number, states, phases);
    return (int)cudaGetLastError();
}

#else

template <int HIDDEN> static int start(const Network &network, const Expansion &job) {
    u16 moves[MOST_MOVES];
    float values[MOST_MOVES];
    for (int i = 0; i < job.number; i++) expand_board<HIDDEN>(network, job, i, 0, moves, values);
    return 0;
}

extern "C" int play(const Board *boards, const int *moves, int number, Board *played) {
    for (int i = 0; i < number; i++) play_board(boards, moves, played, i);
    return 0;
}

extern "C" int look(const Board *boards, int number, u8 *states, u8 *phases) {
    for (int i = 0; i < number; i++) see_board(boards, states, phases, i);
    return 0;
}

#endif

// All return 0, the number of an error of CUDA, or -1 for a width that is none of these, which
// `tables.py` lists, too.
extern "C" int expand(int hidden, const u8 *rows, const int *bias, const float *outputs,
                      const float *output_bias, const Board *boards, int number, int kept,
                      float *best, float *values, int *moves, int *random_moves, int *counts,
                      u64 chance, int hopeful) {
    Network network = {rows, bias, outputs, output_bias};
    Expansion job = {boards, number,       kept,   best,   values,
                     moves,  random_moves, counts, chance, hopeful};
    switch (hidden) {
        case 128: return start<128>(network, job);
        case 256: return start<256>(network, job);
    }
    return -1;
}

// What the rules say of themselves, for the caller to compare.
extern "C" void measure(int *words, int *slots, int *states, int *buckets) {
    *words = sizeof(Board) / sizeof(u64);
    *slots = SLOTS;
    *states = STATES;
    *buckets = BUCKETS;
}
