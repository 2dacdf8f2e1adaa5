"""The rules of Advance: the legal moves, and what they do.

Squares, pieces and moves are numbered as in ``pieces``.
"""

from __future__ import annotations

from cython import bint
from cython import int as i32
from cython import uint as u32
from cython import ulonglong as u64

from outwit.core import fields, verdict
from outwit.core.board import Board, from_rows
from outwit.core.move import MoveDetails
from outwit.core.moves import MoveStack
from outwit.core.outcome import Termination
from outwit.core.rules import Rules
from outwit.core.symmetry import IDENTITY, LEFT_RIGHT, Symmetry
from outwit.errors import BadFile, BadPosition, UnreadableMove
from outwit.games.advance import evaluation, features, field, pieces
from outwit.games.advance.board import SIZE, count_generals, read_board
from outwit.games.advance.field import Field
from outwit.games.advance.tuning import WEIGHTS
from outwit.geometry import bits, grid, squares

START = "mjdsgscjm/bzzzzzzzb/9/9/9/9/9/BZZZZZZZB/MJCSGSDJM w 0"
BLACK_TO_MOVE = bits.mix(1 << 40)
CLOCK = 2 << 40
LIMIT = 3 << 40
# So near the limit, positions differ by how near they are.
LAST_MOVES = 16
# With more pieces than these and a General in no danger, zugzwang is unlikely.
FEW = 3
MATERIAL = WEIGHTS.material
TEMPO = WEIGHTS.tempo

TERMINATIONS = (
    Termination("no-move", "the other side has no legal move"),
    Termination("limit", "the move limit is reached, and material decides"),
)


def seen_states() -> list[int]:
    """Return, for each cell, the state of its square as White sees it."""
    states = [0] * 64
    states[pieces.WALL] = 1
    for kind in range(8):
        states[pieces.WHITE | kind] = 2 + kind
        states[pieces.BLACK | kind] = 10 + kind
    return states


SEEN = seen_states()


