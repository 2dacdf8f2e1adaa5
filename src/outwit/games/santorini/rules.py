"""The rules of Santorini.

A square is its row times five plus its column, counted from the top left; a set of squares is a
word with their bits. ``reached[n]`` are the squares of level n or higher. A move is where the
worker comes from, plus 32 times where it goes, plus 1024 times where it builds; a step that wins
at once (rule ``official``) builds on its own square, which no other move can.
"""

from __future__ import annotations

from cython import bint
from cython import int as i32
from cython import uint as u32
from cython import ulonglong as u64

from outwit.core import numbers, verdict
from outwit.core.board import Board
from outwit.core.move import MoveDetails
from outwit.core.moves import MoveStack
from outwit.core.outcome import Termination
from outwit.core.plane import Plane
from outwit.core.position import Position
from outwit.core.rules import Rules
from outwit.core.symmetry import ALL_SYMMETRIES, Symmetry
from outwit.games.santorini import (
    actions,
    compass,
    evaluation,
    features,
    notation,
    observation,
    pairs,
)
from outwit.games.santorini.actions import COUNT, parse_action, reflect_action, write_action
from outwit.games.santorini.compass import SIZE
from outwit.games.santorini.observation import PLANES, read_cells
from outwit.geometry import bits

GROUND = (1 << 25) - 1
WORKERS = notation.WORKERS
STEPS = notation.STEPS
# Two workers, eight steps each, eight builds after each step.
MOST_MOVES = 2 * 8 * 8
FRAME = 1
RECORD = 3
# What tells the words of a key apart.
HEIGHTS = 1 << 60
PEOPLE = 2 << 60

TERMINATIONS = (
    Termination("climbed", "a worker stands on the third level"),
    Termination("blocked", "the side to move cannot move"),
)

NEAR = compass.NEAR
NEAR_HIGH = [near << 32 for near in NEAR]
PAIR_ONE = [pair[0] for pair in compass.PAIRS]
PAIR_TWO = [pair[1] for pair in compass.PAIRS]


def count_builds(steps: u32, others: u32, open_ground: u64) -> i32:
    """Count the builds after the steps of one worker and, in the high half, of the other.

    Both share a word, so that one instruction counts for both.
    """
    total: i32 = 0
    while steps and others:
        total += bits.popcount((NEAR[bits.lsb(steps)] | NEAR_HIGH[bits.lsb(others)]) & open_ground)
        steps &= steps - 1
        others &= others - 1
    while steps:
        total += bits.popcount(NEAR[bits.lsb(steps)] & open_ground)
        steps &= steps - 1
    while others:
        total += bits.popcount(NEAR_HIGH[bits.lsb(others)] & open_ground)
        others &= others - 1
    return total


