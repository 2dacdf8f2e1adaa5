"""The rules of Jeson Mor.

The board lies in rows of 32 squares, two squares of margin on every side, whatever its size: a
square is 32 times its row plus its column, both counted from 2 at the bottom left. A piece is its
kind plus its colour, both bits. A move is its origin plus 1024 times its target.
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
from outwit.core.position import Position
from outwit.core.rules import Rules
from outwit.core.symmetry import ALL_SYMMETRIES, Symmetry
from outwit.games.jesonmor import evaluation, features, notation, ways
from outwit.geometry import bits, memory, squares

LARGEST = notation.LARGEST
NAMES = notation.NAMES
MOST_PIECES = LARGEST * LARGEST
EMPTY = notation.EMPTY
KNIGHT = notation.KNIGHT
ARCHER = notation.ARCHER
WHITE = notation.WHITE
BLACK = notation.BLACK
OFF = notation.OFF
FRAME = 4
# How far apart scores may get before the beneficiary wins, by the size of the board.
REACHES = {3: 24}

WAYS = ways.WAYS
LEAPS = ways.LEAPS
# The state of each cell as White sees it.
SEEN = features.SEEN

# What tells the parts of a key apart.
BLACK_TO_MOVE = bits.mix(1 << 40)
LEFT = bits.mix(2 << 40)
SHIELD = 3 << 40
LEAD = 4 << 40
BENEFICIARY = bits.mix(5 << 40)

TERMINATIONS = (
    Termination("centre", "a knight left the centre"),
    Termination("capture", "one side has no piece left"),
    Termination("stuck", "the side to move has no move, and scores decide"),
)


def length(origin: i32, target: i32) -> i32:
    """Return the Manhattan distance of two squares."""
    rows: i32 = (target >> 5) - (origin >> 5)
    columns: i32 = (target & 31) - (origin & 31)
    return (rows if rows > 0 else -rows) + (columns if columns > 0 else -columns)


class JesonMor(Position):
    """White, in capitals, starts at the bottom and moves first."""

    def __init__(
        self,
        rows: list[str],
        side: int,
        made: int,
        protection: int,
        scores: tuple[int, int],
        legs: str = "yes",
    ) -> None:
        most = notation.most_moves(rows)
        super().__init__(side, most, FRAME, {"legs": legs})
        self.size = len(rows)
        self.made = made
        self.protection = protection
        self.centre = notation.at(self.size // 2, self.size // 2)
        self.scores = [scores[0], scores[1]]
        self.legs = legs == "yes"
        self.left_centre = False
        self.beneficiary = -1
        self.lead = 0
        self.reach = REACHES.get(self.size, 0)
        self.hash = bits.mix(2 * self.size + self.legs)
        self.pieces = [0, 0]
        self.cell_store = bytearray([OFF]) * (ways.STRIDE * (LARGEST + 4))
        self.where_store = bytearray(2 * 2 * MOST_PIECES)
        self.slot_store = bytearray(2 * len(self.cell_store))
        self.cell = memory.u8s(self.cell_store)
        self.where = memory.u16s(self.where_store)
        self.slot = memory.u16s(self.slot_store)
        for row, line in enumerate(reversed(rows)):
            for column, letter in enumerate(line):
                self.put(notation.at(column, row), notation.PIECES.get(letter, EMPTY))
        self.slots = features.SLOTS if self.size == features.SIZE else 0
        self.ready = True

    def assign(self, other: Rules) -> None:
        """Become the same as another position."""
        Position.assign(self, other)
        assert isinstance(other, JesonMor)
        source: JesonMor = other
        self.size = source.size
        self.made = source.made
        self.protection = source.protection
        self.centre = source.centre
        self.scores = [source.scores[0], source.scores[1]]
        self.legs = source.legs
        self.left_centre = source.left_centre
        self.beneficiary = source.beneficiary
        self.lead = source.lead
        self.reach = source.reach
        self.hash = source.hash
        self.pieces = [source.pieces[0], source.pieces[1]]
        self.cell_store = memory.copied(source.cell_store, len(source.cell_store))
        self.where_store = memory.copied(source.where_store, len(source.where_store))
        self.slot_store = memory.copied(source.slot_store, len(source.slot_store))
        self.cell = memory.u8s(self.cell_store)
        self.where = memory.u16s(self.where_store)
        self.slot = memory.u16s(self.slot_store)

    @classmethod
    def begin(
        cls, size: int = 9, protection: int = 0, archers: str = "yes", legs: str = "yes"
    ) -> JesonMor:
        """Return the start position."""
        return cls(notation.begin(size, archers), 0, 0, protection, (0, 0), legs)

    @classmethod
    def read(cls, text: str, legs: str = "yes") -> JesonMor:
        """Return the position of a text."""
        rows, side, made, protection, scores = notation.read(text)
        return cls(rows, side, made, protection, scores, legs)

    def write_text(self) -> str:
        """Write the position on one line; that a knight has left the centre does not show."""
        return notation.write(self.rows(), self.side, self.moves_made, self.protection, self.score)

    def rows(self) -> list[str]:
        """List the rows from the top, ``.`` being empty."""
        self.check()
        return notation.write_rows(self.cell_store, self.size)

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
        middle = squares.name(self.size // 2, self.size // 2)
        return from_rows(self.rows(), self.game.pieces, marks={middle: "centre"})

    def reflect(self, symmetry: Symmetry) -> JesonMor:
        """Return the image of the position under a symmetry, without moves played."""
        return JesonMor(
            symmetry.apply_rows(self.rows()),
            self.side,
            self.moves_made,
            self.protection,
            self.score,
            "yes" if self.legs else "no",
        )

    def describe(self, move: u32) -> MoveDetails:
        """Say what kind of move a legal move is, on which squares, and name it in plain words."""
        from outwit.games.jesonmor.labels import describe

        return describe(self, self.write_move(move))

    @property
    def moves_made(self) -> int:
        """Return how many moves both sides have made."""
        return self.made + self.ply

    @property
    def protected_moves(self) -> int:
        """Return how many first moves of both sides may neither capture nor win."""
        return self.protection

    @property
    def score(self) -> tuple[int, int]:
        """Return how far White and Black have moved; less is better."""
        return self.scores[0], self.scores[1]

    def agrees(self, option: str, value: object) -> bool | None:
        """Tell whether this position can stem from that start option."""
        if option == "size":
            return self.size == value
        if option == "protection":
            return self.protection == value
        return value == "yes" or not notation.has_archers(self.rows())

    def write_move(self, move: u32) -> str:
        """Write a move: origin and target."""
        return NAMES[move & 1023] + NAMES[move >> 10]

    def parse_move(self, text: str) -> int:
        """Read a move, legal here or not."""
        return notation.parse_move(text, self.size)

    def put(self, square: i32, piece: i32) -> None:
        """Set up a square."""
        side: i32 = 1 if piece & BLACK else 0
        self.cell[square] = piece
        if piece != EMPTY:
            self.where[side * MOST_PIECES + self.pieces[side]] = square
            self.slot[square] = self.pieces[side]
            self.pieces[side] += 1
            self.hash ^= bits.mix(square * 16 + piece)

    def is_shielded(self) -> bint:
        """Tell whether the next move may not capture."""
        return self.made + self.ply < self.protection

    def refused(self) -> i32:
        """Return the bits of what a knight may not land on."""
        own: i32 = BLACK if self.side else WHITE
        return OFF | (WHITE | BLACK if self.is_shielded() else own)

    def generate(self, moves: MoveStack, start: i32) -> i32:
        """Write the legal moves from ``start`` on and return where they stop."""
        if self.left_centre or not self.pieces[1 - self.side]:
            return start
        stop: i32 = start
        refused: i32 = self.refused()
        shielded: bint = self.is_shielded()
        enemy: i32 = WHITE if self.side else BLACK
        first: i32 = self.side * MOST_PIECES
        i: i32
        way: i32
        origin: i32
        target: i32
        for i in range(first, first + self.pieces[self.side]):
            origin = self.where[i]
            if self.cell[origin] & KNIGHT:
                for way in range(4):
                    if self.legs and self.cell[origin + WAYS[way]]:
                        continue
                    target = origin + LEAPS[way][0]
                    if not self.cell[target] & refused:
                        moves.data[stop] = origin | target << 10
                        stop += 1
                    target = origin + LEAPS[way][1]
                    if not self.cell[target] & refused:
                        moves.data[stop] = origin | target << 10
                        stop += 1
                continue
            for way in range(4):
                target = origin + WAYS[way]
                while not self.cell[target]:
                    moves.data[stop] = origin | target << 10
                    stop += 1
                    target += WAYS[way]
                if shielded or self.cell[target] & OFF:
                    continue
                target += WAYS[way]
                while not self.cell[target]:
                    target += WAYS[way]
                if self.cell[target] & enemy:
                    moves.data[stop] = origin | target << 10
                    stop += 1
        return stop

    def ways_out(self, side: i32) -> i32:
        """Count the directions in which a side's knight could leave the centre and win.

        Its move is the next one, or the one after that.
        """
        own: i32 = BLACK if side else WHITE
        wait: i32 = side != self.side
        ways: i32 = 0
        way: i32
        if self.cell[self.centre] != own | KNIGHT or self.left_centre:
            return 0
        if not self.pieces[0] or not self.pieces[1]:
            return 0
        if self.made + self.ply + wait < self.protection:
            return 0
        for way in range(4):
            if not self.legs or not self.cell[self.centre + WAYS[way]]:
                ways += not (
                    self.cell[self.centre + LEAPS[way][0]] & (OFF | own)
                    and self.cell[self.centre + LEAPS[way][1]] & (OFF | own)
                )
        return ways

    def winning_move(self) -> u32:
        """Return a move out of the centre."""
        own: i32 = BLACK if self.side else WHITE
        target: i32
        way: i32
        i: i32
        if self.ways_out(self.side):
            for way in range(4):
                if self.legs and self.cell[self.centre + WAYS[way]]:
                    continue
                for i in range(2):
                    target = self.centre + LEAPS[way][i]
                    if not self.cell[target] & (OFF | own):
                        return self.centre | target << 10
        return numbers.NO_MOVE

    def must_answer(self) -> bint:
        """Tell whether the other side threatens to leave the centre, in more ways than one can bar.

        A piece beside it bars one way, where legs count; nothing else bars any.
        """
        return self.ways_out(1 - self.side) > self.legs

    def generate_hopeful(self, moves: MoveStack, start: i32) -> i32:
        """Write the legal moves; against a threat to leave the centre, the captures there."""
        return self.keep_answers(moves, start, self.must_answer(), True)

    def generate_hopeless(self, moves: MoveStack, start: i32) -> i32:
        """Write the legal moves that let the other side leave the centre and win."""
        return self.keep_answers(moves, start, True, False) if self.must_answer() else start

    def keep_answers(self, moves: MoveStack, start: i32, some: bint, captures: bint) -> i32:
        """Write all legal moves, or only those that go to the centre, or only the others."""
        stop: i32 = self.generate(moves, start)
        kept: i32 = start
        centre: u32 = self.centre
        i: i32
        if not some:
            return stop
        for i in range(start, stop):
            if (moves.data[i] >> 10 == centre) == captures:
                moves.data[kept] = moves.data[i]
                kept += 1
        return kept

    def count(self) -> i32:
        """Count the legal moves without writing them."""
        if self.left_centre or not self.pieces[1 - self.side]:
            return 0
        total: i32 = 0
        refused: i32 = self.refused()
        shielded: bint = self.is_shielded()
        enemy: i32 = WHITE if self.side else BLACK
        first: i32 = self.side * MOST_PIECES
        i: i32
        way: i32
        origin: i32
        target: i32
        for i in range(first, first + self.pieces[self.side]):
            origin = self.where[i]
            if self.cell[origin] & KNIGHT:
                for way in range(4):
                    if self.legs and self.cell[origin + WAYS[way]]:
                        continue
                    total += (self.cell[origin + LEAPS[way][0]] & refused) == 0
                    total += (self.cell[origin + LEAPS[way][1]] & refused) == 0
                continue
            for way in range(4):
                target = origin + WAYS[way]
                while not self.cell[target]:
                    total += 1
                    target += WAYS[way]
                if shielded or self.cell[target] & OFF:
                    continue
                target += WAYS[way]
                while not self.cell[target]:
                    target += WAYS[way]
                total += (self.cell[target] & enemy) != 0
        return total

    def make(self, move: u32) -> None:
        """Play a legal move."""
        us: i32 = self.side
        them: i32 = 1 - us
        origin: i32 = move & 1023
        target: i32 = move >> 10
        piece: i32 = self.cell[origin]
        captured: i32 = self.cell[target]
        here: i32 = self.ply * FRAME
        self.past[here] = move
        self.past[here + 1] = captured | self.slot[target] << 8
        self.past[here + 2] = self.hash
        self.ply += 1
        self.side = them
        if captured:
            # The last piece of the list takes the place of the one that goes.
            self.pieces[them] -= 1
            last: i32 = self.where[them * MOST_PIECES + self.pieces[them]]
            self.where[them * MOST_PIECES + self.slot[target]] = last
            self.slot[last] = self.slot[target]
            self.hash ^= bits.mix(target * 16 + captured)
        self.cell[origin] = EMPTY
        self.cell[target] = piece
        self.slot[target] = self.slot[origin]
        self.where[us * MOST_PIECES + self.slot[origin]] = target
        self.hash ^= bits.mix(origin * 16 + piece) ^ bits.mix(target * 16 + piece)
        way: i32 = length(origin, target)
        self.scores[us] += way
        if self.beneficiary >= 0:
            self.past[here + 3] = self.lead + self.reach
            self.change_lead(-way if us else way)
        if origin == self.centre and piece & KNIGHT:
            self.left_centre = self.made + self.ply > self.protection

    def is_awarded(self) -> bint:
        """Tell whether the scores have been so far apart that the beneficiary wins."""
        return self.lead >= self.reach if self.beneficiary else self.lead <= -self.reach

    def change_lead(self, change: i32) -> None:
        """Change by how much White has moved farther, as far as the beneficiary counts it."""
        if self.is_awarded():
            return
        self.lead += change
        if self.lead > self.reach:
            self.lead = self.reach
        if self.lead < -self.reach:
            self.lead = -self.reach

    def unmake(self) -> None:
        """Take the last move back."""
        self.ply -= 1
        them: i32 = self.side
        us: i32 = 1 - them
        here: i32 = self.ply * FRAME
        origin: i32 = self.past[here] & 1023
        target: i32 = self.past[here] >> 10
        captured: i32 = self.past[here + 1] & 255
        slot: i32 = self.past[here + 1] >> 8
        self.side = us
        self.hash = self.past[here + 2]
        self.left_centre = False
        self.scores[us] -= length(origin, target)
        if self.beneficiary >= 0:
            self.lead = self.past[here + 3]
            self.lead -= self.reach
        self.cell[origin] = self.cell[target]
        self.cell[target] = captured
        self.slot[origin] = self.slot[target]
        self.where[us * MOST_PIECES + self.slot[origin]] = origin
        if captured:
            last: i32 = self.where[them * MOST_PIECES + slot]
            self.where[them * MOST_PIECES + self.pieces[them]] = last
            self.slot[last] = self.pieces[them]
            self.where[them * MOST_PIECES + slot] = target
            self.slot[target] = slot
            self.pieces[them] += 1

    def judge(self) -> i32:
        """Say whether and how the game is over."""
        us: i32 = self.side
        them: i32 = 1 - us
        if self.left_centre:
            return verdict.FIRST_WINS + them
        if not self.pieces[us]:
            return verdict.REASON + verdict.FIRST_WINS + them
        if not self.pieces[them]:
            return verdict.REASON + verdict.FIRST_WINS + us
        if self.count():
            return verdict.RUNNING
        lead: i32 = self.lead if self.beneficiary >= 0 else self.scores[0] - self.scores[1]
        winner: i32 = them if (lead < 0 if us else lead > 0) else us
        if self.beneficiary >= 0 and self.is_awarded():
            winner = self.beneficiary
        return 2 * verdict.REASON + verdict.FIRST_WINS + winner

    def evaluate(self) -> i32:
        """Score a running game for the side to move."""
        return evaluation.evaluate(
            self.cell,
            self.where,
            self.pieces,
            self.side,
            self.centre,
            self.legs,
            self.is_shielded(),
        )

    def write_slots(self, states: memoryview[int], start: i32) -> None:
        """Write what is on each square; no direction is special, so both see the same rows."""
        first: i32
        square: i32
        row: i32
        column: i32
        if not self.slots:
            return
        for row in range(features.SIZE):
            square = features.STRIDE * (row + 2) + 2
            first = start + features.SIZE * row
            for column in range(features.SIZE):
                states[first + column] = SEEN[self.cell[square + column]]
        states[start + features.SQUARES] = self.legs + 2 * self.is_shielded()

    def bucket(self) -> i32:
        """Return how many threes of pieces there are, if not too many."""
        count: i32 = (self.pieces[0] + self.pieces[1]) // features.PIECES_A_BUCKET
        return count if count < features.BUCKETS else features.BUCKETS - 1

    def award_history_ends(self, side: i32) -> bint:
        """Let a side win, when someone is stuck, once its score has been lower by ``reach``.

        The other side's score counts as lower by no more than that.
        """
        self.beneficiary = side
        self.lead = max(-self.reach, min(self.scores[0] - self.scores[1], self.reach))
        # Knights move equally far all the time.
        return notation.has_archers(self.rows())

    def order(self, move: u32) -> i32:
        """Guess how good a move is: out of the centre, captures, into the centre, towards it."""
        origin: i32 = move & 1023
        target: i32 = move >> 10
        captured: i32 = self.cell[target]
        guess: i32 = 0
        if origin == self.centre and self.cell[origin] & KNIGHT:
            guess = 10_000
        if captured:
            guess += 600
            if target == self.centre:
                guess += 5_000
        elif target == self.centre:
            guess += 300
        return guess

    def generate_forcing(self, moves: MoveStack, start: i32) -> i32:
        """Write the captures and what leaves the centre."""
        stop: i32 = self.generate(moves, start)
        kept: i32 = start
        origin: i32
        move: u32
        i: i32
        for i in range(start, stop):
            move = moves.data[i]
            origin = move & 1023
            if self.cell[move >> 10] or origin == self.centre:
                moves.data[kept] = move
                kept += 1
        return kept

    def digest(self) -> u64:
        """Return a key: pieces, side, what is left of the protection, and who has moved farther."""
        key: u64 = self.hash
        lead: u64 = self.lead if self.beneficiary >= 0 else self.scores[0] - self.scores[1]
        shield: u64 = self.protection - self.made - self.ply
        key ^= bits.mix(lead ^ LEAD)
        if self.beneficiary >= 0:
            key ^= BENEFICIARY + self.beneficiary
        if self.is_shielded():
            key ^= bits.mix(shield ^ SHIELD)
        if self.left_centre:
            key ^= LEFT
        return key ^ BLACK_TO_MOVE if self.side else key