class Advance(Field):
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
        self.ready = True

    def assign(self, other: Rules) -> None:
        """Become the same as another position."""
        Field.assign(self, other)
        assert isinstance(other, Advance)
        source: Advance = other
        self.made = source.made
        self.limit = source.limit

    @classmethod
    def begin(cls, limit: int = 200) -> Advance:
        """Return the start position."""
        return cls.read(START, limit)

    @classmethod
    def read(cls, text: str, limit: int = 200) -> Advance:
        """Return the position of a text."""
        board, side, made = fields.split(text, ("board", "side", "moves made"))
        rows = grid.read(board, "".join(pieces.CELLS).replace(".", ""), SIZE, SIZE)
        if wrong := count_generals(rows):
            raise BadPosition(f"board: {wrong}")
        most = limit or fields.MOST
        return cls(rows, fields.side(side, "wb"), fields.number(made, "moves made", 0, most), limit)

    @classmethod
    def from_file(cls, data: bytes, side: int | None = None, limit: int = 200) -> Advance:
        """Return the position of a board file, which does not tell who is to move."""
        if side is None:
            raise BadFile("the board does not tell who is to move; a side must be given")
        return cls(read_board(data), side, 0, limit)

    def to_file(self) -> bytes:
        """Write a board file."""
        return "".join(f"{row}\n" for row in self.rows()).encode()

    def write_text(self) -> str:
        """Write the position on one line."""
        return f"{grid.write(self.rows())} {'wb'[self.side]} {self.made + self.ply}"

    def rows(self) -> list[str]:
        """List the rows from the top, as the board file has them."""
        self.check()
        letters = self.cell_store.translate(pieces.PRINTED).decode("ascii")
        return [letters[start : start + SIZE] for start in pieces.ROWS]

    def draw_text(self) -> str:
        """Draw the position for people, in letters."""
        lines = [f"{SIZE - i}  {' '.join(row)}" for i, row in enumerate(self.rows())]
        return "\n".join([*lines, f"   {' '.join(squares.COLUMNS[:SIZE])}"])

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
        return f"{pieces.NAMES[move & 255]}{act}{pieces.NAMES[move >> 8 & 255]}"

    def parse_move(self, text: str) -> int:
        """Read a move, legal here or not."""
        act = text[2:3] == "*"
        places = [squares.read(part, SIZE, SIZE) for part in (text[:2], text[3 if act else 2 :])]
        if None in places:
            raise UnreadableMove(f"move {text[:40]!r} is no move such as d2d3 or b1*b2")
        origin, target = (pieces.at(*place) for place in places if place)
        return origin | target << 8 | (pieces.ACT if act else 0)

    def add(self, moves: MoveStack, stop: i32, move: u32, doubtful: bint) -> i32:
        """Write a move, unless there is doubt and it exposes the General."""
        if doubtful and self.exposes(move):
            return stop
        moves.data[stop] = move
        return stop + 1

    def walk(self, moves: MoveStack, start: i32, one: bint, quiet: bint) -> i32:
        """Write the legal moves, whatever the move limit says; or only some, if there are any.

        Without the quiet ones, only captures and conversions are written.
        """
        us: i32 = self.side
        own: i32 = pieces.BLACK if us else pieces.WHITE
        foe: i32 = pieces.WHITE if us else pieces.BLACK
        forward: i32 = -pieces.STRIDE if us else pieces.STRIDE
        danger: bint = self.in_danger(us)
        stop: i32 = start
        i: i32
        k: i32
        way: i32
        origin: i32
        target: i32
        kind: i32
        cell: i32
        doubt: bint
        self.mark_guards()
        for i in range(us * pieces.MOST_PIECES, us * pieces.MOST_PIECES + self.pieces[us]):
            origin = self.where[i]
            kind = self.cell[origin] & 7
            doubt = danger or self.guards[origin] == self.mark
            if kind == pieces.ZOMBIE:
                for way in range(forward - 1, forward + 2):
                    target = origin + way
                    if not self.cell[target]:
                        if quiet:
                            stop = self.add(moves, stop, origin | target << 8, doubt)
                        target += way
                        if self.cell[target] & foe and self.can_be_taken(target, foe):
                            stop = self.add(moves, stop, origin | target << 8, doubt)
                    elif self.cell[target] & foe and self.can_be_taken(target, foe):
                        stop = self.add(moves, stop, origin | target << 8, doubt)
            elif kind == pieces.BUILDER or kind == pieces.GENERAL:
                doubt = doubt or kind == pieces.GENERAL
                for k in range(8):
                    target = origin + field.AROUND[k]
                    if not self.cell[target]:
                        if quiet:
                            stop = self.add(moves, stop, origin | target << 8, doubt)
                            if kind == pieces.BUILDER:
                                stop = self.add(
                                    moves, stop, origin | target << 8 | pieces.ACT, danger
                                )
                    elif self.cell[target] & foe and self.can_be_taken(target, foe):
                        stop = self.add(moves, stop, origin | target << 8, doubt)
            elif kind == pieces.JESTER:
                for k in range(8):
                    target = origin + field.AROUND[k]
                    cell = self.cell[target]
                    if cell == pieces.EMPTY:
                        if quiet:
                            stop = self.add(moves, stop, origin | target << 8, doubt)
                    elif cell & own:
                        if quiet and cell & 7 != pieces.JESTER:
                            # Squares stay full in a swap; only who stands where can matter.
                            doubt = cell & 7 == pieces.GENERAL or cell & 7 == pieces.SENTINEL
                            stop = self.add(moves, stop, origin | target << 8, danger or doubt)
                            doubt = danger or self.guards[origin] == self.mark
                    elif cell & foe and cell & 7 != pieces.GENERAL:
                        stop = self.add(moves, stop, origin | target << 8 | pieces.ACT, danger)
            elif kind == pieces.MINER:
                for k in range(4):
                    target = origin + field.AROUND[k]
                    while not self.cell[target]:
                        if quiet:
                            stop = self.add(moves, stop, origin | target << 8, doubt)
                        target += field.AROUND[k]
                    cell = self.cell[target]
                    if (cell == pieces.WALL and quiet) or (
                        cell & foe and self.can_be_taken(target, foe)
                    ):
                        stop = self.add(moves, stop, origin | target << 8, doubt)
            elif kind == pieces.SENTINEL:
                for k in range(8):
                    target = origin + field.JUMPS[k]
                    cell = self.cell[target]
                    if (cell == pieces.EMPTY and quiet) or (
                        cell & foe and self.can_be_taken(target, foe)
                    ):
                        stop = self.add(moves, stop, origin | target << 8, doubt)
            elif kind == pieces.CATAPULT:
                for k in range(8):
                    target = origin + field.AROUND[k]
                    if quiet and k < 4 and not self.cell[target]:
                        stop = self.add(moves, stop, origin | target << 8, doubt)
                    target = origin + field.SHOTS[k]
                    if self.cell[target] & foe and self.can_be_taken(target, foe):
                        stop = self.add(
                            moves,
                            stop,
                            origin | target << 8 | pieces.ACT,
                            danger or self.guards[target] == self.mark,
                        )
            else:
                for k in range(8):
                    way = field.AROUND[k]
                    target = origin + way
                    while not self.cell[target]:
                        if quiet:
                            stop = self.add(moves, stop, origin | target << 8, doubt)
                        target += way
                    if (
                        self.cell[target] & foe
                        and target != origin + way
                        and self.can_be_taken(target, foe)
                    ):
                        stop = self.add(moves, stop, origin | target << 8, doubt)
            if one and stop > start:
                break
        return stop

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

    def make(self, move: u32) -> None:
        """Play a legal move."""
        us: i32 = self.side
        them: i32 = 1 - us
        own: i32 = pieces.BLACK if us else pieces.WHITE
        origin: i32 = move & 255
        target: i32 = move >> 8 & 255
        piece: i32 = self.cell[origin]
        other: i32 = self.cell[target]
        here: i32 = self.ply * pieces.FRAME
        self.past[here] = move
        self.past[here + 1] = other | self.slot[target] << 8
        self.past[here + 2] = self.hash
        self.ply += 1
        self.side = them
        if other:
            self.toggle(target, other)
        if other & pieces.PIECE and not other & own:
            self.unlist(them, target)
            self.material[them] -= field.VALUES[other & 7]
        if move & pieces.ACT:
            if piece & 7 == pieces.BUILDER:
                other = pieces.WALL
            elif piece & 7 == pieces.JESTER:
                other = other & 7 | own
                self.list_piece(us, target)
                self.material[us] += field.VALUES[other & 7]
            else:
                other = pieces.EMPTY
            self.cell[target] = other
            if other:
                self.toggle(target, other)
            return
        self.toggle(origin, piece)
        self.toggle(target, piece)
        slot: i32 = self.slot[origin]
        if other & own:
            self.toggle(origin, other)
            self.cell[origin] = other
            self.slot[origin] = self.slot[target]
            self.where[us * pieces.MOST_PIECES + self.slot[target]] = origin
            if target == self.general[us]:
                self.general[us] = origin
        else:
            self.cell[origin] = pieces.EMPTY
            if origin == self.general[us]:
                self.general[us] = target
        self.cell[target] = piece
        self.slot[target] = slot
        self.where[us * pieces.MOST_PIECES + slot] = target

    def unmake(self) -> None:
        """Take the last move back."""
        self.ply -= 1
        them: i32 = self.side
        us: i32 = 1 - them
        own: i32 = pieces.BLACK if us else pieces.WHITE
        here: i32 = self.ply * pieces.FRAME
        move: u32 = self.past[here]
        other: i32 = self.past[here + 1] & 255
        taken: i32 = self.past[here + 1] >> 8
        origin: i32 = move & 255
        target: i32 = move >> 8 & 255
        slot: i32 = self.slot[target]
        self.side = us
        self.hash = self.past[here + 2]
        if move & pieces.ACT:
            if self.cell[target] & own:
                self.pieces[us] -= 1
                self.material[us] -= field.VALUES[other & 7]
        else:
            if other & own:
                self.slot[target] = self.slot[origin]
                self.where[us * pieces.MOST_PIECES + self.slot[target]] = target
                if origin == self.general[us]:
                    self.general[us] = target
            elif target == self.general[us]:
                self.general[us] = origin
            self.cell[origin] = self.cell[target]
            self.slot[origin] = slot
            self.where[us * pieces.MOST_PIECES + slot] = origin
        self.cell[target] = other
        if other & pieces.PIECE and not other & own:
            self.relist(them, target, taken)
            self.material[them] += field.VALUES[other & 7]

    def can_build(self) -> bint:
        """Tell whether a Builder has room for a wall, which a safe General allows in any case."""
        first: i32 = self.side * pieces.MOST_PIECES
        i: i32
        k: i32
        for i in range(first, first + self.pieces[self.side]):
            if self.cell[self.where[i]] & 7 == pieces.BUILDER:
                for k in range(8):
                    if not self.cell[self.where[i] + field.AROUND[k]]:
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
        them: i32 = 1 - us
        own: i32 = pieces.BLACK if us else pieces.WHITE
        foe: i32 = pieces.WHITE if us else pieces.BLACK
        most: i32 = pieces.MOST_PIECES
        return (
            MATERIAL * (self.material[us] - self.material[them])
            + evaluation.army(
                self.cell, self.where, us * most, self.pieces[us], own, self.general[us]
            )
            - evaluation.army(
                self.cell, self.where, them * most, self.pieces[them], foe, self.general[them]
            )
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

    def can_skip(self) -> bint:
        """Tell whether there are enough pieces, and no danger, to try a null move."""
        return self.pieces[self.side] > FEW and not self.in_danger(self.side)

    def order(self, move: u32) -> i32:
        """Guess how good a move is: by what it takes, and with what."""
        piece: i32 = self.cell[move & 255]
        other: i32 = self.cell[move >> 8 & 255]
        foe: i32 = pieces.WHITE if self.side else pieces.BLACK
        if not other & foe:
            return 0
        value: i32 = 100 * field.VALUES[other & 7]
        if move & pieces.ACT:
            return 2 * value if piece & 7 == pieces.JESTER else value
        return value + 50 - 5 * field.VALUES[piece & 7]

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
