"""The rules of Advance: the legal moves, and what they do.

Squares, pieces and moves are numbered as in ``pieces``.
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
from outwit.core.symmetry import IDENTITY, LEFT_RIGHT, Symmetry
from outwit.errors import BadFile, BadPosition
from outwit.games.advance import (
    features,
    field,
    movement,
    notation,
    numbering,
    observation,
    pieces,
)
from outwit.games.advance.board import read_board
from outwit.games.advance.movement import Movement
from outwit.games.advance.tuning import WEIGHTS
from outwit.geometry import bits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from outwit.core.plane import Plane

NAMES = pieces.NAMES
# The state of each cell as White sees it.
SEEN = features.SEEN
BLACK_TO_MOVE = bits.mix(1 << 40)
CLOCK = 2 << 40
LIMIT = 3 << 40
# So near the limit, positions differ by how near they are.
LAST_MOVES = 16
# With more pieces than these and a General in no danger, zugzwang is unlikely.
FEW = 3
ACTIONS = numbering.COUNT
PLANES = len(observation.PLANES)
MOST_LEFT = observation.MOST
# The cell of each square as a side sees it, the action of what is done between cells, and the move
# of each side's action: see ``numbering``.
CELLS = numbering.SEEN
NUMBERS = numbering.ACTIONS
MOVES = numbering.MOVES
MATERIAL = WEIGHTS.material
TEMPO = WEIGHTS.tempo

TERMINATIONS = (
    Termination("no-move", "the side to move has no legal move"),
    Termination("limit", "the move limit is reached, and material decides"),
)


def guess(cell: Sequence[int], move: u32, foe: i32) -> i32:
    """Guess how good a move is: by what of the foe it takes, and with what."""
    other: i32 = cell[move & 255]
    if not other & foe:
        return 0
    piece: i32 = cell[move >> 8 & 255] & 7
    value: i32 = 100 * field.VALUES[other & 7]
    if move & pieces.ACT:
        return 2 * value if piece == pieces.JESTER else value
    return value + 50 - 5 * field.VALUES[piece]


def number(move: u32, side: i32) -> i32:
    """Return the action of a side's move."""
    act: i32 = 1 if move & pieces.ACT else 0
    origin: i32 = CELLS[256 * side + (move >> 8 & 255)]
    target: i32 = CELLS[256 * side + (move & 255)]
    return NUMBERS[(act * 81 + origin) * 81 + target]


