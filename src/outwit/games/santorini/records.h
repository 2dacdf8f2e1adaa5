// The rules of Santorini on records: `environments/device/batch.cu` says what they define.
//
// Squares, words of a record, actions and planes are those of `rules.py`, `actions.py` and
// `observation.py`. A square is its row times five plus its column, from the top left.

constexpr int WORDS = 3, ACTIONS = 144, PLANES = 9, ROWS = 5, COLUMNS = 5;

struct Options {
    int official;
};

constexpr int SIZE = 5, SQUARES = SIZE * SIZE, SUMMIT = 3, DOME = 4;
// Directions, workers of a side, and the first action without a build.
constexpr int WAYS = 8, WORKERS = 2, WINS = WORKERS * WAYS * WAYS;
// Where the side to move and the turn are, after four squares of five bits.
constexpr int SIDE_BIT = 20, TURN_BIT = 21;
constexpr u32 GROUND = (1u << SQUARES) - 1;

// The rows down and the columns to the right of a direction; they count clockwise from north.
ANYWHERE int down_of(int way) { return (way >= 3 && way <= 5) - (way == 7 || way <= 1); }
ANYWHERE int right_of(int way) { return (way >= 1 && way <= 3) - (way >= 5); }

// The square next to another, -1 if there is none.
ANYWHERE int next_to(int square, int way) {
    int row = square / SIZE + down_of(way), column = square % SIZE + right_of(way);
    bool is_on_board = row >= 0 && row < SIZE && column >= 0 && column < SIZE;
    return is_on_board ? row * SIZE + column : -1;
}

ANYWHERE bool has(u32 squares, int square) { return square >= 0 && (squares >> square & 1); }

ANYWHERE int side_to_move(const u64 *record) { return (int)(record[2] >> SIDE_BIT & 1); }

// A, B, Y and Z have the numbers 0 to 3.
ANYWHERE int square_of(const u64 *record, int worker) {
    return (int)(record[2] >> (15 - 5 * worker) & 31);
}

// The squares of a level, from 1 on, or higher.
ANYWHERE u32 reached(const u64 *record, int level) {
    return (u32)((level > 2 ? record[1] : record[0]) >> (level & 1 ? 0 : SQUARES)) & GROUND;
}

ANYWHERE int level_of(const u64 *record, int square) {
    return (int)((record[0] >> square & 1) + (record[0] >> (square + SQUARES) & 1) +
                 (record[1] >> square & 1) + (record[1] >> (square + SQUARES) & 1));
}

ANYWHERE u32 standing(const u64 *record, int side) {
    return 1u << square_of(record, 2 * side) | 1u << square_of(record, 2 * side + 1);
}

// What a worker of the side to move can do: the squares to step to, and those to build on.
struct Choice {
    int origin;
    u32 targets, open;
};

ANYWHERE Choice choice_of(const u64 *record, int which) {
    int origin = square_of(record, 2 * side_to_move(record) + which);
    int height = level_of(record, origin) + 2;
    u32 free = GROUND & ~(standing(record, 0) | standing(record, 1));
    u32 open = (free | 1u << origin) & ~reached(record, DOME);
    return {origin, free & ~reached(record, height < DOME ? height : DOME), open};
}

ANYWHERE bool has_climbed(const u64 *record) {
    return ((standing(record, 0) | standing(record, 1)) & reached(record, SUMMIT)) != 0;
}

// The squares to build on after a step, a bit for each direction.
ANYWHERE u32 builds_after(const Choice &choice, int target) {
    u32 found = 0;
    for (int way = 0; way < WAYS; way++)
        found |= (u32)has(choice.open, next_to(target, way)) << way;
    return found;
}

ANYWHERE bool wins_by_step(const u64 *record, const Options &options, int target) {
    return options.official && level_of(record, target) == SUMMIT;
}

ANYWHERE bool is_legal(const u64 *record, const Options &options, int action) {
    if (has_climbed(record)) return false;
    int way = action < WINS ? action / WAYS : action - WINS;
    Choice choice = choice_of(record, way / WAYS);
    int target = next_to(choice.origin, way % WAYS);
    if (!has(choice.targets, target)) return false;
    if ((action >= WINS) != wins_by_step(record, options, target)) return false;
    return action >= WINS || has(choice.open, next_to(target, action % WAYS));
}

// The legal action that a share of all others precede, by the upper half of a word; -1 if none is.
ANYWHERE int choose(const u64 *record, const Options &options, u64 chance) {
    if (has_climbed(record)) return -1;
    u8 builds[WORKERS * WAYS];
    u32 wins = 0;
    int total = 0;
    for (int which = 0; which < WORKERS; which++) {
        Choice choice = choice_of(record, which);
        for (int way = 0; way < WAYS; way++) {
            int target = next_to(choice.origin, way), at = WAYS * which + way;
            builds[at] = 0;
            if (!has(choice.targets, target)) continue;
            if (wins_by_step(record, options, target)) wins |= 1u << at;
            else builds[at] = (u8)builds_after(choice, target);
            total += count_bits(builds[at]);
        }
    }
    int steps = total;
    total += count_bits(wins);
    if (!total) return -1;
    int left = (int)((chance >> 32) * (u64)total >> 32);
    if (left >= steps) return WINS + bit_number(wins, left - steps);
    int at = 0;
    for (; left >= count_bits(builds[at]); at++) left -= count_bits(builds[at]);
    return WAYS * at + bit_number(builds[at], left);
}

// Play a legal action.
ANYWHERE void play(u64 *record, const Options &, int action) {
    int way = action < WINS ? action / WAYS : action - WINS;
    int worker = 2 * side_to_move(record) + way / WAYS, shift = 15 - 5 * worker;
    int target = next_to(square_of(record, worker), way % WAYS);
    record[2] = (record[2] & ~(31ULL << shift)) | (u64)target << shift;
    record[2] = (record[2] ^ 1ULL << SIDE_BIT) + (1ULL << TURN_BIT);
    if (action >= WINS) return;
    // Each level that is reached in turn makes room for the next.
    int build = next_to(target, action % WAYS), level = level_of(record, build) + 1;
    u64 there = 1ULL << (build + (level & 1 ? 0 : SQUARES));
    if (level > 2) record[1] |= there;
    else record[0] |= there;
}

// 0 while the game goes on; 1, 2 where the first or the second side has won.
ANYWHERE int judge(const u64 *record, const Options &) {
    u32 top = reached(record, SUMMIT);
    if (standing(record, 0) & top) return 1;
    if (standing(record, 1) & top) return 2;
    for (int which = 0; which < WORKERS; which++) {
        Choice choice = choice_of(record, which);
        for (int way = 0; way < WAYS; way++)
            if (has(choice.targets, next_to(choice.origin, way))) return 0;
    }
    return side_to_move(record) ? 1 : 2;
}

// The number of a plane on a square.
ANYWHERE int see(const u64 *record, const Options &, int plane, int cell) {
    int side = side_to_move(record);
    if (plane < 4) return square_of(record, plane ^ 2 * side) == cell;
    return plane < 8 ? (int)(reached(record, plane - 3) >> cell & 1) : side;
}
