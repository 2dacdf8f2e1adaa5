"""Pieces on the board of Jeson Mor: where they stand, and what a move does to them.

The board lies in rows of 32 squares, two squares of margin on every side, whatever its size: a
square is 32 times its row plus its column, both counted from 2 at the bottom left. A piece is its
kind plus its colour, both bits. A move is its origin plus 1024 times its target.
"""

from __future__ import annotations

from cython import bint
from cython import int as i32
from cython import uint as u32
from cython import ulonglong as u64

from outwit.core.position import Position
from outwit.core.rules import Rules
from outwit.games.jesonmor import notation, ways
from outwit.geometry import bits, memory

LARGEST = notation.LARGEST
MOST_PIECES = LARGEST * LARGEST
EMPTY = notation.EMPTY
KNIGHT = notation.KNIGHT
BLACK = notation.BLACK
OFF = notation.OFF
FRAME = 4
# How far apart scores may get before the beneficiary wins, by the size of the board.
REACHES = {3: 24}
# Words of a record before those that list the pieces, four in a word.
HEAD = 4
LOW = 0xFFFFFFFF


def length(origin: i32, target: i32) -> i32:
    """Return the Manhattan distance of two squares."""
    rows: i32 = (target >> 5) - (origin >> 5)
    columns: i32 = (target & 31) - (origin & 31)
    return (rows if rows > 0 else -rows) + (columns if columns > 0 else -columns)


class Placement(Position):
    """A position of which only the pieces are known, not yet what they may do."""

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
        self.record_words = HEAD + (self.size * self.size + 3) // 4

    def assign(self, other: Rules) -> None:
        """Become the same as another position."""
        Position.assign(self, other)
        assert isinstance(other, Placement)
        source: Placement = other
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

    def put(self, square: i32, piece: i32) -> None:
        """Set up a square."""
        side: i32 = 1 if piece & BLACK else 0
        self.cell[square] = piece
        if piece != EMPTY:
            self.where[side * MOST_PIECES + self.pieces[side]] = square
            self.slot[square] = self.pieces[side]
            self.pieces[side] += 1
            self.hash ^= bits.mix(square * 16 + piece)

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

    def save(self, record: memoryview[int]) -> None:
        """Write all that play depends on, and the count of plies, into ``record_words`` words.

        After the head come White's pieces and then Black's, in the order of their lists.
        """
        word: u64 = self.scores[1]
        piece: u64
        square: i32
        side: i32
        first: i32
        i: i32
        at: i32 = HEAD
        shift: i32 = 0
        record[0] = self.hash
        record[1] = word << 32 | self.scores[0]
        word = self.lead + self.reach
        word = word << 32 | self.beneficiary + 1
        record[2] = word << 2 | self.left_centre << 1 | self.side
        word = self.made + self.ply
        word = word << 16 | self.pieces[1]
        record[3] = word << 16 | self.pieces[0]
        word = 0
        for side in range(2):
            first = side * MOST_PIECES
            for i in range(first, first + self.pieces[side]):
                square = self.where[i]
                piece = square | self.cell[square] << 10
                word |= piece << shift
                shift += 16
                if shift == 64:
                    record[at] = word
                    word = 0
                    shift = 0
                    at += 1
        for i in range(at, self.record_words):
            record[i] = word
            word = 0

    def load(self, record: memoryview[int]) -> None:
        """Become the position of a record, which one with the same options has saved."""
        cell = self.cell
        where = self.where
        slot = self.slot
        word: u64 = 0
        square: i32
        side: i32
        stop: i32
        i: i32
        at: i32 = HEAD
        left: i32 = 0
        for side in range(2):
            stop = side * MOST_PIECES + self.pieces[side]
            for i in range(side * MOST_PIECES, stop):
                cell[where[i]] = EMPTY
        self.hash = record[0]
        self.scores[0] = record[1] & LOW
        self.scores[1] = record[1] >> 32
        self.side = record[2] & 1
        self.left_centre = record[2] >> 1 & 1 != 0
        self.beneficiary = record[2] >> 2 & 3
        self.beneficiary -= 1
        self.lead = record[2] >> 34
        self.lead -= self.reach
        self.pieces[0] = record[3] & 65535
        self.pieces[1] = record[3] >> 16 & 65535
        self.made = record[3] >> 32
        self.ply = 0
        for side in range(2):
            stop = self.pieces[side]
            for i in range(stop):
                if left == 0:
                    word = record[at]
                    at += 1
                    left = 4
                square = word & 1023
                cell[square] = word >> 10 & 15
                where[side * MOST_PIECES + i] = square
                slot[square] = i
                word >>= 16
                left -= 1
