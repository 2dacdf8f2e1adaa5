// Alpha-beta search on many boards at once, a warp a board; it comes after `kernel.cu`.
//
// It is the engine's search in small, deeper and deeper until a number of positions is reached. All
// lanes follow the same line; they share the work on each position: its moves, and its evaluation.
// Frames belong to all lanes: each of them writes the same value, and between reading and writing
// all wait for each other.

// Values are integers here; this one is an output of 1.
constexpr int ONE = 512;
constexpr int SURE = (int)(WON * ONE), PROMISED = (int)(MOST_PROMISED * ONE), BEYOND = SURE + 1;
// Most plies of a line.
constexpr int MOST_PLIES = 20;
// Deepest remaining depth that is pruned by evaluation. Late moves, from number PRUNED_FROM on, are
// skipped if the evaluation is below the window by more than futility * (LATE_BASE + LATE * depth).
constexpr int PRUNED_DEPTH = 6, PRUNED_FROM = 3;
constexpr float LATE_BASE = 3.2f, LATE = 1.6f;
// Internal iterative reduction: least depth at which a position without a table move is reduced.
constexpr int UNKNOWN_DEPTH = 3;
// A search stops after this many times the plan's nodes.
constexpr int OVERTIME = 3;
// Bonus of a cutoff in the history of the move's place, times depth squared; the highest history
// and guess, so that both fit into a rank.
constexpr int HISTORY = 16, MOST_HISTORY = 1023, MOST_GUESS = 62;
// A rank above all others that, with any move, is still below ~0.
constexpr u32 FIRST_RANK = 0xfffe;

struct Plan {
    int nodes, depth;
    // By how much a position may look better or worse than what is asked, for each ply left.
    int futility;
    // Whether late moves are reduced.
    int reduces;
    // Positions that are remembered, a power of two, or 0.
    int entries;
};

enum Stage { NEXT, REDUCED, NARROW, WIDE };
enum Bound { UPPER = 1, LOWER = 2, EXACT = 3 };

// A position on the way to the one that is looked at, and what is known of it so far.
struct Frame {
    Board board;
    u64 key;
    int alpha, beta, asked, best, looks, depth, stage, reduced;
    // The moves that are listed, how many were before them and how many come after; the next one.
    int count, before, more, next;
    // How the last of the listed moves is ranked.
    u32 last;
    u16 best_move, moves[LISTED];
};

// What the lanes of a board share.
struct Workspace {
    Frame frames[MOST_PLIES + 1];
    u16 moves[MOST_MOVES];
    // Of each move either its value or how it is ranked, with the move in the lower bits.
    union {
        float values[MOST_MOVES];
        u32 ranks[MOST_MOVES];
    };
    int history[2][PLACES];
    int first_values[LISTED];
};

struct Searcher {
    const Network &network;
    const Plan &plan;
    Workspace &work;
    u64 *table;
    int lane, nodes;
};

ANYWHERE int larger(int first, int second) { return first > second ? first : second; }
ANYWHERE int smaller(int first, int second) { return first < second ? first : second; }

ANYWHERE u64 key_of(const Board &board) {
    const u64 *words = (const u64 *)&board;
    u64 key = 0;
#pragma unroll
    for (size_t i = 0; i < sizeof(Board) / sizeof(u64); i++) {
        key = (key ^ words[i]) * 0x9e3779b97f4a7c15ULL;
        key ^= key >> 29;
    }
    return key * 0xbf58476d1ce4e5b9ULL;
}

// What the network says of a running game: each lane adds up some of the hidden layer.
template <int HIDDEN>
ANYWHERE int evaluate_together(const Network &network, const Board &board, int lane) {
    constexpr int EACH = HIDDEN / LANES, WORDS = EACH / 4;
    u32 own_sums[2 * WORDS], other_sums[2 * WORDS];
#pragma unroll
    for (int i = 0; i < 2 * WORDS; i++) own_sums[i] = other_sums[i] = 0;
#pragma unroll
    for (int first = 0; first < SLOTS; first += LANES) {
        int own = 0, other = 0, mine = first + lane;
        if (mine < SLOTS) see(board, mine, own, other);
        u32 seen = own | other << 8;
#pragma unroll 8
        for (int i = 0; i < LANES && first + i < SLOTS; i++) {
            u32 states = from_lane(seen, i);
            const u8 *rows = network.rows + (first + i) * STATES * HIDDEN + lane * EACH;
            const u32 *own_row = (const u32 *)(rows + (states & 255) * HIDDEN);
            const u32 *other_row = (const u32 *)(rows + (states >> 8) * HIDDEN);
#pragma unroll
            for (int word = 0; word < WORDS; word++) {
                add_bytes(own_sums + 2 * word, own_row[word]);
                add_bytes(other_sums + 2 * word, other_row[word]);
            }
        }
    }
    int bucket = phase(board);
    const float *outputs = network.outputs + bucket * 2 * HIDDEN + lane * EACH;
    float total = 0;
#pragma unroll
    for (int i = 0; i < EACH; i++) {
        int bias = network.bias[lane * EACH + i];
        total += activation(own_sums, i, bias) * outputs[i];
        total += activation(other_sums, i, bias) * outputs[HIDDEN + i];
    }
    int value = (int)((sum_of_lanes(total) + network.output_bias[bucket]) * ONE);
    return larger(-PROMISED, smaller(PROMISED, value));
}

