"""What a line is worth, and what pushes change in it, worked out or looked up by its stones."""

from __future__ import annotations

import cython
from cython import int as i32

from outwit.games.push.tuning import WEIGHTS
from outwit.geometry import memory

NO_PUSH = -32_768
# The cells of the longest line that is looked up: each is empty, O's or X's. The interpreter would
# take seconds to write the table of a longer one.
MOST_TABLED = 8 if cython.compiled else 5
# For all stones of a line: what a push from its first and from its last cell changes, and what the
# line is worth to O if O is to move, to X if X is.
ENTRY = 4
BLOCKED = WEIGHTS.blocked
SMALL_GAIN = WEIGHTS.small_gain
LARGE_GAIN = WEIGHTS.large_gain
STANDING = tuple(number for numbers in WEIGHTS.standing for number in numbers)
MOST_EMPTY = 5
PUSHED = tuple(number for numbers in WEIGHTS.pushed for number in numbers)
TERMS = 6
MOST_MOVED = 5
DEAD = 3


def moved(stones: memoryview[int], border: i32, step: i32, length: i32) -> i32:
    """Return how many stones a push from a border cell moves; 0 if nobody can push there."""
    cell: i32 = border + step
    count: i32 = 0
    if stones[border]:
        return 0
    while count < length - 1 and stones[cell]:
        cell += step
        count += 1
    return count if count < length - 1 else 0


def shift(
    values: memoryview[int], stones: memoryview[int], border: i32, step: i32, length: i32
) -> i32:
    """Return how much more value O has, compared with X, once a push has moved a line's stones.

    The new stone is not counted. NO_PUSH if nobody can push from that border cell.
    """
    count: i32 = moved(stones, border, step, length)
    cell: i32 = border
    total: i32 = 0
    change: i32
    if not count:
        return NO_PUSH
    while count:
        cell += step
        change = values[cell + step]
        change -= values[cell]
        total += change if stones[cell] == 1 else -change
        count -= 1
    return total


def push_worth(value: i32, change: i32, count: i32, length: i32) -> i32:
    """Score that a line can be pushed, for the side to move.

    A push by either side gains the value of its first cell and a change; it moves ``count`` stones.
    """
    at: i32 = TERMS * (MOST_MOVED if count == length - 2 else min(count, MOST_MOVED) - 1)
    gain: i32 = value + change
    loss: i32 = value - change
    worth: i32 = PUSHED[at] * change + PUSHED[at + 1] * value
    if gain > SMALL_GAIN:
        worth += PUSHED[at + 2] * (gain - SMALL_GAIN)
    if gain > LARGE_GAIN:
        worth += PUSHED[at + 3] * (gain - LARGE_GAIN)
    if loss > SMALL_GAIN:
        worth += PUSHED[at + 4] * (loss - SMALL_GAIN)
    if loss > LARGE_GAIN:
        worth += PUSHED[at + 5] * (loss - LARGE_GAIN)
    return worth


def line_worth(
    values: memoryview[int],
    stones: memoryview[int],
    first: i32,
    step: i32,
    length: i32,
    lead: i32,
    empties: i32,
    side: i32,
) -> i32:
    """Score a line for the side to move.

    ``lead`` is how much more value O has there than X, ``empties`` how many inner cells are empty.
    """
    last: i32 = first + step * (length - 1)
    blocked: i32 = (stones[first] != 0) + (stones[last] != 0)
    from_first: i32 = moved(stones, first, step, length)
    from_last: i32 = moved(stones, last, -step, length)
    standing: i32 = (from_first != 0) + (from_last != 0)
    change: i32
    worth: i32 = 0
    if blocked == 2 or (blocked == 1 and not empties):
        standing = DEAD
    if from_first:
        change = shift(values, stones, first, step, length)
        worth += push_worth(values[first + step], -change if side else change, from_first, length)
    if from_last:
        change = shift(values, stones, last, -step, length)
        worth += push_worth(values[last - step], -change if side else change, from_last, length)
    at: i32 = (MOST_EMPTY + 1) * standing + (empties if empties < MOST_EMPTY else MOST_EMPTY)
    return worth + (-lead if side else lead) * (STANDING[at] + BLOCKED * blocked)


class Pushes:
    """The lines of a board, whose values never change, for all stones that they may hold.

    First come the inner rows, then the inner columns. The stones of a line are a number to base
    three, whose lowest digit is the line's first cell. The table is written when it is first asked
    for; where lines are too long for one, ``is_tabled`` is not set.
    """

    def __init__(self, values: bytearray, rows: int, columns: int) -> None:
        self.is_tabled = max(rows, columns) <= MOST_TABLED
        self.is_ready = False
        self.rows = rows
        self.columns = columns
        # How many numbers there are for a row, and for a column.
        self.row_size = ENTRY * 3**columns if self.is_tabled else 0
        self.column_size = ENTRY * 3**rows if self.is_tabled else 0
        size = (rows - 2) * self.row_size + (columns - 2) * self.column_size
        table = memory.unset(2 * size)
        line_values, line_stones = bytearray(MOST_TABLED), bytearray(MOST_TABLED)
        self.stores = [values, table, line_values, line_stones]
        self.values = memory.u8s(values)
        self.table = memory.i16s(table)
        self.line_values = memory.u8s(line_values)
        self.line_stones = memory.u8s(line_stones)

    def prepare(self) -> None:
        """Write the table, unless that was done. The caller holds the interpreter's lock."""
        at: i32 = 0
        line: i32
        if self.is_ready:
            return
        for line in range(1, self.rows - 1):
            self.fill(at, line * self.columns, 1, self.columns)
            at += self.row_size
        for line in range(1, self.columns - 1):
            self.fill(at, line, self.columns, self.rows)
            at += self.column_size
        self.is_ready = True

    def fill(self, at: i32, cell: i32, step: i32, length: i32) -> None:
        """Write the entries of a line."""
        i: i32
        for i in range(length):
            self.line_values[i] = self.values[cell]
            self.line_stones[i] = 0
            cell += step
        i = 0
        while i < length:
            self.write_entry(at, length)
            at += ENTRY
            # The next number to base three.
            i = 0
            while i < length and self.line_stones[i] == 2:
                self.line_stones[i] = 0
                i += 1
            if i < length:
                self.line_stones[i] += 1

    def write_entry(self, at: i32, length: i32) -> None:
        """Write the entry of the stones that a line has now."""
        values = self.line_values
        stones = self.line_stones
        lead: i32 = 0
        empties: i32 = 0
        i: i32
        for i in range(1, length - 1):
            if not stones[i]:
                empties += 1
            elif stones[i] == 1:
                lead += values[i]
            else:
                lead -= values[i]
        self.table[at] = shift(values, stones, 0, 1, length)
        self.table[at + 1] = shift(values, stones, length - 1, -1, length)
        self.table[at + 2] = line_worth(values, stones, 0, 1, length, lead, empties, 0)
        self.table[at + 3] = line_worth(values, stones, 0, 1, length, lead, empties, 1)
