// Many games side by side, one thread of a graphics processor each, or one after the other.
//
// The rules of a game on records come before this file. They define
//
//   WORDS, ACTIONS, PLANES, ROWS, COLUMNS    the sizes of a record, of the mask and of the planes
//   Options                                  numbers of the rules that hold for all boards
//   side_to_move(record)                     0 or 1
//   is_legal(record, options, action)        false in a finished game
//   choose(record, options, chance)          the legal action that a share of the others precede
//   play(record, options, action)            plays a legal action
//   judge(record, options)                   0 while the game goes on, 1 or 2 for a winner, 3: drawn
//   see(record, options, plane, cell)        a number of an observation
//
// Records, actions and planes are those of `Rules` in `core/rules.py`, so records of the compiled
// rules are records here, and games with equal seeds are equal games.

// What differs from draw to draw, as in `environments/batch.py`.
constexpr u64 GOLDEN = 0x9E3779B97F4A7C15ULL;
constexpr int SKIP = -1, CELLS = ROWS * COLUMNS, OBSERVED = PLANES * CELLS;

struct Boards {
    u64 *records;
    // Moves made on each board since its start.
    int *made;
    const u64 *start;
    i64 number;
    // Moves after which a game is cut short; 0: never.
    int longest;
    int restarts;
    Options options;
};

// As `bits.mix`.
ANYWHERE u64 mix(u64 word) {
    word += 0x9E3779B97F4A7C15ULL;
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9ULL;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EBULL;
    return word ^ (word >> 31);
}

struct Record {
    u64 words[WORDS];
};

ANYWHERE Record load(const u64 *from, i64 board) {
    Record record;
#pragma unroll
    for (int i = 0; i < WORDS; i++) record.words[i] = from[board * WORDS + i];
    return record;
}

ANYWHERE void save(const Record &record, u64 *to, i64 board) {
#pragma unroll
    for (int i = 0; i < WORDS; i++) to[board * WORDS + i] = record.words[i];
}

ANYWHERE bool is_cut(const Boards &boards, i64 board) {
    return boards.longest && boards.made[board] == boards.longest;
}

// Both kinds of whole numbers that actions come in.
struct Actions {
    void *numbers;
    int is_long;
    ANYWHERE i64 get(i64 board) const {
        return is_long ? ((const i64 *)numbers)[board] : (i64)((const int *)numbers)[board];
    }
    ANYWHERE void set(i64 board, int action) const {
        if (is_long) ((i64 *)numbers)[board] = action;
        else ((int *)numbers)[board] = action;
    }
};

struct Reset {
    Boards boards;
    const u8 *mask;
    ANYWHERE void operator()(i64 board) const {
        if (mask && !mask[board]) return;
        save(load(boards.start, 0), boards.records, board);
        boards.made[board] = 0;
    }
};

// Finds the first board whose action is illegal.
struct Refuse {
    Boards boards;
    Actions actions;
    i64 *first;
    ANYWHERE void operator()(i64 board) const {
        i64 action = actions.get(board);
        if (action == SKIP) return;
        if (action >= 0 && action < ACTIONS && !is_cut(boards, board) &&
            is_legal(load(boards.records, board).words, boards.options, (int)action))
            return;
#ifdef __CUDACC__
        atomicMin(first, board);
#else
        if (board < *first) *first = board;
#endif
    }
};

struct Step {
    Boards boards;
    Actions actions;
    float *rewards;
    u8 *terminated, *truncated;
    ANYWHERE void operator()(i64 board) const {
        float reward = 0;
        bool has_ended = false, is_too_long = false;
        int action = (int)actions.get(board);
        if (action != SKIP) {
            Record record = load(boards.records, board);
            int mover = side_to_move(record.words), made = boards.made[board] + 1;
            play(record.words, boards.options, action);
            int result = judge(record.words, boards.options);
            has_ended = result != 0;
            is_too_long = !has_ended && boards.longest && made == boards.longest;
            if (has_ended && result != 3) reward = result - 1 == mover ? 1 : -1;
            if (boards.restarts && (has_ended || is_too_long)) {
                record = load(boards.start, 0);
                made = 0;
            }
            save(record, boards.records, board);
            boards.made[board] = made;
        }
        rewards[board] = reward;
        terminated[board] = has_ended;
        truncated[board] = is_too_long;
    }
};

struct Draw {
    Boards boards;
    Actions actions;
    u64 seed;
    ANYWHERE void operator()(i64 board) const {
        Record record = load(boards.records, board);
        bool waits = is_cut(boards, board);
        u64 chance = mix(seed ^ mix((u64)board));
        actions.set(board, waits ? SKIP : choose(record.words, boards.options, chance));
    }
};

