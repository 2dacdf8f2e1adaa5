// The rules of Ataxx for many boards at once: `training/networks/boards/kernel.cu` says what is asked.
//
// Squares and moves have the numbers of `rules.py`: rows of nine bits, of which seven are squares; a
// move is its origin plus 64 times its target, both the same for a clone. How many jumps there have
// been in a row is not on the board: no game ends by that.

struct Board {
    u64 own, other, blocks;
};

// Windows of two by two squares, their states, and sevens of empty squares: see `features.py`.
constexpr int ROW = 6, SLOTS = 36, STATES = 256, EMPTIES_A_BUCKET = 7, BUCKETS = 7;
constexpr int SIZE = 7, STRIDE = 9;
// As `rules.py` derives it.
constexpr int MOST_MOVES = 48 + 16 * 24;
// Moves are grouped by their target. The last group is the pass.
constexpr int PASSING = (SIZE - 1) * STRIDE + SIZE, GROUPS = PASSING + 1;
constexpr int PASS = 0xffff;
// Seven rows of seven squares.
constexpr u64 A_ROW = 0x7f, FULL = A_ROW | A_ROW << 9 | A_ROW << 18 | A_ROW << 27 | A_ROW << 36 |
                                   A_ROW << 45 | A_ROW << 54;

// The squares of some stones and all around them, and maybe some beyond the edges.
ANYWHERE u64 spread(u64 stones) {
    stones |= stones << 1 | stones >> 1;
    return stones | stones << STRIDE | stones >> STRIDE;
}

ANYWHERE u64 square(int number) { return 1ULL << number; }

ANYWHERE u64 near_to(int number) { return spread(square(number)); }

ANYWHERE u64 two_away_from(int number) {
    u64 near = near_to(number);
    return spread(near) & ~near;
}

ANYWHERE u64 empty_squares(const Board &board) {
    return FULL & ~(board.own | board.other | board.blocks);
}

ANYWHERE bool can_move(u64 stones, u64 empty) { return (spread(spread(stones)) & empty) != 0; }

ANYWHERE bool is_over(const Board &board, int &points) {
    if (board.own && board.other && can_move(board.own | board.other, empty_squares(board)))
        return false;
    int lead = count_bits(board.own) - count_bits(board.other);
    points = (lead > 0) - (lead < 0);
    return true;
}

// Too rare to be worth looking for.
ANYWHERE bool wins_at_once(const Board &) { return false; }
ANYWHERE bool must_answer(const Board &) { return false; }

ANYWHERE bool is_clone(const Board &board, int target) { return (near_to(target) & board.own) != 0; }

// The stones that jump to an empty square; where only hope counts, only if they win others.
ANYWHERE u64 jumpers(const Board &board, int target, bool hopeful) {
    if (hopeful && !(near_to(target) & board.other)) return 0;
    return two_away_from(target) & board.own;
}

ANYWHERE int count_moves(const Board &board, int group, bool hopeful) {
    u64 empty = empty_squares(board);
    if (group == PASSING) return !hopeful && !can_move(board.own, empty);
    if (!(empty & square(group))) return 0;
    return is_clone(board, group) + count_bits(jumpers(board, group, hopeful));
}

ANYWHERE void write_moves(const Board &board, int group, bool hopeful, u16 *moves) {
    if (group == PASSING) {
        *moves = PASS;
        return;
    }
    if (is_clone(board, group)) *moves++ = group | group << 6;
    for (u64 left = jumpers(board, group, hopeful); left; left &= left - 1)
        *moves++ = lowest_bit(left) | group << 6;
}

ANYWHERE Board after(const Board &board, int move) {
    if (move == PASS) return {board.other, board.own, board.blocks};
    int origin = move & 63, target = move >> 6;
    u64 turned = near_to(target) & board.other, own = board.own | square(target) | turned;
    if (origin != target) own &= ~square(origin);
    return {board.other & ~turned, own, board.blocks};
}

// The stones that a move wins; a clone is worth half a stone more.
ANYWHERE int guess(const Board &board, int move) {
    if (move == PASS) return 0;
    int target = move >> 6;
    return 1 + 2 * count_bits(near_to(target) & board.other) + ((move & 63) == target);
}

// Moves to a square have one history.
constexpr int PLACES = 64;
ANYWHERE int place(int move) { return move >> 6 & 63; }

// Four squares of a window, a bit each.
ANYWHERE int window(u64 squares, int corner) {
    u32 found = (u32)(squares >> corner);
    return (found & 3) | (found >> (STRIDE - 2) & 12);
}

ANYWHERE void see(const Board &board, int slot, int &own, int &other) {
    int corner = slot / ROW * STRIDE + slot % ROW;
    int mine = window(board.own | board.blocks, corner);
    int theirs = window(board.other | board.blocks, corner);
    own = mine | theirs << 4;
    other = theirs | mine << 4;
}

ANYWHERE int phase(const Board &board) {
    int bucket = count_bits(empty_squares(board)) / EMPTIES_A_BUCKET;
    return bucket < BUCKETS ? bucket : BUCKETS - 1;
}