// List the most promising moves of a board among those that are ranked below another one: the move
// that is known, then by what they win and by what such moves were good for.
ANYWHERE void rank_moves(const Searcher &search, Frame &frame, int level, int known, u32 below) {
    Workspace &work = search.work;
    int count = list_moves(frame.board, search.lane, true, work.moves), ranked = 0, total;
    const int *history = work.history[level & 1];
    for (int i = search.lane; i < count; i += LANES) {
        int move = work.moves[i];
        u32 rank = smaller(guess(frame.board, move), MOST_GUESS) << 10;
        rank |= smaller(history[place(move)], MOST_HISTORY);
        if (move == known) rank = FIRST_RANK;
        rank = rank << 16 | move;
        work.ranks[i] = rank < below ? rank : 0;
        ranked += rank < below;
    }
    sum_before(ranked, search.lane, total);
    wait_for_lanes();
    frame.last = list_largest(work.ranks, count, search.lane, frame.moves);
    frame.count = smaller(total, LISTED);
    frame.more = total - frame.count;
    frame.next = 0;
    wait_for_lanes();
}

// List further moves. What was learned meanwhile may bring a move once more, or leave one out.
ANYWHERE void turn_page(const Searcher &search, Frame &frame, int level) {
    int before = frame.before + frame.count;
    u32 last = frame.last;
    wait_for_lanes();
    frame.before = before;
    rank_moves(search, frame, level, NO_MOVE, last);
}

// By how many plies less a late move is searched at first.
ANYWHERE int reduction(const Frame &frame, bool is_wide) {
    int number = frame.before + frame.next;
    if (frame.depth < 3 || number < 2) return 0;
    float plies = 1.5f + logf(frame.depth) * logf(number) / 2.5f;
    return larger(0, smaller((int)plies - is_wide, frame.depth - 2));
}

// Enter a position: true if its value is known without searching its moves.
template <int HIDDEN>
ANYWHERE bool enter(Searcher &search, int level, const Board &board, int alpha, int beta, int depth,
                    int &value) {
    const Plan &plan = search.plan;
    search.nodes++;
    int points;
    if (is_over(board, points)) {
        value = points * SURE;
        return true;
    }
    if (wins_at_once(board)) {
        value = SURE;
        return true;
    }
    u64 key = key_of(board);
    int known = NO_MOVE;
    if (plan.entries && depth > 0) {
        u64 entry = search.table[key & (plan.entries - 1)];
        if (entry && entry >> 40 == key >> 40) {
            known = (int)(entry >> 24 & 0xffff);
            value = (int)(entry >> 8 & 0xffff) - 0x8000;
            int bound = (int)entry & 3;
            if (((int)entry >> 2 & 63) >= depth && (bound & (value >= beta ? LOWER : UPPER)) &&
                (bound == EXACT || value >= beta || value <= alpha))
                return true;
        }
    }
    int looks = evaluate_together<HIDDEN>(search.network, board, search.lane);
    // An evaluation does not tell how a threat to win at once will end.
    bool is_threatened = must_answer(board);
    bool is_pruned =
        depth <= PRUNED_DEPTH && beta - alpha == 1 && beta < PROMISED && !is_threatened;
    if (depth <= 0 || level == MOST_PLIES ||
        (is_pruned && looks - plan.futility * depth >= beta)) {
        value = looks;
        return true;
    }
    Frame &frame = search.work.frames[level];
    frame.board = board;
    frame.key = key;
    frame.asked = frame.alpha = alpha;
    frame.beta = beta;
    frame.best = -BEYOND;
    frame.looks = is_threatened ? BEYOND : looks;
    bool is_new = plan.entries && known == NO_MOVE;
    frame.depth = depth - (plan.reduces && depth >= UNKNOWN_DEPTH && is_new);
    frame.before = 0;
    frame.stage = NEXT;
    rank_moves(search, frame, level, known, ~0u);
    frame.best_move = frame.moves[0];
    return false;
}

