// The rules of Ataxx on records: `environments/device/batch.cu` says what they define.
//
// Squares, words of a record, actions and planes are those of `rules.py`, `actions.py` and
// `observation.py`. A square is its row times nine plus its column, from a1.

constexpr int WORDS = 4, ACTIONS = 530, PLANES = 5, ROWS = 7, COLUMNS = 7;

struct Options {
    int clock, passes_count;
};

constexpr int SIZE = 7, STRIDE = 9, SIDE_BIT = 63, NUMBER = 32, CLONES = SIZE * SIZE;
// 16 directions of a jump; the pass has the last action.
constexpr int DIRECTIONS = 16, PASS = ACTIONS - 1;
// Seven rows of seven squares.
constexpr u64 A_ROW = 0x7f, FULL = A_ROW | A_ROW << 9 | A_ROW << 18 | A_ROW << 27 | A_ROW << 36 |
                                   A_ROW << 45 | A_ROW << 54;

// The rows and columns that a jump goes, by its direction.
ANYWHERE constexpr int rows_of(int direction) {
    return direction < 5 ? -2 : direction < 11 ? (direction - 5) / 2 - 1 : 2;
}
ANYWHERE constexpr int columns_of(int direction) {
    return direction < 5    ? direction - 2
           : direction < 11 ? ((direction - 5) % 2 ? 2 : -2)
                            : direction - 13;
}
ANYWHERE constexpr int size_of(int step) { return SIZE - (step < 0 ? -step : step); }
// The first square of the box from which such a jump stays on the board.
ANYWHERE constexpr int row_of_box(int direction) {
    return rows_of(direction) < 0 ? -rows_of(direction) : 0;
}
ANYWHERE constexpr int column_of_box(int direction) {
    return columns_of(direction) < 0 ? -columns_of(direction) : 0;
}
ANYWHERE constexpr int jumps_of(int direction) {
    return size_of(rows_of(direction)) * size_of(columns_of(direction));
}

struct Stones {
    u64 own, other, empty;
};

ANYWHERE int side_to_move(const u64 *record) { return (int)(record[2] >> SIDE_BIT); }

// The stones of a side; an index that is not constant would keep a record out of registers.
ANYWHERE u64 stones_of_side(const u64 *record, int side) { return side ? record[1] : record[0]; }

ANYWHERE Stones stones_of(const u64 *record) {
    int side = side_to_move(record);
    u64 blocks = record[2] & FULL;
    return {stones_of_side(record, side), stones_of_side(record, 1 - side),
            FULL & ~(record[0] | record[1] | blocks)};
}

ANYWHERE int jumps_in_a_row(const u64 *record) { return (int)(record[3] & 255); }

ANYWHERE u64 spread(u64 stones) {
    stones |= stones << 1 | stones >> 1;
    return stones | stones << STRIDE | stones >> STRIDE;
}

ANYWHERE u64 square(int number) { return 1ULL << number; }

ANYWHERE bool can_move(u64 stones, u64 empty) { return (spread(spread(stones)) & empty) != 0; }

ANYWHERE bool has_ended(const u64 *record, const Options &options) {
    return !record[0] || !record[1] || jumps_in_a_row(record) >= options.clock;
}

ANYWHERE bool may_pass(const Stones &stones) {
    return !can_move(stones.own, stones.empty) && can_move(stones.other, stones.empty);
}

// The stones that can jump in a direction.
ANYWHERE u64 jumpers(const Stones &stones, int direction) {
    int shift = STRIDE * rows_of(direction) + columns_of(direction);
    // A shift over the side of the board lands on a column that is no square, or not at all.
    return stones.own & (shift > 0 ? stones.empty >> shift : stones.empty << -shift);
}