// Plays several random moves on a board; games that end begin anew.
struct PlayRandom {
    Boards boards;
    u64 seed;
    int plies;
    // Games won by the first side and by the second, drawn, and cut short.
    u64 *results;
    ANYWHERE void operator()(i64 board) const {
        Record record = load(boards.records, board);
        int made = boards.made[board];
        u64 place = mix((u64)board);
        if (!is_running(record)) {
            record = load(boards.start, 0);
            made = 0;
        }
        for (int ply = 0; ply < plies; ply++) {
            u64 chance = mix((seed + (u64)ply * GOLDEN) ^ place);
            int action = choose(record.words, boards.options, chance);
            if (action == SKIP) break;
            play(record.words, boards.options, action);
            made++;
            int result = judge(record.words, boards.options);
            if (!result && boards.longest && made == boards.longest) result = 4;
            if (!result) continue;
#ifdef __CUDACC__
            atomicAdd(results + result - 1, 1ULL);
#else
            results[result - 1]++;
#endif
            record = load(boards.start, 0);
            made = 0;
        }
        save(record, boards.records, board);
        boards.made[board] = made;
    }
    // A board that waits for a reset begins anew.
    ANYWHERE bool is_running(const Record &record) const {
        return judge(record.words, boards.options) == 0;
    }
};

struct Mask {
    Boards boards;
    u8 *out;
    ANYWHERE void operator()(i64 place) const {
        i64 board = place / ACTIONS;
        int action = (int)(place % ACTIONS);
        Record record = load(boards.records, board);
        out[place] = !is_cut(boards, board) && is_legal(record.words, boards.options, action);
    }
};

struct Highest {
    u8 of[PLANES];
};

template <class Number> struct Observe {
    Boards boards;
    Highest most;
    Number *out;
    ANYWHERE void operator()(i64 place) const {
        i64 board = place / OBSERVED;
        int plane = (int)(place % OBSERVED) / CELLS, cell = (int)(place % OBSERVED) % CELLS;
        Record record = load(boards.records, board);
        int seen = see(record.words, boards.options, plane, cell);
        out[place] = sizeof(Number) == 1 ? (Number)seen : (Number)seen / (Number)most.of[plane];
    }
};

struct Turns {
    Boards boards;
    u8 *out;
    ANYWHERE void operator()(i64 board) const {
        out[board] = (u8)side_to_move(load(boards.records, board).words);
    }
};

#ifdef __CUDACC__

constexpr int THREADS = 256;

template <class Job> __global__ void __launch_bounds__(THREADS) run_one(Job job, i64 number) {
    i64 i = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (i < number) job(i);
}

template <class Job> static int run(const Job &job, i64 number) {
    if (number) run_one<<<(u32)((number + THREADS - 1) / THREADS), THREADS>>>(job, number);
    return (int)cudaGetLastError();
}

#else

template <class Job> static int run(const Job &job, i64 number) {
    for (i64 i = 0; i < number; i++) job(i);
    return 0;
}

#endif

// All return 0 or the number of an error of CUDA.
extern "C" {

void measure(int *sizes) {
    int found[] = {WORDS, ACTIONS, PLANES, ROWS, COLUMNS, (int)(sizeof(Options) / sizeof(int))};
    for (int i = 0; i < 6; i++) sizes[i] = found[i];
}

int reset(const Boards *boards, const u8 *mask) { return run(Reset{*boards, mask}, boards->number); }

int refuse(const Boards *boards, void *actions, int is_long, i64 *first) {
    return run(Refuse{*boards, {actions, is_long}, first}, boards->number);
}

int step(const Boards *boards, void *actions, int is_long, float *rewards, u8 *terminated,
         u8 *truncated) {
    Step job = {*boards, {actions, is_long}, rewards, terminated, truncated};
    return run(job, boards->number);
}

int draw(const Boards *boards, void *actions, int is_long, u64 seed) {
    return run(Draw{*boards, {actions, is_long}, seed}, boards->number);
}

int play_random(const Boards *boards, u64 seed, int plies, u64 *results) {
    return run(PlayRandom{*boards, seed, plies, results}, boards->number);
}

int mask(const Boards *boards, u8 *out) { return run(Mask{*boards, out}, boards->number * ACTIONS); }

int observe_bytes(const Boards *boards, const Highest *most, u8 *out) {
    return run(Observe<u8>{*boards, *most, out}, boards->number * OBSERVED);
}

int observe_floats(const Boards *boards, const Highest *most, float *out) {
    return run(Observe<float>{*boards, *most, out}, boards->number * OBSERVED);
}

int turns(const Boards *boards, u8 *out) { return run(Turns{*boards, out}, boards->number); }
}