// Whether no other move of a position is worth a search.
ANYWHERE bool is_done(const Plan &plan, const Frame &frame, int level) {
    if (frame.next >= frame.count + frame.more || frame.best >= frame.beta) return true;
    int number = frame.before + frame.next;
    if (!level || number < PRUNED_FROM || frame.depth > PRUNED_DEPTH) return false;
    if (frame.beta - frame.asked > 1 || frame.best < -PROMISED) return false;
    int margin = (int)(plan.futility * (LATE_BASE + LATE * frame.depth));
    return frame.looks + margin <= frame.alpha;
}

ANYWHERE void remember(const Searcher &search, const Frame &frame) {
    if (!search.plan.entries) return;
    u64 bound = frame.best >= frame.beta ? LOWER : frame.best > frame.asked ? EXACT : UPPER;
    search.table[frame.key & (search.plan.entries - 1)] =
        frame.key >> 40 << 40 | (u64)frame.best_move << 24 | (u64)(frame.best + 0x8000) << 8 |
        frame.depth << 2 | bound;
}

// Take what a move was worth. It may have to be searched again, deeper or more exactly.
ANYWHERE void take(Searcher &search, Frame &frame, int level, int value) {
    int stage = frame.stage, next = frame.next, best = larger(frame.best, value);
    bool is_better = value > frame.alpha, is_cut = value >= frame.beta;
    int move = frame.moves[next], *history = &search.work.history[level & 1][place(move)];
    int bonus = smaller(MOST_HISTORY, HISTORY * frame.depth * frame.depth);
    int rewarded = *history + bonus * (MOST_HISTORY - *history) / MOST_HISTORY;
    wait_for_lanes();
    if (is_better && stage == REDUCED) {
        frame.stage = NARROW;
    } else if (is_better && stage == NARROW && !is_cut) {
        frame.stage = WIDE;
    } else {
        if (!level) search.work.first_values[next] = value;
        if (is_better) {
            frame.alpha = value;
            frame.best_move = move;
            if (is_cut) *history = rewarded;
        }
        frame.best = best;
        frame.next = next + 1;
        frame.stage = NEXT;
    }
    wait_for_lanes();
}

// Search the first moves, which are listed already, to a depth; false if that took too long.
template <int HIDDEN> ANYWHERE bool search_to(Searcher &search, int depth) {
    Frame *frames = search.work.frames;
    frames[0].depth = depth;
    frames[0].asked = frames[0].alpha = frames[0].best = -BEYOND;
    frames[0].beta = BEYOND;
    frames[0].next = 0;
    frames[0].stage = NEXT;
    int level = 0, value;
    for (;;) {
        Frame &frame = frames[level];
        int stage = frame.stage;
        if (stage == NEXT && is_done(search.plan, frame, level)) {
            if (!level) return true;
            remember(search, frame);
            value = -frame.best;
            level--;
            take(search, frames[level], level, value);
            continue;
        }
        if (frame.next == frame.count) turn_page(search, frame, level);
        if (frame.next == frame.count) continue;
        if (depth > 1 && search.nodes > OVERTIME * search.plan.nodes) return false;
        int reduced = stage == REDUCED ? frame.reduced : 0;
        if (stage == NEXT) {
            reduced = search.plan.reduces ? reduction(frame, frame.beta - frame.alpha > 1) : 0;
            stage = !(frame.before + frame.next) ? WIDE : reduced ? REDUCED : NARROW;
        }
        wait_for_lanes();
        frame.stage = stage;
        frame.reduced = reduced;
        int beta = stage == WIDE ? frame.beta : frame.alpha + 1, left = frame.depth - 1 - reduced;
        Board board = after(frame.board, frame.moves[frame.next]);
        if (enter<HIDDEN>(search, level + 1, board, -beta, -frame.alpha, left, value))
            take(search, frame, level, -value);
        else level++;
    }
}

// List the first moves, those that look best one ply ahead: others are not searched.
template <int HIDDEN>
ANYWHERE void begin(Searcher &search, const Expansion &job, int i, float &best) {
    Workspace &work = search.work;
    Frame &frame = work.frames[0];
    frame.board = job.boards[i];
    int count = look_ahead<HIDDEN>(search.network, frame.board, search.lane, job.hopeful, work.moves,
                                   work.values, best);
    if (search.lane == 0) {
        job.counts[i] = count;
        job.random_moves[i] = draw_move(job.chance, i, count, work.moves);
    }
    for (int move = search.lane; move < count; move += LANES)
        work.ranks[move] = (u32)((work.values[move] + WON + 1) * ONE) << 16 | work.moves[move];
    for (int at = search.lane; at < 2 * PLACES; at += LANES) work.history[0][at] = 0;
    wait_for_lanes();
    list_largest(work.ranks, count, search.lane, frame.moves);
    wait_for_lanes();
    frame.count = smaller(count, LISTED);
    frame.before = frame.more = 0;
}

