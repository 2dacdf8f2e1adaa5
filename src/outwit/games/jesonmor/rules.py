"""The rules of Jeson Mor: the legal moves, and when the game is over.

Squares, pieces and moves are numbered as in ``placement``.
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
from outwit.core.rules import Rules
from outwit.core.symmetry import ALL_SYMMETRIES, Symmetry
from outwit.games.jesonmor import actions, evaluation, features, notation, observation, ways
from outwit.games.jesonmor.numbering import numbering
from outwit.games.jesonmor.placement import Placement
from outwit.geometry import bits, memory, squares

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.core.plane import Plane

NAMES = notation.NAMES
EMPTY = notation.EMPTY
KNIGHT = notation.KNIGHT
ARCHER = notation.ARCHER
WHITE = notation.WHITE
BLACK = notation.BLACK
OFF = notation.OFF
MOST_PIECES = notation.LARGEST * notation.LARGEST
PLANES = len(observation.PLANES)
LINES = 2 * notation.LARGEST

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


class JesonMor(Placement):
    """White, in capitals, starts at the bottom and moves first."""

    def __init__(
        self,
        rows: list[str],
        side: int,
        made: int,
        protection: int,
        scores: tuple[int, int],
        legs: str = "yes",
        archers: bool = False,
    ) -> None:
        super().__init__(rows, side, made, protection, scores, legs)
        self.slots = features.SLOTS if self.size == features.SIZE else 0
        self.archers = archers or notation.has_archers(rows)
        self.numbering = numbering(self.size)
        self.leaps = self.numbering.leaps
        self.moves_of = memory.u32s(self.numbering.moves)
        self.places = memory.u16s(self.numbering.places)
        self.action_count = self.numbering.count if self.archers else self.leaps
        self.plane_count = PLANES
        self.taken_store = memory.unset(8 * LINES)
        self.taken = memory.u64s(self.taken_store)
        self.ready = True

    def assign(self, other: Rules) -> None:
        """Become the same as another position."""
        Placement.assign(self, other)
        assert isinstance(other, JesonMor)
        source: JesonMor = other
        self.archers = source.archers
        self.numbering = source.numbering
        self.leaps = source.leaps
        self.moves_of = source.moves_of
        self.places = source.places
        self.taken_store = memory.unset(8 * LINES)
        self.taken = memory.u64s(self.taken_store)

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
        image = JesonMor(
            symmetry.apply_rows(self.rows()),
            self.side,
            self.moves_made,
            self.protection,
            self.score,
            "yes" if self.legs else "no",
            self.archers,
        )
        image.left_centre = self.left_centre
        return image

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

    @property
    def planes(self) -> tuple[Plane, ...]:
        """List the planes of an observation, the side to move's first."""
        return observation.PLANES

    def action(self, move: u32) -> i32:
        """Return the action of a legal move."""
        knight: bint = self.cell[move & 1023] & KNIGHT != 0
        return actions.number(move, self.places, self.leaps, self.size, knight)

    def move_at(self, action: i32) -> u32:
        """Return the legal move of an action below ``action_count``; NO_MOVE if none is legal."""
        own: i32 = BLACK if self.side else WHITE
        move: u32 = self.moves_of[action]
        if self.left_centre or not self.pieces[1 - self.side]:
            return numbers.NO_MOVE
        return actions.find(self.cell, move, own, self.refused(), self.legs, action < self.leaps)

    def mark_actions(self, legal: memoryview[int]) -> None:
        """Set the bit of each legal action; all bits are 0 before."""
        cell = self.cell
        refused: i32 = self.refused()
        first: i32 = self.side * MOST_PIECES
        origin: i32
        i: i32
        if self.left_centre or not self.pieces[1 - self.side]:
            return
        if self.archers:
            self.note_pieces()
        for i in range(first, first + self.pieces[self.side]):
            origin = self.where[i]
            if cell[origin] & KNIGHT:
                actions.mark_knight(legal, cell, origin, self.places, refused, self.legs)
            else:
                actions.mark_archer(legal, cell, origin, self.taken, self.leaps, self.size, refused)

    def note_pieces(self) -> None:
        """Note where pieces stand, by rows and by columns."""
        taken = self.taken
        first: i32
        i: i32
        for i in range(LINES):
            taken[i] = 0
        for i in range(2):
            first = i * MOST_PIECES
            actions.note_taken(taken, self.where, first, first + self.pieces[i], self.size)

    def write_planes(self, planes: memoryview[int]) -> None:
        """Write every byte of all planes, plane by plane, each row by row from the top."""
        us: i32 = self.side
        size: i32 = self.size
        cells: i32 = size * size
        lead: i32 = self.scores[us] - self.scores[1 - us]
        shield: i32 = self.protection - self.made - self.ply
        first: i32 = us * MOST_PIECES
        observation.fill(planes, 0, PLANES * cells, 0)
        observation.place(planes, self.cell, self.where, first, first + self.pieces[us], size, 0)
        first = MOST_PIECES - first
        observation.place(
            planes, self.cell, self.where, first, first + self.pieces[1 - us], size, 2 * cells
        )
        observation.count(planes, 4, cells, lead)
        observation.count(planes, 6, cells, -lead)
        observation.count(planes, 8, cells, shield)
        if self.left_centre:
            observation.fill(planes, 10 * cells, 11 * cells, 1)
        if us:
            observation.fill(planes, 11 * cells, 12 * cells, 1)

    def write_action(self, action: i32, side: i32) -> str:
        """Write an action as the text of its move, whether legal or not."""
        return self.numbering.write(action)

    def parse_action(self, text: str, side: i32) -> int:
        """Return the action of a move's text, legal or not."""
        return self.numbering.parse(text, self.action_count)

    def reflect_action(self, action: i32, symmetry: Symmetry) -> int:
        """Return the action that, in the image of a position, does the same as this one."""
        return self.numbering.reflect(action, symmetry)

    def read_planes(self, planes: bytes) -> JesonMor:
        """Return the position of planes, with the options of this one.

        Planes show how far apart the scores are, so the lower score is 0, and what is left of the
        protection, so no more moves have been made than it takes.
        """
        rows, (more, less, left, won, side) = observation.read(planes, self.size)
        scores = (less, more) if side else (more, less)
        protection = max(self.protection, left)
        made = protection - left
        legs = "yes" if self.legs else "no"
        position = JesonMor(rows, side, made, protection, scores, legs, self.archers)
        position.left_centre = won == 1
        return position