// The squares of an action that is not the pass.
ANYWHERE void squares_of(int action, int &origin, int &target) {
    if (action < CLONES) {
        origin = target = action / SIZE * STRIDE + action % SIZE;
        return;
    }
    int direction = 0;
    for (action -= CLONES; action >= jumps_of(direction); direction++) action -= jumps_of(direction);
    int width = size_of(columns_of(direction));
    origin = (action / width + row_of_box(direction)) * STRIDE + action % width +
             column_of_box(direction);
    target = origin + STRIDE * rows_of(direction) + columns_of(direction);
}

ANYWHERE bool is_legal(const u64 *record, const Options &options, int action) {
    if (has_ended(record, options)) return false;
    Stones stones = stones_of(record);
    if (action == PASS) return may_pass(stones);
    int origin, target;
    squares_of(action, origin, target);
    if (!(stones.empty & square(target))) return false;
    return ((origin == target ? spread(square(target)) : square(origin)) & stones.own) != 0;
}

// The legal action that a share of all others precede, by the upper half of a word; -1 if none is.
ANYWHERE int choose(const u64 *record, const Options &options, u64 chance) {
    if (has_ended(record, options)) return -1;
    Stones stones = stones_of(record);
    u64 clones = spread(stones.own) & stones.empty;
    int total = count_bits(clones);
#pragma unroll
    for (int i = 0; i < DIRECTIONS; i++) total += count_bits(jumpers(stones, i));
    if (!total) return may_pass(stones) ? PASS : -1;
    int left = (int)((chance >> 32) * (u64)total >> 32), first = CLONES;
    if (left < count_bits(clones)) {
        int found = bit_number(clones, left);
        return found / STRIDE * SIZE + found % STRIDE;
    }
    left -= count_bits(clones);
    int action = -1;
#pragma unroll
    for (int i = 0; i < DIRECTIONS; i++) {
        u64 origins = jumpers(stones, i);
        int count = count_bits(origins);
        if (action < 0 && left < count) {
            int origin = bit_number(origins, left);
            int row = origin / STRIDE - row_of_box(i), column = origin % STRIDE - column_of_box(i);
            action = first + row * size_of(columns_of(i)) + column;
        }
        left -= count;
        first += jumps_of(i);
    }
    return action;
}

// Play a legal action.
ANYWHERE void play(u64 *record, const Options &options, int action) {
    int side = side_to_move(record), jumps = jumps_in_a_row(record);
    u64 number = (record[3] >> NUMBER) + 1;
    if (action == PASS) {
        jumps += options.passes_count;
    } else {
        int origin, target;
        squares_of(action, origin, target);
        u64 own = stones_of_side(record, side), other = stones_of_side(record, 1 - side);
        u64 turned = spread(square(target)) & other;
        own |= square(target) | turned;
        other &= ~turned;
        jumps = origin == target ? 0 : jumps + 1;
        if (origin != target) own &= ~square(origin);
        record[0] = side ? other : own;
        record[1] = side ? own : other;
    }
    record[2] ^= 1ULL << SIDE_BIT;
    record[3] = (u64)jumps | number << NUMBER;
}

// 0 while the game goes on; 1, 2 where the first or the second side has won; 3 for a draw.
ANYWHERE int judge(const u64 *record, const Options &options) {
    int red = count_bits(record[0]), blue = count_bits(record[1]);
    u64 empty = FULL & ~(record[0] | record[1] | (record[2] & FULL));
    bool by_clock = false;
    if (red && blue && can_move(record[0] | record[1], empty)) {
        if (jumps_in_a_row(record) < options.clock) return 0;
        by_clock = true;
    }
    if (red == blue || (by_clock && options.passes_count)) return 3;
    return red > blue ? 1 : 2;
}

// The number of a plane on a square; squares count from the top left.
ANYWHERE int see(const u64 *record, const Options &, int plane, int cell) {
    int side = side_to_move(record);
    if (plane == 3) return jumps_in_a_row(record);
    if (plane == 4) return side;
    u64 squares = plane == 2 ? record[2] & FULL : stones_of_side(record, plane ? 1 - side : side);
    return (int)(squares >> ((SIZE - 1 - cell / SIZE) * STRIDE + cell % SIZE) & 1);
}
