// Alpha-beta search on many boards at once, a warp a board; it comes after `kernel.cu`.
//
// At each ply but the last, some of the moves are searched, those that look best one ply ahead; at the
// last ply all moves are looked at.

constexpr int MOST_WIDTH = 16, MOST_WIDTHS = 8;

struct Plan {
    int plies, widths[MOST_WIDTHS];
    // A move that looks so much worse than the best is not searched.
    float hopeless;
    // Nor one that looks, for each ply below it, so much worse than what is sure already.
    float futility;
    // Values of first moves are exact down to so much below the best; others are upper bounds.
    float exact;
};

// A position on the way to the one that is looked at, and what is known of it so far.
struct Frame {
    Board board;
    float alpha, beta, best;
    int count, next;
    float values[MOST_WIDTH];
    u16 moves[MOST_WIDTH];
};

ANYWHERE float larger(float first, float second) { return first > second ? first : second; }

// Search one board. What is found of the first moves goes where an expansion has it.
template <int HIDDEN>
ANYWHERE void search_board(const Network &network, const Expansion &job, const Plan &plan, int i,
                           int lane, u16 *moves, float *values, Frame *frames) {
    Board board = job.boards[i];
    float alpha = NO_VALUE, beta = -NO_VALUE;
    int level = 0;
    for (;;) {
        // Down: look at the moves of a board, and list those that will be searched.
        Frame &here = frames[level];
        float best, value;
        int count = look_ahead<HIDDEN>(network, board, lane, job.hopeful, moves, values, best);
        if (level == 0 && lane == 0) {
            job.counts[i] = count;
            job.random_moves[i] = draw_move(job.chance, i, count, moves);
        }
        bool searched = level < plan.plies && count;
        int kept = 0;
        for (; searched && kept < plan.widths[level]; kept++) {
            int place = take_best(count, lane, values, value);
            if (place == NO_PLACE || value <= best - plan.hopeless) break;
            if (lane == 0) {
                here.values[kept] = value;
                here.moves[kept] = moves[place];
            }
        }
        if (lane == 0) {
            here.board = board;
            here.alpha = alpha;
            here.beta = beta;
            here.best = searched ? NO_VALUE : best;
            here.count = kept;
            here.next = 0;
        }
        if (level == 0 && lane == 0)
            for (int rank = 0; rank < job.kept; rank++)
                job.moves[(size_t)i * job.kept + rank] = rank < kept ? here.moves[rank] : NO_MOVE;
        wait_for_lanes();
        // Up, as long as there is nothing more to search: a value is for the side to move.
        for (;;) {
            Frame &frame = frames[level];
            int next = frame.next, left = plan.plies - level;
            best = frame.best;
            bool is_root = level == 0;
            alpha = larger(frame.alpha, is_root ? best - plan.exact : best);
            bool is_done = next >= frame.count || best >= frame.beta;
            if (!is_done && next && !is_root)
                is_done = frame.values[next] + plan.futility * left <= alpha;
            if (!is_done) break;
            if (is_root) {
                if (lane == 0) job.best[i] = best;
                return;
            }
            level--;
            wait_for_lanes();
            if (lane == 0) {
                Frame &parent = frames[level];
                if (level == 0) job.values[(size_t)i * job.kept + parent.next] = -best;
                parent.best = larger(parent.best, -best);
                parent.next++;
            }
            wait_for_lanes();
        }
        Frame &frame = frames[level];
        board = after(frame.board, frame.moves[frame.next]);
        beta = -alpha;
        alpha = -frame.beta;
        level++;
        wait_for_lanes();
    }
}

#ifdef __CUDACC__

template <int HIDDEN>
__global__ void __launch_bounds__(THREADS)
    search_boards(Network network, Expansion job, Plan plan) {
    __shared__ u16 moves[WARPS][MOST_MOVES];
    __shared__ float values[WARPS][MOST_MOVES];
    __shared__ Frame frames[WARPS][MOST_WIDTHS + 1];
    int warp = threadIdx.x / LANES, i = blockIdx.x * WARPS + warp;
    if (i < job.number)
        search_board<HIDDEN>(network, job, plan, i, threadIdx.x % LANES, moves[warp], values[warp],
                             frames[warp]);
}

template <int HIDDEN>
static int start_search(const Network &network, const Expansion &job, const Plan &plan) {
    search_boards<HIDDEN><<<blocks(job.number, WARPS), THREADS>>>(network, job, plan);
    return (int)cudaGetLastError();
}

#else

template <int HIDDEN>
static int start_search(const Network &network, const Expansion &job, const Plan &plan) {
    u16 moves[MOST_MOVES];
    float values[MOST_MOVES];
    Frame frames[MOST_WIDTHS + 1];
    for (int i = 0; i < job.number; i++)
        search_board<HIDDEN>(network, job, plan, i, 0, moves, values, frames);
    return 0;
}

#endif

// As `expand`; values that are not searched are left as they are.
extern "C" int search(int hidden, const u8 *rows, const int *bias, const float *outputs,
                      const float *output_bias, const Board *boards, int number, int kept,
                      float *best, float *values, int *moves, int *random_moves, int *counts,
                      u64 chance, int hopeful, int plies, const int *widths, float hopeless,
                      float futility, float exact) {
    Network network = {rows, bias, outputs, output_bias};
    Expansion job = {boards, number,       kept,   best,   values,
                     moves,  random_moves, counts, chance, hopeful};
    if (plies < 1 || plies > MOST_WIDTHS) return -1;
    Plan plan = {plies, {}, hopeless, futility, exact};
    for (int ply = 0; ply < plies; ply++) {
        if (widths[ply] < 1 || widths[ply] > MOST_WIDTH) return -1;
        plan.widths[ply] = widths[ply];
    }
    switch (hidden) {
        case 32: return start_search<32>(network, job, plan);
        case 64: return start_search<64>(network, job, plan);
        case 128: return start_search<128>(network, job, plan);
        case 256: return start_search<256>(network, job, plan);
    }
    return -1;
}
