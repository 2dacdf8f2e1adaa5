# cython: cdivision=True
"""The rules of Push.

A cell is its row times the number of columns plus its column, counted from the top left; a move
is the cell played. A stone is 1 for O and 2 for X. ``in_row`` and ``in_column`` count the stones
of each line, border cells included, so that an empty border cell knows at once whether its line
has a gap: it has, if not all the other cells of the line hold stones.
"""

from __future__ import annotations

from cython import bint, gil
from cython import int as i32
from cython import uint as u32
from cython import ulonglong as u64

from outwit.core import numbers, verdict
from outwit.core.board import Board as View
from outwit.core.move import MoveDetails
from outwit.core.moves import MoveStack
from outwit.core.outcome import Termination
from outwit.core.plane import Plane
from outwit.core.position import Position
from outwit.core.rules import Rules
from outwit.core.symmetry import ALL_SYMMETRIES, Symmetry
from outwit.errors import BadFile
from outwit.games.push import actions, notation, observation, pushes
from outwit.games.push.actions import inner_cells, reflect
from outwit.games.push.observation import PLANES, read_board
from outwit.games.push.save import Board, read_save, write_save
from outwit.games.push.tuning import WEIGHTS
from outwit.geometry import bits, memory

FRAME = 7
CELL = 5
POWERS = [3**i for i in range(pushes.MOST_TABLED)]
NO_PUSH = pushes.NO_PUSH
ENTRY = pushes.ENTRY
UNKNOWN = 1 << 29
# What is kept of the past has no sign.
OFFSET = 1 << 29
X = 2
HELD = WEIGHTS.held
TEMPO = WEIGHTS.tempo
X_TO_MOVE = bits.mix(1 << 40)

# The first words of a record: the key, the scores, and the side with the empty inner cells.
HEAD = 3
# The lower half of a word of a record, and the parts of its bytes, one for each cell.
HALF = (1 << 32) - 1
VALUES = 0x0F0F0F0F0F0F0F0F
STONES = 0x0303030303030303

TERMINATIONS = (Termination("full", "no inner cell is empty, and values are counted"),)


