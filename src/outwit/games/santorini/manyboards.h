// The rules of Santorini for many boards at once: `training/networks/boards/kernel.cu` says what is
// asked.
//
// Squares and moves have the numbers of `rules.py`: five rows of five squares from the top left; a move
// is its origin, plus 32 times its target, plus 1024 times where it builds. The rule is `seed`: a step
// to level 3 is followed by a build. A set of squares is 25 bits, and two sets share a word.

struct Board {
    // Squares of level 1 or higher and of level 2 or higher; of level 3 or higher and domes; the workers
    // of the side to move and those of the other.
    u64 low, high, workers;
};

// Pairs of neighbouring squares, their states, and sevens of storeys: see `features.py`.
constexpr int SLOTS = 72, SQUARE_STATES = 15, STATES = 225, STOREYS_A_BUCKET = 7, BUCKETS = 8;
constexpr int SIZE = 5, SQUARES = SIZE * SIZE, SUMMIT = 3, DOME = 4;
// As `rules.py` derives it.
constexpr int MOST_MOVES = 2 * 8 * 8;
// Moves are grouped by the worker and the direction of the step; one of nine is no step.
constexpr int WAYS = 9, GROUPS = 2 * WAYS;
constexpr u32 GROUND = (1u << SQUARES) - 1;
// The first and the last square of each row.
constexpr u32 LEFT = 1u | 1u << 5 | 1u << 10 | 1u << 15 | 1u << 20, RIGHT = LEFT << (SIZE - 1);

ANYWHERE u32 first_set(u64 word) { return (u32)word & GROUND; }
ANYWHERE u32 second_set(u64 word) { return (u32)(word >> SQUARES) & GROUND; }
ANYWHERE u64 both_sets(u32 first, u32 second) { return first | (u64)second << SQUARES; }
ANYWHERE u32 square(int number) { return 1u << number; }

ANYWHERE u32 near_to(u32 squares) {
    u32 wide = squares | (squares & ~RIGHT) << 1 | (squares & ~LEFT) >> 1;
    return (wide | wide << SIZE | wide >> SIZE) & GROUND & ~squares;
}

ANYWHERE u32 own_workers(const Board &board) { return first_set(board.workers); }
ANYWHERE u32 other_workers(const Board &board) { return second_set(board.workers); }
ANYWHERE u32 free_squares(const Board &board) {
    return GROUND & ~(own_workers(board) | other_workers(board));
}

// The squares of a level or higher.
ANYWHERE u32 reached(const Board &board, int level) {
    u64 word = level < SUMMIT ? board.low : board.high;
    return level & 1 ? first_set(word) : second_set(word);
}

ANYWHERE int level_of(const Board &board, int number) {
    return (int)((board.low >> number & 1) + (board.low >> (number + SQUARES) & 1) +
                 (board.high >> number & 1) + (board.high >> (number + SQUARES) & 1));
}

// Where some workers can step to: at most one level up, and on no dome.
ANYWHERE u32 steps(const Board &board, u32 workers) {
    u32 first = reached(board, 1), second = reached(board, 2);
    u32 targets = near_to(workers & ~first) & ~second;
    targets |= near_to(workers & first & ~second) & ~reached(board, SUMMIT);
    targets |= near_to(workers & second) & ~reached(board, DOME);
    return targets & free_squares(board);
}

// The squares of level 3 that some workers can step to.
ANYWHERE u32 summits(const Board &board, u32 workers) {
    return near_to(workers & reached(board, 2)) & free_squares(board) & reached(board, SUMMIT) &
           ~reached(board, DOME);
}

ANYWHERE bool is_over(const Board &board, int &points) {
    u32 top = reached(board, SUMMIT);
    if (own_workers(board) & top) points = 1;
    else if (other_workers(board) & top || !steps(board, own_workers(board))) points = -1;
    else return false;
    return true;
}

ANYWHERE bool wins_at_once(const Board &board) { return summits(board, own_workers(board)) != 0; }
ANYWHERE bool must_answer(const Board &board) { return summits(board, other_workers(board)) != 0; }

// A worker's step: where from and where to, and the squares to build on. False if there is none.
struct Step {
    int origin, target;
    u32 builds;
};

ANYWHERE bool find_step(const Board &board, int group, bool hopeful, Step &step) {
    u32 own = own_workers(board), worker = own & (0u - own);
    if (group >= WAYS) worker ^= own;
    int way = group % WAYS, down = way / 3 - 1, right = way % 3 - 1;
    step.origin = lowest_bit(worker);
    int column = step.origin % SIZE + right;
    step.target = step.origin + SIZE * down + right;
    if (column < 0 || column >= SIZE || step.target < 0 || step.target >= SQUARES) return false;
    if (!(steps(board, worker) & square(step.target))) return false;
    u32 open = (free_squares(board) | worker) & ~reached(board, DOME);
    step.builds = near_to(square(step.target)) & open;
    u32 threats = summits(board, other_workers(board));
    // Against a threat to win, only a dome helps, or a win.
    if (hopeful && threats && level_of(board, step.target) != SUMMIT)
        step.builds &= threats & (threats - 1) ? 0 : threats;
    return step.builds != 0;
}

