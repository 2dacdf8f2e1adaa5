"""The rules of Ataxx.

A square is its row times nine plus its column, counted from a1; a board is a set of squares as
bits. The two columns behind each row are never used: they catch what a shift moves over an edge.
A move is its origin plus 64 times its target, origin and target being equal for a clone.
"""

from __future__ import annotations

from cython import bint
from cython import int as i32
from cython import uint as u32
from cython import ulonglong as u64

from outwit.core import numbers, verdict
from outwit.core.board import Board, from_rows
from outwit.core.move import MoveDetails
from outwit.core.moves import MoveStack
from outwit.core.outcome import Termination
from outwit.core.plane import Plane
from outwit.core.position import Position
from outwit.core.rules import Rules
from outwit.core.symmetry import ALL_SYMMETRIES, Symmetry
from outwit.errors import BadOption
from outwit.games.ataxx import actions, evaluation, features, notation, observation, reach, windows
from outwit.geometry import bits, grid

SIZE = notation.SIZE
STRIDE = notation.STRIDE
NAMES = notation.NAMES
PASS = notation.PASS
# Clones: one a target, of which stones leave at most 48. Jumps: each joins a stone and an empty
# square, either of which has at most 16 such partners, and one of the kinds has at most 24.
MOST_MOVES = 48 + 16 * 24
FRAME = 3
PLANES = 5
# Words of a record: both sides' stones, the blocks with the side to move, and two numbers.
WORDS = 4
SIDE_BIT = 63
FULL = notation.FULL

TERMINATIONS = (
    Termination("wiped-out", "one side has no piece left"),
    Termination("no-move", "nobody can move any more, and pieces are counted"),
    Termination("jumps", "nobody has cloned for too long"),
)

NEAR = [reach.spread(bits.bit(square)) & FULL & ~bits.bit(square) for square in range(64)]
FAR = [
    reach.spread(reach.spread(bits.bit(square))) & FULL & ~reach.spread(bits.bit(square))
    for square in range(64)
]


def can_move(stones: u64, empty: u64) -> bint:
    """Tell whether any of these stones has an empty square in reach."""
    return (reach.spread(reach.spread(stones)) & empty) != 0


def count_moves(own: u64, other: u64, empty: u64) -> i32:
    """Count the moves of one side against another that has stones, if the clock has not run out."""
    total: i32 = bits.popcount(reach.spread(own) & empty)
    stones: u64 = own
    while stones:
        total += bits.popcount(FAR[bits.lsb(stones)] & empty)
        stones &= stones - 1
    if total == 0:
        # One pass, if the game is not over.
        return own != 0 and can_move(other, empty)
    return total


def write_clones(moves: MoveStack, start: i32, targets: u64) -> i32:
    """Write the clones to some squares and return where they stop."""
    stop: i32 = start
    target: i32
    while targets:
        target = bits.lsb(targets)
        targets &= targets - 1
        moves.data[stop] = target | target << 6
        stop += 1
    return stop


def write_jumps(moves: MoveStack, start: i32, own: u64, targets: u64) -> i32:
    """Write the jumps of some stones to some empty squares and return where they stop."""
    stop: i32 = start
    origin: i32
    reached: u64
    while own:
        origin = bits.lsb(own)
        own &= own - 1
        reached = FAR[origin] & targets
        while reached:
            moves.data[stop] = origin | bits.lsb(reached) << 6
            reached &= reached - 1
            stop += 1
    return stop


