"""The rules of Advance.

The board lies in rows of 16 squares, three squares of margin on every side: a square is 16 times
its row plus its column, both counted from 3 at the bottom left. A piece is its kind plus its
colour. A move is its origin plus 256 times its target, plus ACT if the piece stays where it is.
"""

from __future__ import annotations

from cython import bint
from cython import int as i32
from cython import uint as u32
from cython import ulonglong as u64

from outwit.core import fields, verdict
from outwit.core.moves import MoveStack
from outwit.core.outcome import Termination
from outwit.core.position import Position
from outwit.errors import BadFile, BadPosition, UnreadableMove
from outwit.games.advance.board import SIZE, count_generals, read_board
from outwit.geometry import bits, grid, memory, squares

START = "mjdsgscjm/bzzzzzzzb/9/9/9/9/9/BZZZZZZZB/MJCSGSDJM w 0"
STRIDE = 16
MARGIN = 3
ZOMBIE, BUILDER, JESTER, MINER, SENTINEL, CATAPULT, DRAGON, GENERAL = range(8)
KINDS = "ZBJMSCDG"
VALUES = [1, 2, 3, 4, 5, 6, 7, 0]
EMPTY, WHITE, BLACK, PIECE, WALL, OFF = 0, 8, 16, 24, 32, 64
CELLS = {
    ".": EMPTY,
    "#": WALL,
    **{letter: WHITE | kind for kind, letter in enumerate(KINDS)},
    **{letter.lower(): BLACK | kind for kind, letter in enumerate(KINDS)},
}
LETTERS = {cell: letter for letter, cell in CELLS.items()}
ACT = 1 << 16

# Steps to the neighbours, the orthogonal ones first; a Sentinel's; and where a Catapult hits.
AROUND = [16, 1, -16, -1, 17, -15, -17, 15]
JUMPS = [33, 31, 18, 14, -33, -31, -18, -14]
SHOTS = [48, 3, -48, -3, 34, -30, -34, 30]

MOST_PIECES = SIZE * SIZE
# No piece has more moves than a Dragon in the middle: four on each of its eight lines. A Miner and
# a Builder have 16, a Catapult 12, the others fewer.
MOST_MOVES = 32 * MOST_PIECES
FRAME = 3

BLACK_TO_MOVE = bits.mix(1 << 40)
CLOCK = 2 << 40
# So near the limit, positions differ by how near they are.
LAST_MOVES = 16

TERMINATIONS = (
    Termination("no-move", "the other side has no legal move"),
    Termination("limit", "the move limit is reached, and material decides"),
)


def at(column: int, row: int) -> int:
    """Return the square of a column and row counted from 0."""
    return STRIDE * (row + MARGIN) + column + MARGIN