class Push(Position):
    """O begins; corners do not exist; cells of the border are worth nothing."""

    def __init__(self, board: Board) -> None:
        notation.check_shape(board)
        # Every cell but the corners may be a move.
        super().__init__(board.side, board.rows * board.columns, FRAME, {})
        self.rows = board.rows
        self.columns = board.columns
        self.size = len(board.values)
        self.words = (self.size + 63) // 64
        # Padded: eight cells are a word, and eight of these a word of bits.
        self.value_store = bytearray(64 * self.words)
        self.value_store[: self.size] = board.values
        self.stone_store = bytearray(64 * self.words)
        self.inner_store = inner_cells(board.rows, board.columns)
        # For each row and column: how many stones, how much more value O has there than X, and the
        # stones as a number to base three. One number more, so that there are whole words.
        self.row_store = bytearray(12 * board.rows + 4)
        self.column_store = bytearray(12 * board.columns + 4)
        # For each cell: its row, its column, the step inwards from the border, and what its stone
        # counts in the numbers of its row and its column.
        self.cell_store = bytearray(4 * CELL * len(board.values))
        self.pushes = pushes.Pushes(self.value_store, board.rows, board.columns)
        self.values = memory.u8s(self.value_store)
        self.stones = memory.u8s(self.stone_store)
        self.value_words = memory.u64s(self.value_store)
        self.stone_words = memory.u64s(self.stone_store)
        self.inner = memory.u64s(self.inner_store)
        self.owns_values = False
        self.in_row = memory.i32s(self.row_store)
        self.in_column = memory.i32s(self.column_store)
        self.cells = memory.i32s(self.cell_store)
        row: i32
        column: i32
        for row in range(board.rows):
            for column in range(board.columns):
                self.note_cell(row, column)
        self.scores = [0, 0]
        self.empties = (board.rows - 2) * (board.columns - 2)
        # What the lines are worth to O and to X, each being to move, if that is known.
        self.worth = [UNKNOWN, UNKNOWN]
        self.hash = bits.mix(board.columns)
        for value in board.values:
            self.hash = bits.mix(self.hash ^ value)
        for cell, stone in enumerate(board.stones):
            if stone:
                self.put(cell, stone)
                self.fill(cell, 1)
        self.action_count = self.size
        self.plane_count = len(PLANES)
        lines = (3 * self.rows + 1) // 2 + (3 * self.columns + 1) // 2
        self.record_words = HEAD + (self.size + 7) // 8 + lines
        self.ready = True

    def assign(self, other: Rules) -> None:
        """Become the same as another position; what never changes is shared."""
        Position.assign(self, other)
        assert isinstance(other, Push)
        source: Push = other
        # From now on neither may change what both have.
        source.owns_values = False
        self.rows = source.rows
        self.columns = source.columns
        self.size = source.size
        self.words = source.words
        self.inner_store = source.inner_store
        self.value_store = source.value_store
        self.cell_store = source.cell_store
        self.pushes = source.pushes
        self.stone_store = memory.copied(source.stone_store, len(source.stone_store))
        self.row_store = memory.copied(source.row_store, len(source.row_store))
        self.column_store = memory.copied(source.column_store, len(source.column_store))
        self.values = memory.u8s(self.value_store)
        self.cells = memory.i32s(self.cell_store)
        self.stones = memory.u8s(self.stone_store)
        self.value_words = memory.u64s(self.value_store)
        self.stone_words = memory.u64s(self.stone_store)
        self.inner = memory.u64s(self.inner_store)
        self.owns_values = False
        self.in_row = memory.i32s(self.row_store)
        self.in_column = memory.i32s(self.column_store)
        self.scores = [source.scores[0], source.scores[1]]
        self.empties = source.empties
        self.hash = source.hash
        self.worth = [source.worth[0], source.worth[1]]

    @classmethod
    def begin(
        cls,
        board: str | None = None,
        rows: int | None = None,
        columns: int | None = None,
        seed: int | None = None,
    ) -> Push:
        """Return the board of a save file, a random one (8 by 8 unless asked), or the usual one."""
        return cls(notation.begin(board, rows, columns, seed))

    @classmethod
    def read(cls, text: str) -> Push:
        """Return the position of a text."""
        return cls(notation.read(text))

    @classmethod
    def from_file(cls, data: bytes, side: int | None = None) -> Push:
        """Return the position of a save file, which itself tells who is to move."""
        if side is not None:
            raise BadFile("a save file tells who is to move; no side is to be given")
        return cls(read_save(data))

    def to_file(self) -> bytes:
        """Write a save file."""
        return write_save(self.saved)

    @property
    def saved(self) -> Board:
        """Return the board as a save file holds it."""
        self.check()
        values = bytes(self.value_store[: self.size])
        stones = bytes(self.stone_store[: self.size])
        return Board(self.rows, self.columns, self.side, values, stones)

    def write_text(self) -> str:
        """Write the position on one line."""
        return notation.write(self.saved)

    def draw_text(self) -> str:
        """Draw the position for people, in letters."""
        return notation.draw(self.saved)

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """List the symmetries of the rules: all, for no direction is special."""
        return ALL_SYMMETRIES

    def view(self) -> View:
        """Return the board as it is now; it has no corners."""
        from outwit.games.push.labels import view

        return view(self.saved, self.game.pieces)

    def reflect(self, symmetry: Symmetry) -> Push:
        """Return the image of the position under a symmetry, without moves played."""
        board = self.saved
        shape = symmetry.shape(self.rows, self.columns)
        values = symmetry.apply(board.values, self.rows, self.columns)
        stones = symmetry.apply(board.stones, self.rows, self.columns)
        return Push(Board(*shape, self.side, bytes(values), bytes(stones)))

    def describe(self, move: u32) -> MoveDetails:
        """Say what kind of move a legal move is, on which squares, and name it in plain words."""
        from outwit.games.push.labels import describe

        return describe(self, self.write_move(move))

    @property
    def terminations(self) -> tuple[Termination, ...]:
        """List the ways this game can end."""
        return TERMINATIONS

    @property
    def score(self) -> tuple[int, int]:
        """Return the values under the stones of O and of X."""
        return self.scores[0], self.scores[1]

    def loss(self, row: int, column: int) -> int:
        """Return what the opponent loses if the side to move pushes from there, 0 if it cannot."""
        self.check()
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            return 0
        if not self.saved.is_border(row, column) or self.saved.is_corner(row, column):
            return 0
        cell: i32 = row * self.columns + column
        step: i32 = self.inwards(cell)
        line = self.in_column[column] if row in (0, self.rows - 1) else self.in_row[row]
        length = self.rows if row in (0, self.rows - 1) else self.columns
        if self.stones[cell] or not self.stones[cell + step] or line >= length - 1:
            return 0
        before: i32 = self.scores[1 - self.side]
        self.reserve(1)
        self.make(cell)
        loss: i32 = before - self.scores[self.side]
        self.unmake()
        return loss

    def agrees(self, option: str, value: object) -> bool | None:
        """Tell whether the board has the size of a start option."""
        shape: dict[str, object] = {"rows": self.rows, "columns": self.columns}
        return shape[option] == value if option in shape else None

    def write_move(self, move: u32) -> str:
        """Write a move: row and column."""
        row, column = divmod(move, self.columns)
        return f"{row},{column}"

    def parse_move(self, text: str) -> int:
        """Read a move, legal here or not."""
        return notation.parse_move(text, self.rows, self.columns)

    def note_cell(self, row: i32, column: i32) -> None:
        """Note what never changes of a cell; the step inwards is 0 for inner cells."""
        at: i32 = CELL * (row * self.columns + column)
        self.cells[at] = row
        self.cells[at + 1] = column
        if self.pushes.is_tabled:
            self.cells[at + 3] = POWERS[column]
            self.cells[at + 4] = POWERS[row]
        if row == 0 or row == self.rows - 1:
            self.cells[at + 2] = -self.columns if row else self.columns
        elif column == 0 or column == self.columns - 1:
            self.cells[at + 2] = -1 if column else 1

    def inwards(self, cell: i32) -> i32:
        """Return the step from a border cell to the cell next to it, 0 for inner cells."""
        return self.cells[CELL * cell + 2]

    def weigh(self, cell: i32, sign: i32) -> None:
        """Count the stone of a cell in the leads and numbers of its lines, or with -1 no longer."""
        lead: i32 = sign * self.values[cell]
        stone: i32 = sign * self.stones[cell]
        at: i32 = CELL * cell
        row: i32 = self.rows + self.cells[at]
        column: i32 = self.columns + self.cells[at + 1]
        if self.stones[cell] == X:
            lead = -lead
        self.in_row[row] += lead
        self.in_row[self.rows + row] += stone * self.cells[at + 3]
        self.in_column[column] += lead
        self.in_column[self.columns + column] += stone * self.cells[at + 4]

    def put(self, cell: i32, stone: i32) -> None:
        """Lay a stone on a cell."""
        self.stones[cell] = stone
        self.weigh(cell, 1)
        self.scores[stone - 1] += self.values[cell]
        self.hash ^= bits.mix(cell * 4 + stone)

    def lift(self, cell: i32) -> None:
        """Take the stone of a cell away."""
        stone: i32 = self.stones[cell]
        self.weigh(cell, -1)
        self.stones[cell] = 0
        self.scores[stone - 1] -= self.values[cell]
        self.hash ^= bits.mix(cell * 4 + stone)

    def fill(self, cell: i32, change: i32) -> None:
        """Count a cell that was empty as full, or with a change of -1 the other way round."""
        self.in_row[self.cells[CELL * cell]] += change
        self.in_column[self.cells[CELL * cell + 1]] += change
        if not self.inwards(cell):
            self.empties -= change

    def generate(self, moves: MoveStack, start: i32) -> i32:
        """Write the legal moves from ``start`` on and return where they stop."""
        if self.empties == 0:
            return start
        stop: i32 = start
        rows: i32 = self.rows
        columns: i32 = self.columns
        row: i32
        column: i32
        cell: i32
        inner: i32
        far: i32
        for row in range(1, rows - 1):
            cell = row * columns
            far = cell + columns - 1
            if self.in_row[row] < columns - 1:
                if not self.stones[cell] and self.stones[cell + 1]:
                    moves.data[stop] = cell
                    stop += 1
                if not self.stones[far] and self.stones[far - 1]:
                    moves.data[stop] = far
                    stop += 1
            for inner in range(cell + 1, far):
                if not self.stones[inner]:
                    moves.data[stop] = inner
                    stop += 1
        far = (rows - 1) * columns
        for column in range(1, columns - 1):
            if self.in_column[column] < rows - 1:
                if not self.stones[column] and self.stones[column + columns]:
                    moves.data[stop] = column
                    stop += 1
                if not self.stones[far + column] and self.stones[far + column - columns]:
                    moves.data[stop] = far + column
                    stop += 1
        return stop

    def count(self) -> i32:
        """Count the legal moves without writing them."""
        if self.empties == 0:
            return 0
        total: i32 = self.empties
        rows: i32 = self.rows
        columns: i32 = self.columns
        row: i32
        column: i32
        cell: i32
        far: i32
        for row in range(1, rows - 1):
            if self.in_row[row] < columns - 1:
                cell = row * columns
                far = cell + columns - 1
                total += not self.stones[cell] and self.stones[cell + 1] != 0
                total += not self.stones[far] and self.stones[far - 1] != 0
        far = (rows - 1) * columns
        for column in range(1, columns - 1):
            if self.in_column[column] < rows - 1:
                total += not self.stones[column] and self.stones[column + columns] != 0
                total += not self.stones[far + column] and self.stones[far + column - columns] != 0
        return total

    def make(self, move: u32) -> None:
        """Play a legal move: the line shifts up to its first gap, which fills."""
        at: i32 = self.ply * FRAME
        cell: i32 = move
        step: i32 = self.inwards(cell)
        gap: i32 = cell + step
        self.past[at] = cell
        self.past[at + 2] = self.hash
        self.past[at + 3] = self.scores[0]
        self.past[at + 4] = self.scores[1]
        self.past[at + 5] = self.worth[0] + OFFSET
        self.past[at + 6] = self.worth[1] + OFFSET
        while step and self.stones[gap]:
            gap += step
        self.past[at + 1] = gap
        if self.worth[0] != UNKNOWN:
            self.count_lines(cell + step, gap, step, -1)
        self.fill(gap, 1)
        stone: i32
        while gap != cell + step:
            stone = self.stones[gap - step]
            self.lift(gap - step)
            self.put(gap, stone)
            gap -= step
        self.put(gap, self.side + 1)
        if self.worth[0] != UNKNOWN:
            gap = self.past[at + 1]
            self.count_lines(cell + step, gap, step, 1)
        self.ply += 1
        self.side = 1 - self.side

    def unmake(self) -> None:
        """Take the last move back."""
        self.ply -= 1
        self.side = 1 - self.side
        at: i32 = self.ply * FRAME
        cell: i32 = self.past[at]
        gap: i32 = self.past[at + 1]
        step: i32 = self.inwards(cell)
        cell += step
        while cell != gap:
            self.weigh(cell, -1)
            self.stones[cell] = self.stones[cell + step]
            self.weigh(cell, 1)
            cell += step
        self.weigh(gap, -1)
        self.stones[gap] = 0
        self.fill(gap, -1)
        self.hash = self.past[at + 2]
        self.scores[0] = self.past[at + 3]
        self.scores[1] = self.past[at + 4]
        self.worth[0] = self.past[at + 5] - OFFSET
        self.worth[1] = self.past[at + 6] - OFFSET

    def judge(self) -> i32:
        """Say whether and how the game is over."""
        if self.empties:
            return verdict.RUNNING
        if self.scores[0] == self.scores[1]:
            return verdict.DRAWN
        return verdict.FIRST_WINS if self.scores[0] > self.scores[1] else verdict.SECOND_WINS

    def count_lines(self, cell: i32, gap: i32, step: i32, sign: i32) -> None:
        """Count what the lines through some cells are worth, or with -1 no longer."""
        row: i32 = self.cells[CELL * cell]
        column: i32 = self.cells[CELL * cell + 1]
        is_row: bint = step == 1 or step == -1
        self.count_line(row, True, sign)
        self.count_line(column, False, sign)
        while cell != gap:
            cell += step
            if is_row:
                self.count_line(self.cells[CELL * cell + 1], False, sign)
            else:
                self.count_line(self.cells[CELL * cell], True, sign)

    def count_line(self, line: i32, is_row: bint, sign: i32) -> None:
        """Count what a line is worth, or with -1 no longer; nothing, along the border."""
        if line == 0 or line == (self.rows if is_row else self.columns) - 1:
            return
        at: i32 = self.entry(line, is_row)
        self.worth[0] += sign * self.pushes.table[at + 2]
        self.worth[1] += sign * self.pushes.table[at + 3]

    def entry(self, line: i32, is_row: bint) -> i32:
        """Return where the table has a line with its stones."""
        if is_row:
            return (line - 1) * self.pushes.row_size + ENTRY * self.in_row[2 * self.rows + line]
        return (
            (self.rows - 2) * self.pushes.row_size
            + (line - 1) * self.pushes.column_size
            + ENTRY * self.in_column[2 * self.columns + line]
        )

    def know_worth(self) -> None:
        """Work out what the lines of a board with tables are worth; from then on it is kept."""
        line: i32
        # The interpreter's lock: the table is shared, and two threads may ask for it at once.
        with gil:
            self.pushes.prepare()
        self.worth[0] = self.worth[1] = 0
        for line in range(1, self.rows - 1):
            self.count_line(line, True, 1)
        for line in range(1, self.columns - 1):
            self.count_line(line, False, 1)

    def evaluate(self) -> i32:
        """Score a running game: the values held, what the lines are worth, and to be on turn."""
        lead: i32 = HELD * (self.scores[0] - self.scores[1])
        worth: i32 = 0
        line: i32
        if self.pushes.is_tabled and not self.owns_values:
            if self.worth[0] == UNKNOWN:
                self.know_worth()
            worth = self.worth[self.side]
        else:
            for line in range(1, self.rows - 1):
                worth += self.line_worth(line, True)
            for line in range(1, self.columns - 1):
                worth += self.line_worth(line, False)
        return (-lead if self.side else lead) + worth + TEMPO

    def line_worth(self, line: i32, is_row: bint) -> i32:
        """Work out what a line is worth to the side to move."""
        first: i32 = line * self.columns if is_row else line
        step: i32 = 1 if is_row else self.columns
        length: i32 = self.columns if is_row else self.rows
        stones: i32 = self.in_row[line] if is_row else self.in_column[line]
        lead: i32 = self.in_row[self.rows + line] if is_row else self.in_column[self.columns + line]
        stones -= (self.stones[first] != 0) + (self.stones[first + step * (length - 1)] != 0)
        return pushes.line_worth(
            self.values, self.stones, first, step, length, lead, length - 2 - stones, self.side
        )

    def shift(self, line: i32, is_row: bint, end: i32) -> i32:
        """Return what a push of a line from its first end, 0, or its last, 1, changes for O."""
        if self.pushes.is_tabled and not self.owns_values:
            if self.worth[0] == UNKNOWN:
                self.know_worth()
            return self.pushes.table[self.entry(line, is_row) + end]
        first: i32 = line * self.columns if is_row else line
        step: i32 = 1 if is_row else self.columns
        length: i32 = self.columns if is_row else self.rows
        if end:
            first += step * (length - 1)
            step = -step
        return pushes.shift(self.values, self.stones, first, step, length)

    def order(self, move: u32) -> i32:
        """Guess how good a move is: by what it gains at once."""
        cell: i32 = move
        step: i32 = self.inwards(cell)
        if not step:
            return 100 * self.values[cell]
        is_row: bint = step == 1 or step == -1
        line: i32 = self.cells[CELL * cell] if is_row else self.cells[CELL * cell + 1]
        gain: i32 = self.shift(line, is_row, step < 0)
        return 100 * (self.values[cell + step] + (-gain if self.side else gain))

    @property
    def planes(self) -> tuple[Plane, ...]:
        """List the planes of an observation."""
        return PLANES

    def action(self, move: u32) -> i32:
        """Return the action of a legal move: its cell."""
        return move

    def move_at(self, action: i32) -> u32:
        """Return the legal move of an action; NO_MOVE if none is legal."""
        step: i32 = self.inwards(action)
        row: i32 = self.cells[CELL * action]
        column: i32 = self.cells[CELL * action + 1]
        has_gap: bint
        if self.empties == 0 or self.stones[action]:
            return numbers.NO_MOVE
        if not step:
            return action
        if step == 1 or step == -1:
            has_gap = self.in_row[row] < self.columns - 1
        else:
            # A corner has no column to push.
            has_gap = 0 < column < self.columns - 1 and self.in_column[column] < self.rows - 1
        return action if has_gap and self.stones[action + step] else numbers.NO_MOVE

    def mark_actions(self, legal: memoryview[int]) -> None:
        """Set the bit of each legal action."""
        if self.empties:
            actions.mark_inner(legal, self.stone_words, self.inner, self.words)
            actions.mark_pushes(
                legal, self.stones, self.in_row, self.in_column, self.rows, self.columns
            )

    def write_planes(self, planes: memoryview[int]) -> None:
        """Write all planes."""
        observation.write(planes, self.value_words, self.stone_words, self.size, self.side)

    def save(self, record: memoryview[int]) -> None:
        """Write key, scores, side and empty cells; values and stones; the numbers of the lines."""
        first: u64 = self.scores[0]
        second: u64 = self.scores[1]
        empties: u64 = self.empties
        at: i32 = HEAD
        i: i32
        record[0] = self.hash
        record[1] = first | second << 32
        record[2] = empties << 1 | self.side
        for i in range((self.size + 7) >> 3):
            record[at + i] = self.value_words[i] | self.stone_words[i] << 4
        at += (self.size + 7) >> 3
        at = self.save_lines(record, at, self.in_row, 3 * self.rows)
        self.save_lines(record, at, self.in_column, 3 * self.columns)

    def load(self, record: memoryview[int]) -> None:
        """Become the position of a record of a board of the same size, whatever its values."""
        at: i32 = HEAD
        differ: u64 = 0
        i: i32
        self.ply = 0
        self.hash = record[0]
        self.scores[0] = record[1] & HALF
        self.scores[1] = record[1] >> 32
        self.side = record[2] & 1
        self.empties = record[2] >> 1
        self.worth[0] = self.worth[1] = UNKNOWN
        for i in range((self.size + 7) >> 3):
            self.stone_words[i] = record[at + i] >> 4 & STONES
            differ |= record[at + i] & VALUES ^ self.value_words[i]
        if differ:
            self.own_values()
            for i in range((self.size + 7) >> 3):
                self.value_words[i] = record[at + i] & VALUES
        at += (self.size + 7) >> 3
        at = self.load_lines(record, at, self.in_row, 3 * self.rows)
        self.load_lines(record, at, self.in_column, 3 * self.columns)

    def own_values(self) -> None:
        """Make the values this position's own: copies share them until one of them changes.

        While they are its own they may soon be others, so no tables are written for them.
        """
        if self.owns_values:
            return
        with gil:
            self.value_store = memory.copied(self.value_store, 64 * self.words)
            self.values = memory.u8s(self.value_store)
            self.value_words = memory.u64s(self.value_store)
            self.pushes = pushes.Pushes(self.value_store, self.rows, self.columns)
        self.owns_values = True

    def save_lines(
        self, record: memoryview[int], at: i32, lines: memoryview[int], length: i32
    ) -> i32:
        """Write the numbers of lines, two to a word; return where they end."""
        low: u64
        high: u64
        i: i32
        for i in range(0, length, 2):
            low = lines[i] + OFFSET
            high = lines[i + 1] + OFFSET
            record[at] = low | high << 32
            at += 1
        return at

    def load_lines(
        self, record: memoryview[int], at: i32, lines: memoryview[int], length: i32
    ) -> i32:
        """Read what ``save_lines`` has written; return where it ends."""
        low: i32
        high: i32
        i: i32
        for i in range(0, length, 2):
            low = record[at] & HALF
            high = record[at] >> 32
            lines[i] = low - OFFSET
            lines[i + 1] = high - OFFSET
            at += 1
        return at

    def write_action(self, action: i32, side: i32) -> str:
        """Write an action as the text of its move."""
        return self.write_move(action)

    def parse_action(self, text: str, side: i32) -> int:
        """Return the action of a move's text."""
        return self.parse_move(text)

    def reflect_action(self, action: i32, symmetry: Symmetry) -> int:
        """Return the action that does the same in the image of a position."""
        return reflect(action, symmetry, self.rows, self.columns)

    def read_planes(self, planes: bytes) -> Push:
        """Return the position of planes of a board of the same size."""
        return Push(read_board(planes, self.rows, self.columns))

    def digest(self) -> u64:
        """Return a key: the values, the stones and the side to move."""
        return self.hash ^ X_TO_MOVE if self.side else self.hash
