"""Pieces on the board of Advance: where they stand, whom they protect, whom they endanger."""

from __future__ import annotations

from cython import bint
from cython import int as i32
from cython import uint as u32

from outwit.core.position import Position
from outwit.core.rules import Rules
from outwit.errors import BadPosition
from outwit.games.advance import pieces
from outwit.games.advance.board import SIZE, count_generals
from outwit.geometry import bits, memory

VALUES = [1, 2, 3, 4, 5, 6, 7, 0]

# Steps to the neighbours; a Sentinel's; and to where a Catapult hits.
AROUND = pieces.NEIGHBOURS
JUMPS = [33, 31, 18, 14, -33, -31, -18, -14]
SHOTS = [48, 3, -48, -3, 34, -30, -34, 30]

# No piece has more moves than a Dragon in the middle: four on each of its eight lines. A Miner and
# a Builder have 16, a Catapult 12, the others fewer.
MOST_MOVES = 32 * pieces.MOST_PIECES


class Field(Position):
    """A position of which only the pieces are known, not yet what they may do."""

    def __init__(self, rows: list[str], side: int, options: dict[str, object]) -> None:
        super().__init__(side, MOST_MOVES, pieces.FRAME, options)
        if len(rows) != SIZE or any(len(row) != SIZE for row in rows):
            raise BadPosition(f"board: {SIZE} rows of {SIZE} squares expected")
        if wrong := count_generals(rows):
            raise BadPosition(f"board: {wrong}")
        self.material = [0, 0]
        self.general = [0, 0]
        self.pieces = [0, 0]
        self.hash = 0
        self.cell_store = bytearray([pieces.OFF]) * (pieces.STRIDE * (SIZE + 2 * pieces.MARGIN))
        self.where_store = bytearray(2 * pieces.MOST_PIECES)
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
        if piece:
            self.toggle(square, piece)

    def toggle(self, square: i32, piece: i32) -> None:
        """Add a piece or wall to the key, or take it out again."""
        self.hash ^= bits.mix(square * 64 + piece)

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

    def is_protected(self, square: i32, own: i32) -> bint:
        """Tell whether a Sentinel of that colour stands beside a square."""
        guard: i32 = pieces.SENTINEL | own
        return (
            self.cell[square + 16] == guard
            or self.cell[square - 16] == guard
            or self.cell[square + 1] == guard
            or self.cell[square - 1] == guard
        )

    def can_be_taken(self, square: i32, foe: i32) -> bint:
        """Tell whether a piece of that colour stands there that may be captured."""
        piece: i32 = self.cell[square]
        return (
            (piece & foe) != 0
            and piece & 7 != pieces.GENERAL
            and not self.is_protected(square, foe)
        )

    def in_danger(self, side: i32) -> bint:
        """Tell whether a General could be captured, were it the other side's turn."""
        square: i32 = self.general[side]
        own: i32 = pieces.BLACK if side else pieces.WHITE
        foe: i32 = pieces.WHITE if side else pieces.BLACK
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
            piece = self.cell[target]
            if piece == pieces.EMPTY:
                target += way
                if self.cell[target] == foe | pieces.ZOMBIE and way * ahead >= 15:
                    return True
                while not self.cell[target]:
                    target += way
                piece = self.cell[target]
                if piece == foe | pieces.DRAGON or (piece == foe | pieces.MINER and i < 4):
                    return True
            elif piece & foe:
                piece &= 7
                if (
                    piece == pieces.BUILDER
                    or piece == pieces.GENERAL
                    or (piece == pieces.MINER and i < 4)
                    or (piece == pieces.ZOMBIE and way * ahead >= 15)
                ):
                    return True
        for i in range(8):
            if self.cell[square + JUMPS[i]] == foe | pieces.SENTINEL:
                return True
            if self.cell[square + SHOTS[i]] == foe | pieces.CATAPULT:
                return True
        return False

    def exposes(self, move: u32) -> bint:
        """Tell whether a move leaves the own General in danger, by trying it on the board."""
        origin: i32 = move & 255
        target: i32 = move >> 8 & 255
        piece: i32 = self.cell[origin]
        other: i32 = self.cell[target]
        own: i32 = pieces.BLACK if self.side else pieces.WHITE
        general: i32 = self.general[self.side]
        if not move & pieces.ACT:
            self.cell[origin] = other if other & own else pieces.EMPTY
            self.cell[target] = piece
            if origin == general:
                self.general[self.side] = target
            elif target == general:
                self.general[self.side] = origin
        elif piece & 7 == pieces.BUILDER:
            self.cell[target] = pieces.WALL
        elif piece & 7 == pieces.JESTER:
            self.cell[target] = other & 7 | own
        else:
            self.cell[target] = pieces.EMPTY
        danger: bint = self.in_danger(self.side)
        self.cell[origin] = piece
        self.cell[target] = other
        self.general[self.side] = general
        return danger

    def mark_guards(self) -> None:
        """Mark the pieces around a safe General whose going away might put it in danger.

        A piece between the General and an enemy Dragon, Miner or leaping Zombie guards it; so
        does the only Sentinel beside it. Nothing that comes can harm, only what goes. The mark is
        a number of its own each time, so that earlier marks need not be taken away.
        """
        self.mark += 1
        square: i32 = self.general[self.side]
        own: i32 = pieces.BLACK if self.side else pieces.WHITE
        foe: i32 = pieces.WHITE if self.side else pieces.BLACK
        ahead: i32 = -1 if self.side else 1
        i: i32
        way: i32
        target: i32
        first: i32
        piece: i32
        for i in range(8):
            way = AROUND[i]
            target = square + way
            if i < 4 and self.cell[target] == own | pieces.SENTINEL:
                self.guards[target] = self.mark
                continue
            while not self.cell[target]:
                target += way
            if self.cell[target] & (pieces.OFF | pieces.WALL):
                continue
            first = target
            target += way
            if (
                first == square + way
                and way * ahead >= 15
                and self.cell[target] == foe | pieces.ZOMBIE
            ):
                self.guards[first] = self.mark
                continue
            while not self.cell[target]:
                target += way
            piece = self.cell[target]
            if piece == foe | pieces.DRAGON or (piece == foe | pieces.MINER and i < 4):
                self.guards[first] = self.mark