class Ataxx(Position):
    """Red, who begins, is ``x``; Blue is ``o``; ``-`` is a block."""

    def __init__(
        self, rows: list[str], side: int, jumps: int, number: int, clock: str = "25"
    ) -> None:
        super().__init__(side, MOST_MOVES, FRAME, {"clock": clock})
        red, blue, blocks = notation.set_up(rows)
        self.stones = [red, blue]
        self.blocks = blocks
        self.jumps = jumps
        self.clock = int(clock)
        self.passes_count = int(clock == "100")
        # Blue's moves end a full move, so count as if Red had begun at ply 0.
        self.number = 2 * number + side
        self.salt = bits.mix(self.clock)
        self.slots = features.WINDOWS
        self.action_count = actions.COUNT
        self.plane_count = PLANES
        self.record_words = WORDS
        self.ready = True

    def assign(self, other: Rules) -> None:
        """Become the same as another position."""
        Position.assign(self, other)
        assert isinstance(other, Ataxx)
        source: Ataxx = other
        self.stones = [source.stones[0], source.stones[1]]
        self.blocks = source.blocks
        self.jumps = source.jumps
        self.clock = source.clock
        self.passes_count = source.passes_count
        self.number = source.number
        self.salt = source.salt

    @classmethod
    def begin(cls, blocks: tuple[str, ...] = (), clock: str = "25") -> Ataxx:
        """Return the start position with blocks and their reflections."""
        position = cls(notation.START, 0, 0, 1, clock)
        for block in blocks:
            position.set_block(block)
        return position

    @classmethod
    def read(cls, text: str, clock: str = "25") -> Ataxx:
        """Return the position of a text."""
        rows, side, jumps, number = notation.read(text, int(clock))
        return cls(rows, side, jumps, number, clock)

    def write_text(self) -> str:
        """Write the position on one line."""
        number = (self.number + self.ply) // 2
        return f"{grid.write(self.rows())} {'xo'[self.side]} {self.jumps} {number}"

    def rows(self) -> list[str]:
        """List the rows from the top, ``.`` being empty."""
        self.check()
        return notation.write_rows(self.stones[0], self.stones[1], self.blocks)

    def draw_text(self) -> str:
        """Draw the position for people, in letters."""
        return notation.draw(self.rows())

    @property
    def terminations(self) -> tuple[Termination, ...]:
        """List the ways this game can end."""
        return TERMINATIONS

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """List the symmetries of the rules: all, for no direction is special."""
        return ALL_SYMMETRIES

    def view(self) -> Board:
        """Return the board as it is now."""
        return from_rows(self.rows(), self.game.pieces, {"-": "block"})

    def reflect(self, symmetry: Symmetry) -> Ataxx:
        """Return the image of the position under a symmetry, without moves played."""
        rows = symmetry.apply_rows(self.rows())
        number = (self.number + self.ply) // 2
        return Ataxx(rows, self.side, self.jumps, number, str(self.clock))

    def describe(self, move: u32) -> MoveDetails:
        """Say what kind of move a legal move is, on which squares, and name it in plain words."""
        from outwit.games.ataxx.labels import describe

        return describe(self, self.write_move(move))

    @property
    def score(self) -> tuple[int, int]:
        """Return the numbers of red and blue pieces."""
        return bits.popcount(self.stones[0]), bits.popcount(self.stones[1])

    def piece(self, square: str) -> str:
        """Return what is on a named square, as the position's text has it; ``.`` is empty."""
        number = notation.read_square(square)
        if number is None:
            return "."
        return self.rows()[SIZE - 1 - number // STRIDE][number % STRIDE]

    @property
    def lead(self) -> int:
        """Return how many pieces the side to move has more than the other."""
        return bits.popcount(self.stones[self.side]) - bits.popcount(self.stones[1 - self.side])

    def agrees(self, option: str, value: object) -> bool | None:
        """Tell whether the blocks of a start position are here."""
        if not isinstance(value, tuple):
            return False
        start: Ataxx = Ataxx.begin(value)
        return self.blocks == start.blocks

    def set_block(self, block: str) -> None:
        """Block a square and its reflections about the middle row and column.

        Raise BadOption unless they are empty and no move has been played.
        """
        self.check()
        if self.ply:
            raise BadOption("option blocks: a move has been played")
        self.drop_listing()
        self.blocks |= notation.read_block(block, self.stones[0] | self.stones[1], self.blocks)

    def write_move(self, move: u32) -> str:
        """Write a move: the target of a clone, origin and target of a jump, or 0000."""
        if move == PASS:
            return "0000"
        origin, target = move & 63, move >> 6
        return NAMES[target] if origin == target else NAMES[origin] + NAMES[target]

    def parse_move(self, text: str) -> int:
        """Read a move, legal here or not."""
        return notation.parse_move(text)

    def has_ended(self) -> bint:
        """Tell whether the game ended, unless the reason is that nobody can move."""
        return not self.stones[0] or not self.stones[1] or self.jumps >= self.clock

    def generate(self, moves: MoveStack, start: i32) -> i32:
        """Write the legal moves from ``start`` on and return where they stop."""
        if self.has_ended():
            return start
        own: u64 = self.stones[self.side]
        other: u64 = self.stones[1 - self.side]
        empty: u64 = FULL & ~(own | other | self.blocks)
        stop: i32 = write_clones(moves, start, reach.spread(own) & empty)
        stop = write_jumps(moves, stop, own, empty)
        if stop == start and can_move(other, empty):
            moves.data[stop] = PASS
            stop += 1
        return stop

    def generate_hopeful(self, moves: MoveStack, start: i32) -> i32:
        """Write the clones, and the jumps that win stones."""
        if self.has_ended():
            return start
        own: u64 = self.stones[self.side]
        other: u64 = self.stones[1 - self.side]
        empty: u64 = FULL & ~(own | other | self.blocks)
        stop: i32 = write_clones(moves, start, reach.spread(own) & empty)
        return write_jumps(moves, stop, own, empty & reach.spread(other))

    def generate_hopeless(self, moves: MoveStack, start: i32) -> i32:
        """Write the jumps that win nothing, or the pass."""
        if self.has_ended():
            return start
        own: u64 = self.stones[self.side]
        other: u64 = self.stones[1 - self.side]
        empty: u64 = FULL & ~(own | other | self.blocks)
        stop: i32 = write_jumps(moves, start, own, empty & ~reach.spread(other))
        if stop == start and not can_move(own, empty) and can_move(other, empty):
            moves.data[stop] = PASS
            stop += 1
        return stop

    def random_move(self, moves: MoveStack, chance: u64) -> u32:
        """Return a legal move by a random word, without writing the others."""
        number: u64 = self.count()
        if number == 0:
            return numbers.NO_MOVE
        own: u64 = self.stones[self.side]
        empty: u64 = FULL & ~(own | self.stones[1 - self.side] | self.blocks)
        left: i32 = (chance >> 32) * number >> 32
        origin: i32 = -1
        targets: u64 = reach.spread(own) & empty
        stones: u64 = own
        while left >= bits.popcount(targets):
            if not stones:
                return PASS
            left -= bits.popcount(targets)
            origin = bits.lsb(stones)
            stones &= stones - 1
            targets = FAR[origin] & empty
        while left:
            targets &= targets - 1
            left -= 1
        target: i32 = bits.lsb(targets)
        return (target if origin < 0 else origin) | target << 6

    def count(self) -> i32:
        """Count the legal moves without writing them."""
        own: u64 = self.stones[self.side]
        other: u64 = self.stones[1 - self.side]
        return (
            0 if self.has_ended() else count_moves(own, other, FULL & ~(own | other | self.blocks))
        )

    def replies(self, moves: MoveStack, start: i32, stop: i32) -> u64:
        """Count the legal moves after each of these legal moves, all together."""
        own: u64 = self.stones[self.side]
        other: u64 = self.stones[1 - self.side]
        empty: u64 = FULL & ~(own | other | self.blocks)
        jumps_left: bint = self.jumps + 1 < self.clock
        total: u64 = 0
        changed: u64
        turned: u64
        origin: i32
        target: i32
        i: i32
        if start < stop and moves.data[start] == PASS:
            if self.jumps + self.passes_count < self.clock:
                total = count_moves(other, own, empty)
            return total
        for i in range(start, stop):
            origin = moves.data[i] & 63
            target = moves.data[i] >> 6
            turned = NEAR[target] & other
            changed = bits.bit(target) | bits.bit(origin)
            if origin == target or jumps_left:
                total += count_moves(other ^ turned, own ^ changed ^ turned, empty ^ changed)
        return total

    def make(self, move: u32) -> None:
        """Play a legal move."""
        us: i32 = self.side
        them: i32 = 1 - us
        at: i32 = self.ply * FRAME
        self.past[at] = self.stones[0]
        self.past[at + 1] = self.stones[1]
        self.past[at + 2] = self.jumps
        self.ply += 1
        self.side = them
        if move == PASS:
            self.jumps += self.passes_count
            return
        origin: i32 = move & 63
        target: i32 = move >> 6
        turned: u64 = NEAR[target] & self.stones[them]
        self.stones[them] &= ~turned
        self.stones[us] |= bits.bit(target) | turned
        if origin == target:
            self.jumps = 0
        else:
            self.stones[us] &= ~bits.bit(origin)
            self.jumps += 1

    def unmake(self) -> None:
        """Take the last move back."""
        self.ply -= 1
        at: i32 = self.ply * FRAME
        self.stones[0] = self.past[at]
        self.stones[1] = self.past[at + 1]
        self.jumps = self.past[at + 2]
        self.side = 1 - self.side

    def judge(self) -> i32:
        """Say whether and how the game is over."""
        red: i32 = bits.popcount(self.stones[0])
        blue: i32 = bits.popcount(self.stones[1])
        empty: u64 = FULL & ~(self.stones[0] | self.stones[1] | self.blocks)
        reason: i32
        if red == 0 or blue == 0:
            reason = 0
        elif not can_move(self.stones[0] | self.stones[1], empty):
            reason = 1
        elif self.jumps >= self.clock:
            reason = 2
        else:
            return verdict.RUNNING
        result: i32 = verdict.DRAWN
        if red != blue and not (reason == 2 and self.passes_count):
            result = verdict.FIRST_WINS if red > blue else verdict.SECOND_WINS
        return result + verdict.REASON * reason

    def evaluate(self) -> i32:
        """Score a running game for the side to move."""
        own: u64 = self.stones[self.side]
        other: u64 = self.stones[1 - self.side]
        return evaluation.evaluate(own, other, FULL & ~(own | other | self.blocks))

    def write_slots(self, states: memoryview[int], start: i32) -> None:
        """Write the windows of two by two squares: two bits a square, both for a block."""
        windows.write(self.stones[0] | self.blocks, self.stones[1] | self.blocks, states, start)

    def bucket(self) -> i32:
        """Return how many sevens of empty squares there are."""
        empty: u64 = FULL & ~(self.stones[0] | self.stones[1] | self.blocks)
        return bits.popcount(empty) // features.EMPTIES_A_BUCKET

    def allows_null_move(self) -> bint:
        """Tell whether most squares are empty: then there is always a move better than none."""
        stones: u64 = self.stones[0] | self.stones[1]
        return 2 * bits.popcount(stones) < bits.popcount(FULL & ~self.blocks)

    def order(self, move: u32) -> i32:
        """Guess how good a move is: by the stones it wins, and the gap a jump leaves."""
        if move == PASS:
            return 0
        origin: i32 = move & 63
        target: i32 = move >> 6
        turned: i32 = bits.popcount(NEAR[target] & self.stones[1 - self.side])
        if origin == target:
            return 200 * turned + 100
        return 200 * turned - 15 * bits.popcount(NEAR[origin] & self.stones[self.side])

    @property
    def planes(self) -> tuple[Plane, ...]:
        """List the planes of an observation."""
        return observation.planes(self.clock)

    def action(self, move: u32) -> i32:
        """Return the action of a legal move."""
        return actions.number_of(move)

    def move_at(self, action: i32) -> u32:
        """Return the legal move of an action; NO_MOVE if none is legal."""
        if self.has_ended():
            return numbers.NO_MOVE
        own: u64 = self.stones[self.side]
        other: u64 = self.stones[1 - self.side]
        empty: u64 = FULL & ~(own | other | self.blocks)
        move: u32 = actions.move_of(action)
        if move == PASS:
            return numbers.NO_MOVE if can_move(own, empty) or not can_move(other, empty) else PASS
        target: u64 = empty & bits.bit(move >> 6)
        if move & 63 == move >> 6:
            return move if reach.spread(own) & target else numbers.NO_MOVE
        return move if target and own & bits.bit(move & 63) else numbers.NO_MOVE

    def mark_actions(self, legal: memoryview[int]) -> None:
        """Set the bit of each legal action."""
        if self.has_ended():
            return
        own: u64 = self.stones[self.side]
        other: u64 = self.stones[1 - self.side]
        empty: u64 = FULL & ~(own | other | self.blocks)
        found: u64 = actions.mark(own, empty, reach.spread(own) & empty, legal)
        if found == 0 and can_move(other, empty):
            legal[actions.LAST >> 6] |= bits.bit(actions.LAST & 63)

    def write_planes(self, planes: memoryview[int]) -> None:
        """Write every byte of all planes."""
        observation.write_board(self.stones[self.side], planes, 0)
        observation.write_board(self.stones[1 - self.side], planes, observation.CELLS)
        observation.write_board(self.blocks, planes, 2 * observation.CELLS)
        observation.write_number(self.jumps, planes, 3 * observation.CELLS)
        observation.write_number(self.side, planes, 4 * observation.CELLS)

    def read_planes(self, planes: bytes) -> Ataxx:
        """Return the position of planes; the number of its move is not among them."""
        rows, side, jumps = observation.read(planes, self.clock)
        return Ataxx(rows, side, jumps, 1, str(self.clock))

    def save(self, record: memoryview[int]) -> None:
        """Write the position as words."""
        side: u64 = self.side
        jumps: u64 = self.jumps
        number: u64 = self.number + self.ply
        record[0] = self.stones[0]
        record[1] = self.stones[1]
        record[2] = self.blocks | side << SIDE_BIT
        record[3] = jumps | number << 32

    def load(self, record: memoryview[int]) -> None:
        """Become the position of a record."""
        self.ply = 0
        self.stones[0] = record[0]
        self.stones[1] = record[1]
        self.blocks = record[2] & FULL
        self.side = record[2] >> SIDE_BIT
        self.jumps = record[3] & 255
        self.number = record[3] >> 32

    def write_action(self, action: i32, side: i32) -> str:
        """Write an action as the text of its move; both sides see the same board."""
        return self.write_move(actions.MOVES[action])

    def parse_action(self, text: str, side: i32) -> int:
        """Return the action of a move's text."""
        return actions.parse(text)

    def reflect_action(self, action: i32, symmetry: Symmetry) -> int:
        """Return the action that, in the image of a position, does the same as this one."""
        return actions.image(action, symmetry)

    def digest(self) -> u64:
        """Return a key: the whole state is four words, told apart by unused squares' bits.

        The salt tells the rules apart.
        """
        return (
            self.salt
            ^ bits.mix(self.stones[0])
            ^ bits.mix(self.stones[1] | bits.bit(63))
            ^ bits.mix(self.blocks | bits.bit(62))
            ^ bits.mix((self.jumps * 2 + self.side) | bits.bit(61))
        )