// Search one board. The first move that is told is the best; of the others it is told that they are
// worth no more than this, as far as they were searched.
template <int HIDDEN>
ANYWHERE void search_board(const Network &network, const Expansion &job, const Plan &plan, int i,
                           int lane, Workspace &work, u64 *table) {
    Searcher search = {network, plan, work, table, lane, 0};
    Frame &frame = work.frames[0];
    float value;
    begin<HIDDEN>(search, job, i, value);
    for (int depth = 1; frame.count && depth <= plan.depth; depth++) {
        if (!search_to<HIDDEN>(search, depth)) break;
        int found = frame.best;
        value = (float)found / ONE;
        // The best one comes first, also in the next search.
        int best = 0;
        while (frame.moves[best] != frame.best_move) best++;
        u16 first = frame.moves[best];
        wait_for_lanes();
        if (lane == 0)
            for (; best; best--) {
                frame.moves[best] = frame.moves[best - 1];
                work.first_values[best] = work.first_values[best - 1];
            }
        wait_for_lanes();
        frame.moves[0] = first;
        work.first_values[0] = found;
        wait_for_lanes();
        for (int rank = lane; rank < job.kept; rank += LANES) {
            bool is_known = rank < frame.count;
            size_t at = (size_t)i * job.kept + rank;
            job.moves[at] = is_known ? frame.moves[rank] : NO_MOVE;
            job.values[at] = is_known ? (float)work.first_values[rank] / ONE : NO_VALUE;
        }
        wait_for_lanes();
        if (search.nodes >= plan.nodes || found >= SURE || found <= -SURE) break;
    }
    if (!frame.count)
        for (int rank = lane; rank < job.kept; rank += LANES)
            job.moves[(size_t)i * job.kept + rank] = NO_MOVE;
    if (lane == 0) job.best[i] = value;
}

#ifdef __CUDACC__

// Blocks at a time on a multiprocessor (measured on an H200).
constexpr int RESIDENT = 5;

template <int HIDDEN>
__global__ void __launch_bounds__(THREADS, RESIDENT)
    search_boards(Network network, Expansion job, Plan plan, u64 *table) {
    __shared__ Workspace work[WARPS];
    int warp = threadIdx.x / LANES, i = blockIdx.x * WARPS + warp;
    if (i < job.number)
        search_board<HIDDEN>(network, job, plan, i, threadIdx.x % LANES, work[warp],
                             table + (size_t)i * plan.entries);
}

template <int HIDDEN>
static int start_search(const Network &network, const Expansion &job, const Plan &plan, u64 *table) {
    search_boards<HIDDEN><<<blocks(job.number, WARPS), THREADS>>>(network, job, plan, table);
    return (int)cudaGetLastError();
}

#else

template <int HIDDEN>
static int start_search(const Network &network, const Expansion &job, const Plan &plan, u64 *table) {
    static Workspace work;
    for (int i = 0; i < job.number; i++)
        search_board<HIDDEN>(network, job, plan, i, 0, work, table + (size_t)i * plan.entries);
    return 0;
}

#endif

// As `expand`, by a search; -1 for a plan that is beyond the limits. `table` has room for `entries`
// words for each board, all of them 0.
extern "C" int search(int hidden, const u8 *rows, const int *bias, const float *outputs,
                      const float *output_bias, const Board *boards, int number, int kept,
                      float *best, float *values, int *moves, int *random_moves, int *counts,
                      u64 chance, int hopeful, int nodes, int depth, float futility, int reduces,
                      u64 *table, int entries) {
    Network network = {rows, bias, outputs, output_bias};
    Expansion job = {boards, number,       kept,   best,   values,
                     moves,  random_moves, counts, chance, hopeful};
    if (depth < 1 || depth > MOST_PLIES || kept > LISTED || entries & (entries - 1)) return -1;
    int margin = futility < MOST_PROMISED ? (int)(futility * ONE) : 2 * BEYOND;
    Plan plan = {nodes, depth, margin, reduces, entries};
    switch (hidden) {
        case 128: return start_search<128>(network, job, plan, table);
        case 256: return start_search<256>(network, job, plan, table);
    }
    return -1;
}