ANYWHERE int count_moves(const Board &board, int group, bool hopeful) {
    Step step;
    return find_step(board, group, hopeful, step) ? count_bits(step.builds) : 0;
}

ANYWHERE void write_moves(const Board &board, int group, bool hopeful, u16 *moves) {
    Step step;
    find_step(board, group, hopeful, step);
    for (u32 left = step.builds; left; left &= left - 1)
        *moves++ = step.origin | step.target << 5 | lowest_bit(left) << 10;
}

ANYWHERE Board after(const Board &board, int move) {
    int origin = move & 31, target = move >> 5 & 31, build = move >> 10;
    u32 own = own_workers(board) ^ square(origin) ^ square(target);
    // Each bit that is set in turn makes room for the next.
    u64 low = board.low, high = board.high, there = square(build), above = there << SQUARES;
    if (!(low & there)) low |= there;
    else if (!(low & above)) low |= above;
    else if (!(high & there)) high |= there;
    else high |= above;
    return {low, high, both_sets(other_workers(board), own)};
}

// As `order` in `rules.py`: up is good, and so is building what one can climb.
ANYWHERE int guess(const Board &board, int move) {
    int target = move >> 5 & 31, build = move >> 10;
    int level = level_of(board, target), built = level_of(board, build) + 1;
    if (level == SUMMIT) return 62;
    int promise = 20 + 12 * (level - level_of(board, move & 31)) + 4 * (built == level + 1);
    bool is_near_climber =
        (near_to(square(build)) & other_workers(board) & reached(board, 2)) != 0;
    if (built == DOME && is_near_climber) return 60;
    if (built == SUMMIT && is_near_climber) return 0;
    return promise < 0 ? 0 : promise;
}

// Moves that step to and build on the same squares have one history.
constexpr int PLACES = SQUARES * SQUARES;
ANYWHERE int place(int move) { return (move >> 5 & 31) * SQUARES + (move >> 10); }

// The squares of each pair, as `NEIGHBOURS` in `rules.py` lists them.
ON_DEVICE const u8 PAIR_ONE[SLOTS] = {
    0,  0,  0,  1,  1,  1,  1,  2,  2,  2,  2,  3,  3,  3,  3,  4,  4,  5,  5,  5,  6,  6,  6,  6,
    7,  7,  7,  7,  8,  8,  8,  8,  9,  9,  10, 10, 10, 11, 11, 11, 11, 12, 12, 12, 12, 13, 13, 13,
    13, 14, 14, 15, 15, 15, 16, 16, 16, 16, 17, 17, 17, 17, 18, 18, 18, 18, 19, 19, 20, 21, 22, 23};
ON_DEVICE const u8 PAIR_TWO[SLOTS] = {
    1,  5,  6,  2,  5,  6,  7,  3,  6,  7,  8,  4,  7,  8,  9,  8,  9,  6,  10, 11, 7,  10, 11, 12,
    8,  11, 12, 13, 9,  12, 13, 14, 13, 14, 11, 15, 16, 12, 15, 16, 17, 13, 16, 17, 18, 14, 17, 18,
    19, 18, 19, 16, 20, 21, 17, 20, 21, 22, 18, 21, 22, 23, 19, 22, 23, 24, 23, 24, 21, 22, 23, 24};

// A square as the side to move sees it, and as the other does.
ANYWHERE void see_square(const Board &board, int number, int &own, int &other) {
    int storeys = 3 * level_of(board, number);
    int mine = (int)(board.workers >> number & 1);
    int theirs = (int)(board.workers >> (number + SQUARES) & 1);
    own = storeys + mine + 2 * theirs;
    other = storeys + theirs + 2 * mine;
}

ANYWHERE void see(const Board &board, int slot, int &own, int &other) {
    int own_one, other_one, own_two, other_two;
    see_square(board, PAIR_ONE[slot], own_one, other_one);
    see_square(board, PAIR_TWO[slot], own_two, other_two);
    own = SQUARE_STATES * own_one + own_two;
    other = SQUARE_STATES * other_one + other_two;
}

ANYWHERE int phase(const Board &board) {
    int bucket = (count_bits(board.low) + count_bits(board.high)) / STOREYS_A_BUCKET;
    return bucket < BUCKETS ? bucket : BUCKETS - 1;
}
