"""Pieces on the board of Advance: where they stand, and what a move does to them."""

from __future__ import annotations

from cython import int as i32
from cython import uint as u32
from cython import ulonglong as u64

from outwit.core.position import Position
from outwit.core.rules import Rules
from outwit.games.advance import evaluation, notation, pieces, words
from outwit.games.advance.board import SIZE
from outwit.geometry import bits, memory

VALUES = [1, 2, 3, 4, 5, 6, 7, 0]

# No piece has more moves than a Dragon in the middle: four on each of its eight lines. A Miner and
# a Builder have 16, a Catapult 12, the others fewer. A board full of pieces leaves them hardly any:
# so there is always room after the last move.
MOST_MOVES = 32 * pieces.MOST_PIECES
# Added to a lead that is written down, as what is written down has no sign.
LEAD_OFFSET = 1 << 20
# A record: first these words, then those of the board that are not all margin, then White's list of
# pieces and Black's, eight squares a word.
HEAD = 4
BOARD = 18
LISTS = 12
# Where the words of the board begin.
FIRST = 48


def code(square: i32, piece: i32) -> u64:
    """Return what a piece or wall on a square is in the key."""
    return bits.mix(square * 64 + piece)


class Field(Position):
    """A position of which only the pieces are known, not yet what they may do."""

    def __init__(self, rows: list[str], side: int, options: dict[str, object]) -> None:
        super().__init__(side, MOST_MOVES, pieces.FRAME, options)
        notation.check_shape(rows)
        self.material = [0, 0]
        self.general = [0, 0]
        self.pieces = [0, 0]
        self.placing = 0
        self.hash = 0
        self.record_words = HEAD + BOARD + LISTS
        self.cell_store = bytearray([pieces.OFF]) * (pieces.STRIDE * (SIZE + 2 * pieces.MARGIN))
        # Lists are copied word by word, which needs room after the last.
        self.where_store = bytearray(2 * pieces.MOST_PIECES + 8)
        self.slot_store = bytearray(len(self.cell_store))
        self.guard_store = bytearray(8 * len(self.cell_store))
        self.cell = memory.u8s(self.cell_store)
        self.where = memory.u8s(self.where_store)
        self.slot = memory.u8s(self.slot_store)
        self.guards = memory.u64s(self.guard_store)
        self.mark = 0
        for row, line in enumerate(reversed(rows)):
            for column, letter in enumerate(line):
                self.put(pieces.at(column, row), pieces.CELLS[letter])

    def assign(self, other: Rules) -> None:
        """Become the same as another position."""
        Position.assign(self, other)
        assert isinstance(other, Field)
        source: Field = other
        self.material = [source.material[0], source.material[1]]
        self.general = [source.general[0], source.general[1]]
        self.pieces = [source.pieces[0], source.pieces[1]]
        self.placing = source.placing
        self.hash = source.hash
        self.mark = source.mark
        self.cell_store = memory.copied(source.cell_store, len(source.cell_store))
        self.where_store = memory.copied(source.where_store, len(source.where_store))
        self.slot_store = memory.copied(source.slot_store, len(source.slot_store))
        self.guard_store = memory.copied(source.guard_store, len(source.guard_store))
        self.cell = memory.u8s(self.cell_store)
        self.where = memory.u8s(self.where_store)
        self.slot = memory.u8s(self.slot_store)
        self.guards = memory.u64s(self.guard_store)

    def put(self, square: i32, piece: i32) -> None:
        """Set up a square."""
        side: i32 = 1 if piece & pieces.BLACK else 0
        self.cell[square] = piece
        if piece & pieces.PIECE:
            self.list_piece(side, square)
            self.material[side] += VALUES[piece & 7]
            if piece & 7 == pieces.GENERAL:
                self.general[side] = square
            self.placing += self.ties(square, piece)
        if piece:
            self.hash ^= code(square, piece)

    def ties(self, square: i32, piece: i32) -> i32:
        """Return what a piece, were it on a square, would add to White's lead in places."""
        if piece & pieces.WHITE:
            return evaluation.ties(self.cell, square, piece, self.general[0])
        return -evaluation.ties(self.cell, square, piece, self.general[1])

    def list_piece(self, side: i32, square: i32) -> None:
        """Add a square to a side's list."""
        self.where[side * pieces.MOST_PIECES + self.pieces[side]] = square
        self.slot[square] = self.pieces[side]
        self.pieces[side] += 1

    def unlist(self, side: i32, square: i32) -> None:
        """Take a square from a side's list; the last one of the list takes its place."""
        self.pieces[side] -= 1
        last: i32 = self.where[side * pieces.MOST_PIECES + self.pieces[side]]
        self.where[side * pieces.MOST_PIECES + self.slot[square]] = last
        self.slot[last] = self.slot[square]

    def relist(self, side: i32, square: i32, slot: i32) -> None:
        """Undo ``unlist``."""
        if slot < self.pieces[side]:
            last: i32 = self.where[side * pieces.MOST_PIECES + slot]
            self.where[side * pieces.MOST_PIECES + self.pieces[side]] = last
            self.slot[last] = self.pieces[side]
        self.where[side * pieces.MOST_PIECES + slot] = square
        self.slot[square] = slot
        self.pieces[side] += 1

    def make(self, move: u32) -> None:
        """Play a legal move."""
        cell = self.cell
        slots = self.slot
        us: i32 = self.side
        own: i32 = pieces.BLACK if us else pieces.WHITE
        first: i32 = us * pieces.MOST_PIECES
        origin: i32 = move >> 8 & 255
        target: i32 = move & 255
        piece: i32 = cell[origin]
        other: i32 = cell[target]
        here: i32 = self.ply * pieces.FRAME
        lead: u64 = self.placing + LEAD_OFFSET
        self.past[here] = move
        self.past[here + 1] = other | slots[target] << 8 | lead << 16
        self.past[here + 2] = self.hash
        self.ply += 1
        self.side = 1 - us
        if other:
            self.hash ^= code(target, other)
        if other & pieces.PIECE and not other & own:
            self.placing -= self.ties(target, other)
            self.unlist(1 - us, target)
            self.material[1 - us] -= VALUES[other & 7]
        if move & pieces.ACT:
            if piece & 7 == pieces.BUILDER:
                other = pieces.WALL
            elif piece & 7 == pieces.JESTER:
                other = other & 7 | own
                self.placing += self.ties(target, other)
                self.list_piece(us, target)
                self.material[us] += VALUES[other & 7]
            else:
                other = pieces.EMPTY
            cell[target] = other
            if other:
                self.hash ^= code(target, other)
            return
        slot: i32 = slots[origin]
        self.hash ^= code(origin, piece) ^ code(target, piece)
        self.placing -= self.ties(origin, piece)
        cell[origin] = pieces.EMPTY
        if other & own:
            # One after the other, so that the tie between them counts once.
            self.hash ^= code(origin, other)
            self.placing -= self.ties(target, other)
            cell[target] = pieces.EMPTY
            if target == self.general[us]:
                self.general[us] = origin
            self.placing += self.ties(origin, other)
            cell[origin] = other
            slots[origin] = slots[target]
            self.where[first + slots[target]] = origin
        elif origin == self.general[us]:
            self.general[us] = target
        self.placing += self.ties(target, piece)
        cell[target] = piece
        slots[target] = slot
        self.where[first + slot] = target

    def unmake(self) -> None:
        """Take the last move back."""
        self.ply -= 1
        cell = self.cell
        slots = self.slot
        us: i32 = 1 - self.side
        own: i32 = pieces.BLACK if us else pieces.WHITE
        first: i32 = us * pieces.MOST_PIECES
        here: i32 = self.ply * pieces.FRAME
        move: u32 = self.past[here]
        before: u64 = self.past[here + 1]
        other: i32 = before & 255
        taken: i32 = before >> 8 & 255
        lead: i32 = before >> 16
        origin: i32 = move >> 8 & 255
        target: i32 = move & 255
        slot: i32 = slots[target]
        self.side = us
        self.placing = lead - LEAD_OFFSET
        self.hash = self.past[here + 2]
        if move & pieces.ACT:
            if cell[target] & own:
                self.pieces[us] -= 1
                self.material[us] -= VALUES[other & 7]
        else:
            if other & own:
                slots[target] = slots[origin]
                self.where[first + slots[target]] = target
                if origin == self.general[us]:
                    self.general[us] = target
            elif target == self.general[us]:
                self.general[us] = origin
            cell[origin] = cell[target]
            slots[origin] = slot
            self.where[first + slot] = origin
        cell[target] = other
        if other & pieces.PIECE and not other & own:
            self.relist(1 - us, target, taken)
            self.material[1 - us] += VALUES[other & 7]

    def save_pieces(self, record: memoryview[int]) -> None:
        """Write all but the first word of a record."""
        word: u64 = self.placing + LEAD_OFFSET
        at: i32 = HEAD
        i: i32
        side: i32
        record[1] = self.hash
        word = word << 16 | self.material[1]
        record[2] = word << 16 | self.material[0]
        word = self.general[1]
        word = word << 8 | self.general[0]
        word = word << 8 | self.pieces[1]
        record[3] = word << 8 | self.pieces[0]
        for i in range(BOARD):
            record[at] = words.read_word(self.cell, FIRST + 8 * i)
            at += 1
        for side in range(2):
            for i in range(0, self.pieces[side], 8):
                record[at] = words.read_word(self.where, side * pieces.MOST_PIECES + i)
                at += 1
        for i in range(at, HEAD + BOARD + LISTS):
            record[i] = 0

    def load_pieces(self, record: memoryview[int]) -> None:
        """Take over all but the first word of a record."""
        cell = self.cell
        where = self.where
        slot = self.slot
        at: i32 = HEAD
        first: i32
        stop: i32
        i: i32
        side: i32
        self.hash = record[1]
        self.material[0] = record[2] & 65535
        self.material[1] = record[2] >> 16 & 65535
        self.placing = record[2] >> 32
        self.placing -= LEAD_OFFSET
        self.pieces[0] = record[3] & 255
        self.pieces[1] = record[3] >> 8 & 255
        self.general[0] = record[3] >> 16 & 255
        self.general[1] = record[3] >> 24 & 255
        for i in range(BOARD):
            memory.write_word(cell, FIRST + 8 * i, record[at])
            at += 1
        for side in range(2):
            first = side * pieces.MOST_PIECES
            stop = self.pieces[side]
            for i in range(0, stop, 8):
                memory.write_word(where, first + i, record[at])
                at += 1
            for i in range(stop):
                slot[where[first + i]] = i