class Santorini(Position):
    """White, who begins, has workers A and B; Blue has Y and Z."""

    def __init__(self, cells: list[str], side: int, turn_number: int, rule: str = "seed") -> None:
        super().__init__(side, MOST_MOVES, FRAME, {"rule": rule})
        level, worker, reached = notation.set_up(cells)
        self.level = level
        self.worker = worker
        self.reached = reached
        self.standing = [
            bits.bit(self.worker[0]) | bits.bit(self.worker[1]),
            bits.bit(self.worker[2]) | bits.bit(self.worker[3]),
        ]
        self.official = rule == "official"
        self.first_turn = turn_number
        self.slots = features.PAIRS
        self.action_count = COUNT
        self.plane_count = len(PLANES)
        self.record_words = RECORD
        self.ready = True

    def assign(self, other: Rules) -> None:
        """Become the same as another position."""
        Position.assign(self, other)
        assert isinstance(other, Santorini)
        source: Santorini = other
        i: i32
        self.level = [0] * 25
        for i in range(25):
            self.level[i] = source.level[i]
        self.reached = [0] * 6
        for i in range(6):
            self.reached[i] = source.reached[i]
        self.worker = [
            source.worker[0],
            source.worker[1],
            source.worker[2],
            source.worker[3],
        ]
        self.standing = [source.standing[0], source.standing[1]]
        self.official = source.official
        self.first_turn = source.first_turn

    @classmethod
    def begin(cls, rule: str = "seed") -> Santorini:
        """Return the start position."""
        return cls.read(notation.START, rule)

    @classmethod
    def read(cls, text: str, rule: str = "seed") -> Santorini:
        """Return the position of a text."""
        cells, side, turn_number = notation.read(text)
        return cls(cells, side, turn_number, rule)

    def write_text(self) -> str:
        """Write the position on one line."""
        return notation.write(self.cells(), self.side, self.turn_number)

    def cells(self) -> list[str]:
        """List the cells from the top left: a level, then a worker's letter if one is there."""
        return notation.write_cells([self.level[i] for i in range(25)], self.workers)

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """List the symmetries of the rules: all, for no direction is special."""
        return ALL_SYMMETRIES

    def view(self) -> Board:
        """Return the board as it is now."""
        return notation.view(self.cells(), self.game.pieces)

    def reflect(self, symmetry: Symmetry) -> Santorini:
        """Return the image of the position under a symmetry, without moves played."""
        cells = symmetry.apply(self.cells(), SIZE, SIZE)
        rule = "official" if self.official else "seed"
        return Santorini(cells, self.side, self.turn_number, rule)

    def describe(self, move: u32) -> MoveDetails:
        """Say what kind of move a legal move is, on which squares, and name it in plain words."""
        from outwit.games.santorini.labels import describe

        return describe(self, self.write_move(move))

    @property
    def turn_number(self) -> int:
        """Return the number of the turn, 1 for the first."""
        return self.first_turn + self.ply

    @property
    def workers(self) -> tuple[int, int, int, int]:
        """Return the squares of A, B, Y and Z, counted from the top left, row by row."""
        self.check()
        return self.worker[0], self.worker[1], self.worker[2], self.worker[3]

    def height(self, worker: int) -> int:
        """Return the level under a worker, by its place in ``WORKERS``."""
        return self.level[self.workers[worker]]

    def draw_text(self) -> str:
        """Draw the position for people, in letters."""
        return notation.draw(self.cells())

    @property
    def terminations(self) -> tuple[Termination, ...]:
        """List the ways this game can end."""
        return TERMINATIONS

    def write_move(self, move: u32) -> str:
        """Write a move: worker, direction of the step, direction of the build if there is one."""
        origin, target, build = move & 31, move >> 5 & 31, move >> 10
        which: i32 = 0
        while which < 3 and self.worker[which] != origin:
            which += 1
        text = f"{WORKERS[which]},{STEPS[origin][target]}"
        return text if build == target else f"{text},{STEPS[target][build]}"

    def parse_move(self, text: str) -> int:
        """Read a move, legal here or not."""
        return notation.parse_move(text, self.workers)

    def too_high(self, square: i32) -> i32:
        """Return the lowest level a worker cannot step to from a square."""
        level: i32 = self.level[square] + 2
        return level if level < 4 else 4

    def steps(self, square: i32, free: u32) -> u32:
        """Return the squares a worker can step to: at most one level up, and no dome."""
        return NEAR[square] & free & ~self.reached[self.too_high(square)]

    def generate(self, moves: MoveStack, start: i32) -> i32:
        """Write the legal moves from ``start`` on and return where they stop."""
        occupied: u32 = self.standing[0] | self.standing[1]
        if occupied & self.reached[3]:
            return start
        free: u32 = GROUND & ~occupied
        stop: i32 = start
        which: i32
        origin: i32
        target: i32
        build: i32
        targets: u32
        builds: u32
        for which in range(2 * self.side, 2 * self.side + 2):
            origin = self.worker[which]
            targets = self.steps(origin, free)
            while targets:
                target = bits.lsb(targets)
                targets &= targets - 1
                if self.official and self.level[target] == 3:
                    moves.data[stop] = origin | target << 5 | target << 10
                    stop += 1
                    continue
                builds = NEAR[target] & (free | bits.bit(origin)) & ~self.reached[4]
                while builds:
                    build = bits.lsb(builds)
                    builds &= builds - 1
                    moves.data[stop] = origin | target << 5 | build << 10
                    stop += 1
        return stop

    def summits(self, side: i32) -> u32:
        """Return the squares of level 3 that a side could step to, were it to move."""
        free: u32 = GROUND & ~(self.standing[0] | self.standing[1])
        if not self.standing[side] & self.reached[2]:
            return 0
        steps: u32 = self.steps(self.worker[2 * side], free)
        return (steps | self.steps(self.worker[2 * side + 1], free)) & self.reached[3]

    def winning_move(self) -> u32:
        """Return a step to level 3."""
        targets: u32 = self.summits(self.side)
        if not targets or (self.standing[0] | self.standing[1]) & self.reached[3]:
            return numbers.NO_MOVE
        target: i32 = bits.lsb(targets)
        free: u32 = GROUND & ~(self.standing[0] | self.standing[1])
        origin: i32 = self.worker[2 * self.side]
        if not self.steps(origin, free) & bits.bit(target):
            origin = self.worker[2 * self.side + 1]
        # Without the rule ``official`` a build is part of it, if only on the square it left.
        return origin | target << 5 | (target if self.official else origin) << 10

    def must_answer(self) -> bint:
        """Tell whether the other side threatens to step to level 3."""
        return self.summits(1 - self.side) != 0

    def generate_hopeful(self, moves: MoveStack, start: i32) -> i32:
        """Write the legal moves; against a threat to win, those that build a dome there."""
        return self.keep_answers(moves, start, self.summits(1 - self.side), True)

    def generate_hopeless(self, moves: MoveStack, start: i32) -> i32:
        """Write the legal moves that let the other side win at once."""
        threats: u32 = self.summits(1 - self.side)
        return self.keep_answers(moves, start, threats, False) if threats else start

    def keep_answers(self, moves: MoveStack, start: i32, threats: u32, answers: bint) -> i32:
        """Write all legal moves, or if there are threats only the answers, or only the others."""
        stop: i32 = self.generate(moves, start)
        kept: i32 = start
        i: i32
        if not threats:
            return stop
        for i in range(start, stop):
            if self.prevents(moves.data[i], threats) == answers:
                moves.data[kept] = moves.data[i]
                kept += 1
        return kept

    def prevents(self, move: u32, threats: u32) -> bint:
        """Tell whether a move builds on the only square of level 3 within reach, or wins."""
        return threats == bits.bit(move >> 10) or self.level[move >> 5 & 31] == 3

    def count(self) -> i32:
        """Count the legal moves without writing them."""
        occupied: u32 = self.standing[0] | self.standing[1]
        if occupied & self.reached[3]:
            return 0
        free: u32 = GROUND & ~occupied
        one: i32 = self.worker[2 * self.side]
        two: i32 = self.worker[2 * self.side + 1]
        steps: u32 = self.steps(one, free)
        others: u32 = self.steps(two, free)
        total: i32 = 0
        if self.official:
            total = bits.popcount(steps & self.reached[3]) + bits.popcount(others & self.reached[3])
            steps &= ~self.reached[3]
            others &= ~self.reached[3]
        high: u64 = (free | bits.bit(two)) & ~self.reached[4]
        return total + count_builds(
            steps, others, high << 32 | (free | bits.bit(one)) & ~self.reached[4]
        )

    def replies(self, moves: MoveStack, start: i32, stop: i32) -> u64:
        """Count the legal moves after each of these legal moves, all together."""
        one: i32 = self.worker[2 - 2 * self.side]
        two: i32 = self.worker[3 - 2 * self.side]
        high_one: i32 = self.too_high(one)
        high_two: i32 = self.too_high(two)
        free: u32 = GROUND & ~(self.standing[0] | self.standing[1])
        near_one: u32 = NEAR[one] & ~self.reached[high_one]
        near_two: u32 = NEAR[two] & ~self.reached[high_two]
        total: u64 = 0
        high: u64
        now_free: u32
        no_dome: u32
        third: u32
        steps: u32
        others: u32
        i: i32
        target: i32
        build: i32
        level: i32
        for i in range(start, stop):
            target = moves.data[i] >> 5 & 31
            if self.level[target] == 3:
                continue
            build = moves.data[i] >> 10
            level = self.level[build] + 1
            now_free = free ^ bits.bit(moves.data[i] & 31) ^ bits.bit(target)
            steps = near_one & now_free
            others = near_two & now_free
            if level == high_one:
                steps &= ~bits.bit(build)
            if level == high_two:
                others &= ~bits.bit(build)
            no_dome = ~self.reached[4]
            if level == 4:
                no_dome &= ~bits.bit(build)
            if self.official:
                third = self.reached[3] | (bits.bit(build) if level == 3 else 0)
                total += bits.popcount(steps & third) + bits.popcount(others & third)
                steps &= ~third
                others &= ~third
            high = (now_free | bits.bit(two)) & no_dome
            total += count_builds(steps, others, high << 32 | (now_free | bits.bit(one)) & no_dome)
        return total

    def make(self, move: u32) -> None:
        """Play a legal move."""
        us: i32 = self.side
        origin: i32 = move & 31
        target: i32 = move >> 5 & 31
        build: i32 = move >> 10
        self.past[self.ply] = move
        self.ply += 1
        self.side = 1 - us
        self.worker[2 * us + (self.worker[2 * us] != origin)] = target
        self.standing[us] ^= bits.bit(origin) | bits.bit(target)
        if build != target:
            self.level[build] += 1
            self.reached[self.level[build]] |= bits.bit(build)

    def unmake(self) -> None:
        """Take the last move back."""
        self.ply -= 1
        self.side = 1 - self.side
        us: i32 = self.side
        move: u32 = self.past[self.ply]
        origin: i32 = move & 31
        target: i32 = move >> 5 & 31
        build: i32 = move >> 10
        self.worker[2 * us + (self.worker[2 * us] != target)] = origin
        self.standing[us] ^= bits.bit(origin) | bits.bit(target)
        if build != target:
            self.reached[self.level[build]] ^= bits.bit(build)
            self.level[build] -= 1

    def judge(self) -> i32:
        """Say whether and how the game is over."""
        if self.standing[0] & self.reached[3]:
            return verdict.FIRST_WINS
        if self.standing[1] & self.reached[3]:
            return verdict.SECOND_WINS
        # A worker that steps can always build, on the square it left.
        free: u32 = GROUND & ~(self.standing[0] | self.standing[1])
        if self.steps(self.worker[2 * self.side], free) or self.steps(
            self.worker[2 * self.side + 1], free
        ):
            return verdict.RUNNING
        return verdict.REASON + (verdict.FIRST_WINS if self.side else verdict.SECOND_WINS)

    def evaluate(self) -> i32:
        """Score a running game for the side to move."""
        return evaluation.evaluate(self.worker, self.level, self.reached, self.side)

    def write_slots(self, states: memoryview[int], start: i32) -> None:
        """Write the pairs of neighbouring squares: their levels, and whose workers are there."""
        pairs.write_pairs(
            self.level,
            self.standing[0],
            self.standing[1],
            PAIR_ONE,
            PAIR_TWO,
            states,
            start,
        )

    def bucket(self) -> i32:
        """Return how many sevens of storeys are built, if not too many."""
        storeys: i32 = 0
        i: i32
        for i in range(1, 5):
            storeys += bits.popcount(self.reached[i])
        storeys //= features.STOREYS_A_BUCKET
        return storeys if storeys < features.BUCKETS else features.BUCKETS - 1

    def order(self, move: u32) -> i32:
        """Guess how good a move is: up is good, and so is building where nobody else can climb."""
        origin: i32 = move & 31
        target: i32 = move >> 5 & 31
        build: i32 = move >> 10
        if self.level[target] == 3:
            return 10_000
        guess: i32 = 60 * (self.level[target] - self.level[origin])
        if build == target:
            return guess
        built: i32 = self.level[build] + 1
        if built == self.level[target] + 1:
            guess += 20
        # A dome where the other side was about to win.
        if built == 4 and NEAR[build] & self.standing[1 - self.side] & self.reached[2]:
            guess += 2_000
        # Level 3 beside an enemy on level 2 lets the enemy win.
        if built == 3 and NEAR[build] & self.standing[1 - self.side] & self.reached[2]:
            guess -= 500
        return guess

    @property
    def planes(self) -> tuple[Plane, ...]:
        """List the planes of an observation."""
        return PLANES

    def action(self, move: u32) -> i32:
        """Return the action of a legal move."""
        return actions.number(move, self.worker[2 * self.side])

    def move_at(self, action: i32) -> u32:
        """Return the legal move of an action; NO_MOVE if none is legal."""
        occupied: u32 = self.standing[0] | self.standing[1]
        if occupied & self.reached[3]:
            return numbers.NO_MOVE
        return actions.move_of(
            action,
            self.worker,
            2 * self.side,
            self.level,
            self.reached,
            GROUND & ~occupied,
            self.official,
        )

    def mark_actions(self, legal: memoryview[int]) -> None:
        """Set the bit of each legal action."""
        occupied: u32 = self.standing[0] | self.standing[1]
        if not occupied & self.reached[3]:
            actions.mark(
                legal,
                self.worker,
                2 * self.side,
                self.level,
                self.reached,
                GROUND & ~occupied,
                self.official,
            )

    def write_planes(self, planes: memoryview[int]) -> None:
        """Write all planes."""
        observation.write(planes, self.worker, self.reached, self.side)

    def save(self, record: memoryview[int]) -> None:
        """Write three words: levels 1 and 2, level 3 and domes, and workers, side and turn."""
        second: u64 = self.reached[2]
        fourth: u64 = self.reached[4]
        people: u64 = self.first_turn + self.ply
        i: i32
        people = people << 1 | self.side
        for i in range(4):
            people = people << 5 | self.worker[i]
        record[0] = self.reached[1] | second << 25
        record[1] = self.reached[3] | fourth << 25
        record[2] = people

    def load(self, record: memoryview[int]) -> None:
        """Become the position of a record."""
        people: u64 = record[2]
        i: i32
        for i in range(4):
            self.worker[i] = people >> 15 - 5 * i & 31
        self.standing[0] = bits.bit(self.worker[0]) | bits.bit(self.worker[1])
        self.standing[1] = bits.bit(self.worker[2]) | bits.bit(self.worker[3])
        self.side = people >> 20 & 1
        self.first_turn = people >> 21
        self.ply = 0
        self.reached[1] = record[0] & GROUND
        self.reached[2] = record[0] >> 25
        self.reached[3] = record[1] & GROUND
        self.reached[4] = record[1] >> 25
        observation.write_levels(self.level, self.reached)

    def write_action(self, action: i32, side: i32) -> str:
        """Write an action as the text of its move."""
        return write_action(action, side)

    def parse_action(self, text: str, side: i32) -> int:
        """Return the action of a move's text."""
        return parse_action(text, side)

    def reflect_action(self, action: i32, symmetry: Symmetry) -> int:
        """Return the action that does the same in the image of a position."""
        return reflect_action(action, symmetry)

    def read_planes(self, planes: bytes) -> Santorini:
        """Return the position of planes, on the first or the second turn."""
        cells, side = read_cells(planes)
        text = notation.write(cells, side, 1 + side)
        return Santorini.read(text, "official" if self.official else "seed")

    def digest(self) -> u64:
        """Return a key: the whole state is three words, scattered on demand.

        The two workers of a side are alike, so their letters do not count.
        """
        second: u64 = self.reached[2]
        fourth: u64 = self.reached[4]
        blue: u64 = self.standing[1]
        side: u64 = self.side
        rule: u64 = self.official
        return (
            bits.mix(self.reached[1] | second << 25)
            ^ bits.mix(self.reached[3] | fourth << 25 | HEIGHTS)
            ^ bits.mix(self.standing[0] | blue << 25 | side << 50 | rule << 51 | PEOPLE)
        )