class Advance(Movement):
    """White, in capitals, starts at the bottom and moves first."""

    def __init__(self, rows: list[str], side: int, made: int, limit: int = 200) -> None:
        super().__init__(rows, side, {"limit": limit})
        self.made = made
        self.limit = limit
        # The first half holds the moves listed, the second is for counting and finding moves.
        self.scratch = MoveStack(2 * self.most)
        self.timed = limit > 0
        self.hash ^= bits.mix(LIMIT ^ limit)
        self.slots = features.SQUARES
        self.action_count = ACTIONS
        self.plane_count = PLANES
        self.ready = True

    def assign(self, other: Rules) -> None:
        """Become the same as another position."""
        Movement.assign(self, other)
        assert isinstance(other, Advance)
        source: Advance = other
        self.made = source.made
        self.limit = source.limit

    @classmethod
    def begin(cls, limit: int = 200) -> Advance:
        """Return the start position."""
        return cls.read(notation.START, limit)

    @classmethod
    def read(cls, text: str, limit: int = 200) -> Advance:
        """Return the position of a text."""
        rows, side, made = notation.read(text, limit)
        return cls(rows, side, made, limit)

    @classmethod
    def from_file(cls, data: bytes, side: int | None = None, limit: int = 200) -> Advance:
        """Return the position of a board file, which does not tell who is to move."""
        if side is None:
            raise BadFile("the board does not tell who is to move; a side must be given")
        return cls(read_board(data), side, 0, limit)

    def to_file(self) -> bytes:
        """Write a board file."""
        return notation.write_file(self.rows())

    def write_text(self) -> str:
        """Write the position on one line."""
        return notation.write(self.rows(), self.side, self.made + self.ply)

    def rows(self) -> list[str]:
        """List the rows from the top, as the board file has them."""
        self.check()
        return notation.write_rows(self.cell_store)

    def draw_text(self) -> str:
        """Draw the position for people, in letters."""
        return notation.draw(self.rows())

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """List the symmetries of the rules: left and right alike."""
        return (IDENTITY, LEFT_RIGHT)

    def view(self) -> Board:
        """Return the board as it is now."""
        return from_rows(self.rows(), self.game.pieces, {"#": "wall"})

    def reflect(self, symmetry: Symmetry) -> Advance:
        """Return the image of the position under a symmetry, without moves played."""
        rows = symmetry.apply_rows(self.rows())
        return Advance(rows, self.side, self.made + self.ply, self.limit)

    def describe(self, move: u32) -> MoveDetails:
        """Say what kind of move a legal move is, on which squares, and name it in plain words."""
        from outwit.games.advance.labels import describe

        return describe(self, self.write_move(move))

    @property
    def terminations(self) -> tuple[Termination, ...]:
        """List the ways this game can end."""
        return TERMINATIONS

    def write_move(self, move: u32) -> str:
        """Write a move: origin and target, with * between them if the piece stays."""
        act = "*" if move & pieces.ACT else ""
        return f"{NAMES[move >> 8 & 255]}{act}{NAMES[move & 255]}"

    def parse_move(self, text: str) -> int:
        """Read a move, legal here or not."""
        return notation.parse_move(text)

    def is_stuck(self) -> bint:
        """Tell whether there is no legal move, whatever the move limit says."""
        return self.walk(self.scratch, self.most, True, True) == self.most

    def at_limit(self) -> bint:
        """Tell whether the last move has been made that the limit allows."""
        return self.limit > 0 and self.made + self.ply >= self.limit

    def generate(self, moves: MoveStack, start: i32) -> i32:
        """Write the legal moves from ``start`` on and return where they stop."""
        return start if self.at_limit() else self.walk(moves, start, False, True)

    def count(self) -> i32:
        """Count the legal moves."""
        return 0 if self.at_limit() else self.walk(self.scratch, self.most, False, True) - self.most

    def can_build(self) -> bint:
        """Tell whether a Builder has room for a wall, which a safe General allows in any case."""
        first: i32 = self.side * pieces.MOST_PIECES
        i: i32
        k: i32
        for i in range(first, first + self.pieces[self.side]):
            if self.cell[self.where[i]] & 7 == pieces.BUILDER:
                for k in range(8):
                    if not self.cell[self.where[i] + movement.AROUND[k]]:
                        return True
        return False

    def judge(self) -> i32:
        """Say whether and how the game is over."""
        if (self.in_danger(self.side) or not self.can_build()) and self.is_stuck():
            return verdict.FIRST_WINS + 1 - self.side
        if not self.at_limit():
            return verdict.RUNNING
        if self.material[0] == self.material[1]:
            return verdict.REASON + verdict.DRAWN
        return verdict.REASON + verdict.FIRST_WINS + (self.material[1] > self.material[0])

    def evaluate(self) -> i32:
        """Score a running game for the side to move."""
        us: i32 = self.side
        return (
            MATERIAL * (self.material[us] - self.material[1 - us])
            + (-self.placing if us else self.placing)
            + TEMPO
        )

    def write_slots(self, states: memoryview[int], start: i32) -> None:
        """Write what is on each square; each side sees the rows from its own end."""
        first: i32
        square: i32
        row: i32
        column: i32
        for row in range(9):
            square = pieces.STRIDE * (row + 3) + 3
            first = start + 9 * row
            for column in range(9):
                states[first + column] = SEEN[self.cell[square + column]]

    def bucket(self) -> i32:
        """Return how many fives of pieces there are, if not too many."""
        count: i32 = (self.pieces[0] + self.pieces[1]) // features.PIECES_A_BUCKET
        return count if count < features.BUCKETS else features.BUCKETS - 1

    def repeated(self) -> i32:
        """Score a repetition: at the move limit, material decides."""
        return MATERIAL * (self.material[self.side] - self.material[1 - self.side])

    def allows_null_move(self) -> bint:
        """Tell whether there are enough pieces, and no danger, to try a null move."""
        return self.pieces[self.side] > FEW and not self.in_danger(self.side)

    def order(self, move: u32) -> i32:
        """Guess how good a move is: by what it takes, and with what."""
        return guess(self.cell, move, pieces.WHITE if self.side else pieces.BLACK)

    def order_all(self, moves: MoveStack, start: i32, stop: i32, guesses: memoryview[int]) -> None:
        """Write what ``order`` says of each of these legal moves, at the place of the move."""
        cell = self.cell
        data = moves.data
        foe: i32 = pieces.WHITE if self.side else pieces.BLACK
        i: i32
        for i in range(start, stop):
            guesses[i] = guess(cell, data[i], foe)

    def generate_forcing(self, moves: MoveStack, start: i32) -> i32:
        """Write the captures and conversions."""
        return self.walk(moves, start, False, False)

    def digest(self) -> u64:
        """Return a key: pieces and walls, the side to move, and the last moves before the limit."""
        key: u64 = self.hash
        left: i32 = self.limit - self.made - self.ply
        if self.limit > 0 and left < LAST_MOVES:
            key ^= bits.mix(CLOCK ^ left)
        return key ^ BLACK_TO_MOVE if self.side else key

    @property
    def planes(self) -> tuple[Plane, ...]:
        """List the planes of an observation, the side to move's first."""
        return observation.PLANES

    def action(self, move: u32) -> i32:
        """Return the action of a legal move."""
        return number(move, self.side)

    def move_at(self, action: i32) -> u32:
        """Return the legal move of an action below ``action_count``; NO_MOVE if none is legal."""
        own: i32 = pieces.BLACK if self.side else pieces.WHITE
        move: u32 = MOVES[self.side * ACTIONS + action]
        origin: i32 = move >> 8 & 255
        place: i32 = self.side * pieces.MOST_PIECES + self.slot[origin]
        stop: i32
        i: i32
        if not self.cell[origin] & own or self.at_limit():
            return numbers.NO_MOVE
        stop = self.walk_with(self.scratch, self.most, False, True, place, place + 1)
        for i in range(self.most, stop):
            if self.scratch.data[i] == move:
                return move
        return numbers.NO_MOVE

    def mark_actions(self, legal: memoryview[int]) -> None:
        """Set the bit of each legal action; all bits are 0 before."""
        data = self.scratch.data
        turn: i32 = 256 * self.side
        move: u32
        stop: i32
        act: i32
        at: i32
        i: i32
        if self.at_limit():
            return
        stop = self.walk(self.scratch, self.most, False, True)
        for i in range(self.most, stop):
            # As ``number`` does it; to call it would take a third longer.
            move = data[i]
            act = move >> 24
            at = 81 * act + CELLS[turn + (move >> 8 & 255)]
            at = NUMBERS[81 * at + CELLS[turn + (move & 255)]]
            legal[at >> 6] |= bits.bit(at & 63)

    def write_planes(self, planes: memoryview[int]) -> None:
        """Write every byte of all planes; the board is turned so that the mover plays upwards."""
        cell = self.cell
        us: i32 = self.side
        first: i32 = us * pieces.MOST_PIECES
        left: i32 = self.limit - self.made - self.ply if self.limit > 0 else 0
        left = left if left < MOST_LEFT else MOST_LEFT
        observation.fill(planes, 0, PLANES, 0)
        observation.place(planes, cell, self.where, first, first + self.pieces[us], us, 0)
        first = pieces.MOST_PIECES - first
        observation.place(planes, cell, self.where, first, first + self.pieces[1 - us], us, 8)
        observation.place_walls(planes, cell, us)
        observation.fill(planes, 17, 18, left & 255)
        if left > 255:
            observation.fill(planes, 18, 19, left >> 8)
        if us:
            observation.fill(planes, 19, 20, 1)

    def save(self, record: memoryview[int]) -> None:
        """Write all that play depends on, and the count of plies, into ``record_words`` words."""
        made: u64 = self.made + self.ply
        record[0] = made << 1 | self.side
        self.save_pieces(record)

    def load(self, record: memoryview[int]) -> None:
        """Become the position of a record, which one with the same options has saved."""
        self.side = record[0] & 1
        self.made = record[0] >> 1
        self.ply = 0
        self.load_pieces(record)

    def write_action(self, action: i32, side: i32) -> str:
        """Write an action of a side to move as the text of its move, whether legal or not."""
        return numbering.write(action, side)

    def parse_action(self, text: str, side: i32) -> int:
        """Return the action of a move's text for a side to move, legal or not."""
        return numbering.parse(text, side)

    def reflect_action(self, action: i32, symmetry: Symmetry) -> int:
        """Return the action that, in the image of a position, does the same as this one."""
        return numbering.reflect(action, symmetry)

    def read_planes(self, planes: bytes) -> Advance:
        """Return the position of planes, with the limit of this one; without a limit, none made."""
        rows, side, left = observation.read(planes)
        if left > self.limit:
            raise BadPosition(f"planes: {left} moves are left of {self.limit}")
        return Advance(rows, side, self.limit - left, self.limit)