class Advance(Position):
    """White, in capitals, sits below and begins."""

    def __init__(self, rows: list[str], side: int, made: int, limit: int = 200) -> None:
        super().__init__(side, MOST_MOVES, FRAME, {"limit": limit})
        self.made = made
        self.limit = limit
        self.material = [0, 0]
        self.general = [0, 0]
        self.pieces = [0, 0]
        self.hash = 0
        self.board_store = bytearray([OFF]) * (STRIDE * (SIZE + 2 * MARGIN))
        self.where_store = bytearray(2 * MOST_PIECES)
        self.slot_store = bytearray(len(self.board_store))
        self.guard_store = bytearray(len(self.board_store))
        self.board = memory.u8s(self.board_store)
        self.where = memory.u8s(self.where_store)
        self.slot = memory.u8s(self.slot_store)
        self.guards = memory.u8s(self.guard_store)
        for row, line in enumerate(reversed(rows)):
            for column, letter in enumerate(line):
                self.put(at(column, row), CELLS[letter])

    @classmethod
    def begin(cls, limit: int = 200) -> Advance:
        """Return the start position."""
        return cls.read(START, limit)

    @classmethod
    def read(cls, text: str, limit: int = 200) -> Advance:
        """Return the position of a text."""
        board, side, made = fields.split(text, ("board", "side", "moves made"))
        rows = grid.read(board, "".join(CELLS).replace(".", ""), SIZE, SIZE)
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

    @property
    def text(self) -> str:
        """Write the position on one line."""
        return f"{grid.write(self.rows())} {'wb'[self.side]} {self.made + self.ply}"

    def rows(self) -> list[str]:
        """List the rows from the top, as the board file has them."""
        board = [LETTERS.get(cell, "") for cell in self.board_store]
        return ["".join(board[at(0, row) : at(SIZE, row)]) for row in range(SIZE - 1, -1, -1)]

    def __str__(self) -> str:
        lines = [f"{SIZE - i}  {' '.join(row)}" for i, row in enumerate(self.rows())]
        return "\n".join([*lines, f"   {' '.join(squares.COLUMNS[:SIZE])}"])

    @property
    def terminations(self) -> tuple[Termination, ...]:
        """List the ways this game can end."""
        return TERMINATIONS

    def move_text(self, move: int) -> str:
        """Write a move: origin and target, with * between them if the piece stays."""
        names = [
            squares.name((square & 15) - MARGIN, (square >> 4) - MARGIN)
            for square in (move & 255, move >> 8 & 255)
        ]
        return ("*" if move & ACT else "").join(names)

    def read_move(self, text: str) -> int:
        """Read a move, legal here or not."""
        act = text[2:3] == "*"
        places = [squares.read(part, SIZE, SIZE) for part in (text[:2], text[3 if act else 2 :])]
        if None in places:
            raise UnreadableMove(f"move {text[:40]!r} is no move such as d2d3 or b1*b2")
        origin, target = (at(*place) for place in places if place)
        return origin | target << 8 | (ACT if act else 0)

    def put(self, square: i32, piece: i32) -> None:
        """Set up a square."""
        side: i32 = 1 if piece & BLACK else 0
        self.board[square] = piece
        if piece & PIECE:
            self.list_piece(side, square)
            self.material[side] += VALUES[piece & 7]
            if piece & 7 == GENERAL:
                self.general[side] = square
        if piece:
            self.toggle(square, piece)

    def toggle(self, square: i32, piece: i32) -> None:
        """Add a piece or wall to the key, or take it out again."""
        self.hash ^= bits.mix(square * 64 + piece)

    def list_piece(self, side: i32, square: i32) -> None:
        """Add a square to a side's list."""
        self.where[side * MOST_PIECES + self.pieces[side]] = square
        self.slot[square] = self.pieces[side]
        self.pieces[side] += 1

    def unlist(self, side: i32, square: i32) -> None:
        """Take a square from a side's list; the last one of the list takes its place."""
        self.pieces[side] -= 1
        last: i32 = self.where[side * MOST_PIECES + self.pieces[side]]
        self.where[side * MOST_PIECES + self.slot[square]] = last
        self.slot[last] = self.slot[square]

    def relist(self, side: i32, square: i32, slot: i32) -> None:
        """Undo ``unlist``."""
        last: i32 = self.where[side * MOST_PIECES + slot]
        self.where[side * MOST_PIECES + self.pieces[side]] = last
        self.slot[last] = self.pieces[side]
        self.where[side * MOST_PIECES + slot] = square
        self.slot[square] = slot
        self.pieces[side] += 1

    def is_protected(self, square: i32, own: i32) -> bint:
        """Tell whether a Sentinel of that colour stands beside a square."""
        guard: i32 = SENTINEL | own
        return (
            self.board[square + 16] == guard
            or self.board[square - 16] == guard
            or self.board[square + 1] == guard
            or self.board[square - 1] == guard
        )

    def can_be_taken(self, square: i32, foe: i32) -> bint:
        """Tell whether a piece of that colour stands there that may be captured."""
        piece: i32 = self.board[square]
        return (piece & foe) != 0 and piece & 7 != GENERAL and not self.is_protected(square, foe)

    def in_danger(self, side: i32) -> bint:
        """Tell whether a General could be captured, were it the other side's turn."""
        square: i32 = self.general[side]
        own: i32 = BLACK if side else WHITE
        foe: i32 = WHITE if side else BLACK
        # A Zombie comes from in front of the General's own side.
        ahead: i32 = -1 if side else 1
        if self.is_protected(square, own):
            return False
        i: i32
        way: i32
        target: i32
        piece: i32
        for i in range(8):
            way = AROUND[i]
            target = square + way
            piece = self.board[target]
            if piece == EMPTY:
                target += way
                if self.board[target] == foe | ZOMBIE and way * ahead >= 15:
                    return True
                while not self.board[target]:
                    target += way
                piece = self.board[target]
                if piece == foe | DRAGON or (piece == foe | MINER and i < 4):
                    return True
            elif piece & foe:
                piece &= 7
                if (
                    piece == BUILDER
                    or piece == GENERAL
                    or (piece == MINER and i < 4)
                    or (piece == ZOMBIE and way * ahead >= 15)
                ):
                    return True
        for i in range(8):
            if self.board[square + JUMPS[i]] == foe | SENTINEL:
                return True
            if self.board[square + SHOTS[i]] == foe | CATAPULT:
                return True
        return False

    def exposes(self, move: u32) -> bint:
        """Tell whether a move leaves the own General in danger, by trying it on the board."""
        origin: i32 = move & 255
        target: i32 = move >> 8 & 255
        piece: i32 = self.board[origin]
        other: i32 = self.board[target]
        own: i32 = BLACK if self.side else WHITE
        general: i32 = self.general[self.side]
        if move & ACT:
            self.board[target] = (
                WALL if piece & 7 == BUILDER else other & 7 | own if piece & 7 == JESTER else EMPTY
            )
        else:
            self.board[origin] = other if other & own else EMPTY
            self.board[target] = piece
            if origin == general:
                self.general[self.side] = target
            elif target == general:
                self.general[self.side] = origin
        danger: bint = self.in_danger(self.side)
        self.board[origin] = piece
        self.board[target] = other
        self.general[self.side] = general
        return danger

    def mark_guards(self, mark: i32) -> None:
        """Mark the pieces around a safe General whose going away might put it in danger.

        A piece between the General and an enemy Dragon, Miner or leaping Zombie guards it; so
        does the only Sentinel beside it. Nothing that comes can harm, only what goes.
        """
        square: i32 = self.general[self.side]
        own: i32 = BLACK if self.side else WHITE
        foe: i32 = WHITE if self.side else BLACK
        ahead: i32 = -1 if self.side else 1
        i: i32
        way: i32
        target: i32
        first: i32
        piece: i32
        for i in range(8):
            way = AROUND[i]
            target = square + way
            if i < 4 and self.board[target] == own | SENTINEL:
                self.guards[target] = mark
                continue
            while not self.board[target]:
                target += way
            if self.board[target] & (OFF | WALL):
                continue
            first = target
            target += way
            if first == square + way and way * ahead >= 15 and self.board[target] == foe | ZOMBIE:
                self.guards[first] = mark
                continue
            while not self.board[target]:
                target += way
            piece = self.board[target]
            if piece == foe | DRAGON or (piece == foe | MINER and i < 4):
                self.guards[first] = mark

    def add(self, moves: MoveStack, stop: i32, move: u32, doubtful: bint) -> i32:
        """Write a move, unless there is doubt and it exposes the General."""
        if doubtful and self.exposes(move):
            return stop
        moves.data[stop] = move
        return stop + 1

    def walk(self, moves: MoveStack, start: i32, one: bint) -> i32:
        """Write the legal moves, whatever the move limit says; or only some, if there are any."""
        us: i32 = self.side
        own: i32 = BLACK if us else WHITE
        foe: i32 = WHITE if us else BLACK
        forward: i32 = -STRIDE if us else STRIDE
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
        self.mark_guards(1)
        for i in range(us * MOST_PIECES, us * MOST_PIECES + self.pieces[us]):
            origin = self.where[i]
            kind = self.board[origin] & 7
            doubt = danger or self.guards[origin] != 0
            if kind == ZOMBIE:
                for way in range(forward - 1, forward + 2):
                    target = origin + way
                    if not self.board[target]:
                        stop = self.add(moves, stop, origin | target << 8, doubt)
                        target += way
                        if self.can_be_taken(target, foe):
                            stop = self.add(moves, stop, origin | target << 8, doubt)
                    elif self.can_be_taken(target, foe):
                        stop = self.add(moves, stop, origin | target << 8, doubt)
            elif kind == BUILDER or kind == GENERAL:
                doubt = doubt or kind == GENERAL
                for k in range(8):
                    target = origin + AROUND[k]
                    if not self.board[target]:
                        stop = self.add(moves, stop, origin | target << 8, doubt)
                        if kind == BUILDER:
                            stop = self.add(moves, stop, origin | target << 8 | ACT, danger)
                    elif self.can_be_taken(target, foe):
                        stop = self.add(moves, stop, origin | target << 8, doubt)
            elif kind == JESTER:
                for k in range(8):
                    target = origin + AROUND[k]
                    cell = self.board[target]
                    if cell == EMPTY:
                        stop = self.add(moves, stop, origin | target << 8, doubt)
                    elif cell & own:
                        if cell & 7 != JESTER:
                            # Squares stay full in a swap; only who stands where can matter.
                            doubt = cell & 7 == GENERAL or cell & 7 == SENTINEL
                            stop = self.add(moves, stop, origin | target << 8, danger or doubt)
                            doubt = danger or self.guards[origin] != 0
                    elif cell & foe and cell & 7 != GENERAL:
                        stop = self.add(moves, stop, origin | target << 8 | ACT, danger)
            elif kind == MINER:
                for k in range(4):
                    target = origin + AROUND[k]
                    while not self.board[target]:
                        stop = self.add(moves, stop, origin | target << 8, doubt)
                        target += AROUND[k]
                    if self.board[target] == WALL or self.can_be_taken(target, foe):
                        stop = self.add(moves, stop, origin | target << 8, doubt)
            elif kind == SENTINEL:
                for k in range(8):
                    target = origin + JUMPS[k]
                    if not self.board[target] or self.can_be_taken(target, foe):
                        stop = self.add(moves, stop, origin | target << 8, doubt)
            elif kind == CATAPULT:
                for k in range(8):
                    target = origin + AROUND[k]
                    if k < 4 and not self.board[target]:
                        stop = self.add(moves, stop, origin | target << 8, doubt)
                    target = origin + SHOTS[k]
                    if self.can_be_taken(target, foe):
                        stop = self.add(
                            moves,
                            stop,
                            origin | target << 8 | ACT,
                            danger or self.guards[target] != 0,
                        )
            else:
                for k in range(8):
                    way = AROUND[k]
                    target = origin + way
                    while not self.board[target]:
                        stop = self.add(moves, stop, origin | target << 8, doubt)
                        target += way
                    if target != origin + way and self.can_be_taken(target, foe):
                        stop = self.add(moves, stop, origin | target << 8, doubt)
            if one and stop > start:
                break
        self.mark_guards(0)
        return stop

    def at_limit(self) -> bint:
        """Tell whether the last move has been made that the limit allows."""
        return self.limit > 0 and self.made + self.ply >= self.limit

    def generate(self, moves: MoveStack, start: i32) -> i32:
        """Write the legal moves from ``start`` on and return where they stop."""
        return start if self.at_limit() else self.walk(moves, start, False)

    def count(self) -> i32:
        """Count the legal moves."""
        return 0 if self.at_limit() else self.walk(self.scratch, 0, False)

    def make(self, move: u32) -> None:
        """Play a legal move."""
        us: i32 = self.side
        them: i32 = 1 - us
        own: i32 = BLACK if us else WHITE
        origin: i32 = move & 255
        target: i32 = move >> 8 & 255
        piece: i32 = self.board[origin]
        other: i32 = self.board[target]
        here: i32 = self.ply * FRAME
        self.past[here] = move
        self.past[here + 1] = other | self.slot[target] << 8
        self.past[here + 2] = self.hash
        self.ply += 1
        self.side = them
        if other:
            self.toggle(target, other)
        if other & PIECE and not other & own:
            self.unlist(them, target)
            self.material[them] -= VALUES[other & 7]
        if move & ACT:
            if piece & 7 == BUILDER:
                other = WALL
            elif piece & 7 == JESTER:
                other = other & 7 | own
                self.list_piece(us, target)
                self.material[us] += VALUES[other & 7]
            else:
                other = EMPTY
            self.board[target] = other
            if other:
                self.toggle(target, other)
            return
        self.toggle(origin, piece)
        self.toggle(target, piece)
        slot: i32 = self.slot[origin]
        if other & own:
            self.toggle(origin, other)
            self.board[origin] = other
            self.slot[origin] = self.slot[target]
            self.where[us * MOST_PIECES + self.slot[target]] = origin
            if target == self.general[us]:
                self.general[us] = origin
        else:
            self.board[origin] = EMPTY
            if origin == self.general[us]:
                self.general[us] = target
        self.board[target] = piece
        self.slot[target] = slot
        self.where[us * MOST_PIECES + slot] = target

    def unmake(self) -> None:
        """Take the last move back."""
        self.ply -= 1
        them: i32 = self.side
        us: i32 = 1 - them
        own: i32 = BLACK if us else WHITE
        here: i32 = self.ply * FRAME
        move: u32 = self.past[here]
        other: i32 = self.past[here + 1] & 255
        taken: i32 = self.past[here + 1] >> 8
        origin: i32 = move & 255
        target: i32 = move >> 8 & 255
        slot: i32 = self.slot[target]
        self.side = us
        self.hash = self.past[here + 2]
        if move & ACT:
            if self.board[target] & own:
                self.pieces[us] -= 1
                self.material[us] -= VALUES[other & 7]
        else:
            if other & own:
                self.slot[target] = self.slot[origin]
                self.where[us * MOST_PIECES + self.slot[target]] = target
                if origin == self.general[us]:
                    self.general[us] = target
            elif target == self.general[us]:
                self.general[us] = origin
            self.board[origin] = self.board[target]
            self.slot[origin] = slot
            self.where[us * MOST_PIECES + slot] = origin
        self.board[target] = other
        if other & PIECE and not other & own:
            self.relist(them, target, taken)
            self.material[them] += VALUES[other & 7]

    def status(self) -> i32:
        """Say whether and how the game is over."""
        if self.walk(self.scratch, 0, True) == 0:
            return verdict.FIRST_WINS + 1 - self.side
        if not self.at_limit():
            return verdict.RUNNING
        if self.material[0] == self.material[1]:
            return verdict.REASON + verdict.DRAWN
        return verdict.REASON + verdict.FIRST_WINS + (self.material[1] > self.material[0])

    def digest(self) -> u64:
        """Return a key: pieces and walls, the side to move, and the last moves before the limit."""
        key: u64 = self.hash
        left: i32 = self.limit - self.made - self.ply
        if self.limit > 0 and left < LAST_MOVES:
            key ^= bits.mix(CLOCK ^ left)
        return key ^ BLACK_TO_MOVE if self.side else key
