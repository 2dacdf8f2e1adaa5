"""What the pieces of Advance may do, and when a General is in danger."""

from __future__ import annotations

from cython import bint
from cython import int as i32
from cython import uint as u32

from outwit.core.moves import MoveStack
from outwit.games.advance import pieces
from outwit.games.advance.board import SIZE
from outwit.games.advance.field import Field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

AROUND = pieces.NEIGHBOURS
JUMPS = pieces.JUMPS
SHOTS = pieces.SHOTS
# How a piece can capture another: whatever else there is, or if nothing stands between.
ANYWAY, IN_SIGHT = 1, 2


def swaps() -> list[int]:
    """Return, by side and cell, whether a Jester may step or swap there."""
    table = [0] * 256
    for side, own in enumerate((pieces.WHITE, pieces.BLACK)):
        table[128 * side] = 1
        for kind in range(8):
            table[128 * side + own + kind] = int(kind != pieces.JESTER)
    return table


SWAPS = swaps()


def reaches() -> list[int]:
    """Return, by side, enemy and how far its General is away, whether the enemy can capture it.

    How far is the difference of the squares, cut to a byte. A line across the whole board shares
    its number with squares that are on no line: there, the way leads off the board at once.
    """
    table = [0] * (2 * 32 * 256)

    def note(piece: int, steps: list[int], reach: int) -> None:
        side = 0 if piece & pieces.BLACK else 1
        for step in steps:
            table[(32 * side + piece) * 256 + (step & 255)] = reach

    def lines(ways: list[int]) -> list[int]:
        return [way * length for way in ways for length in range(2, SIZE)]

    for colour, forward in ((pieces.WHITE, pieces.STRIDE), (pieces.BLACK, -pieces.STRIDE)):
        ahead = [forward - 1, forward, forward + 1]
        note(colour | pieces.ZOMBIE, ahead, ANYWAY)
        note(colour | pieces.ZOMBIE, [2 * way for way in ahead], IN_SIGHT)
        note(colour | pieces.BUILDER, pieces.NEIGHBOURS, ANYWAY)
        note(colour | pieces.MINER, pieces.NEIGHBOURS[:4], ANYWAY)
        note(colour | pieces.MINER, lines(pieces.NEIGHBOURS[:4]), IN_SIGHT)
        note(colour | pieces.SENTINEL, pieces.JUMPS, ANYWAY)
        note(colour | pieces.CATAPULT, pieces.SHOTS, ANYWAY)
        note(colour | pieces.DRAGON, lines(pieces.NEIGHBOURS), IN_SIGHT)
        note(colour | pieces.GENERAL, pieces.NEIGHBOURS, ANYWAY)
    return table


def ways() -> list[int]:
    """Return the step from a square towards another on a line, by their difference plus 256."""
    table = [0] * 512
    for way in pieces.NEIGHBOURS:
        for length in range(1, SIZE):
            table[256 + way * length] = way
    return table


REACHES = reaches()
WAYS = ways()


def is_protected(cell: Sequence[int], square: i32, guard: i32) -> bint:
    """Tell whether that Sentinel stands beside a square."""
    return (
        cell[square + 16] == guard
        or cell[square - 16] == guard
        or cell[square + 1] == guard
        or cell[square - 1] == guard
    )


def can_be_taken(cell: Sequence[int], square: i32, foe: i32) -> bint:
    """Tell whether a piece of that colour stands there that may be captured."""
    piece: i32 = cell[square]
    return (
        (piece & foe) != 0
        and piece & 7 != pieces.GENERAL
        and not is_protected(cell, square, pieces.SENTINEL | foe)
    )


def is_attacked(position: Movement, square: i32, side: i32) -> bint:
    """Tell whether a side's General, on a square without protection, could be captured there."""
    cell = position.cell
    where = position.where
    first: i32 = (1 - side) * pieces.MOST_PIECES
    reach: i32
    enemy: i32
    way: i32
    i: i32
    for i in range(first, first + position.pieces[1 - side]):
        enemy = where[i]
        reach = REACHES[(32 * side + cell[enemy]) * 256 + (square - enemy & 255)]
        if reach:
            if reach == ANYWAY:
                return True
            way = WAYS[square - enemy + 256]
            enemy += way
            while enemy != square and not cell[enemy]:
                enemy += way
            if enemy == square:
                return True
    return False


class Movement(Field):
    """A position of which the moves are known, not yet when the game is over."""

    def in_danger(self, side: i32) -> bint:
        """Tell whether a General could be captured, were it the other side's turn."""
        square: i32 = self.general[side]
        guard: i32 = pieces.SENTINEL | (pieces.BLACK if side else pieces.WHITE)
        return not is_protected(self.cell, square, guard) and is_attacked(self, square, side)

    def exposes(self, move: u32) -> bint:
        """Tell whether a move leaves the own General in danger, by trying it on the board."""
        cell = self.cell
        origin: i32 = move >> 8 & 255
        target: i32 = move & 255
        piece: i32 = cell[origin]
        other: i32 = cell[target]
        own: i32 = pieces.BLACK if self.side else pieces.WHITE
        square: i32 = self.general[self.side]
        if not move & pieces.ACT:
            cell[origin] = other if other & own else pieces.EMPTY
            cell[target] = piece
            if origin == square:
                square = target
            elif target == square:
                square = origin
        elif piece & 7 == pieces.BUILDER:
            cell[target] = pieces.WALL
        elif piece & 7 == pieces.JESTER:
            cell[target] = other & 7 | own
        else:
            cell[target] = pieces.EMPTY
        danger: bint = not is_protected(cell, square, pieces.SENTINEL | own) and is_attacked(
            self, square, self.side
        )
        cell[origin] = piece
        cell[target] = other
        return danger

    def keep_safe(self, data: memoryview[int], start: i32, stop: i32, danger: bint) -> i32:
        """Keep, of some moves, those that do not expose the General; return where they stop.

        A danger is not averted where nothing changes on a marked square.
        """
        kept: i32 = start
        move: u32
        i: i32
        for i in range(start, stop):
            move = data[i]
            if (
                danger
                and self.guards[move >> 8 & 255] != self.mark
                and self.guards[move & 255] != self.mark
            ):
                continue
            if not self.exposes(move):
                data[kept] = move
                kept += 1
        return kept

    def mark_seen(self) -> None:
        """Mark the squares, besides its own, that say whether the General is in danger."""
        cell = self.cell
        guards = self.guards
        square: i32 = self.general[self.side]
        target: i32
        i: i32
        for i in range(8):
            guards[square + JUMPS[i]] = self.mark
            guards[square + SHOTS[i]] = self.mark
            target = square + AROUND[i]
            guards[target] = self.mark
            while not cell[target]:
                target += AROUND[i]
                guards[target] = self.mark

    def look_around(self) -> bint:
        """Tell whether the General of the side to move is in danger, and mark what matters then.

        In danger, these are the squares that say so; else, the General and its guards. A guard is a
        piece whose going away might put it in danger: the only one between the General and an enemy
        Dragon, Miner or leaping Zombie, or a Sentinel beside it, which protects it from them all.
        Nothing that comes can harm, only what goes. The mark is a number of its own each time, so
        that earlier marks need not be taken away.
        """
        self.mark += 1
        cell = self.cell
        guards = self.guards
        us: i32 = self.side
        square: i32 = self.general[us]
        guard: i32 = pieces.SENTINEL | (pieces.BLACK if us else pieces.WHITE)
        first: i32 = (1 - us) * pieces.MOST_PIECES
        between: i32
        enemy: i32
        reach: i32
        way: i32
        i: i32
        guards[square] = self.mark
        if is_protected(cell, square, guard):
            for i in range(4):
                if cell[square + AROUND[i]] == guard:
                    guards[square + AROUND[i]] = self.mark
            return False
        for i in range(first, first + self.pieces[1 - us]):
            enemy = self.where[i]
            reach = REACHES[(32 * us + cell[enemy]) * 256 + (square - enemy & 255)]
            if not reach:
                continue
            way = WAYS[square - enemy + 256]
            between = square
            if reach == IN_SIGHT:
                between = enemy + way
                while not cell[between]:
                    between += way
            if between == square:
                self.mark_seen()
                return True
            if cell[between] & (pieces.OFF | pieces.WALL):
                continue
            enemy = between + way
            while not cell[enemy]:
                enemy += way
            if enemy == square:
                guards[between] = self.mark
        return False

    def walk(self, moves: MoveStack, start: i32, one: bint, quiet: bint) -> i32:
        """Write the legal moves, whatever the move limit says; or only some, if there are any."""
        first: i32 = self.side * pieces.MOST_PIECES
        return self.walk_with(moves, start, one, quiet, first, first + self.pieces[self.side])

    def walk_with(
        self, moves: MoveStack, start: i32, one: bint, quiet: bint, low: i32, high: i32
    ) -> i32:
        """Write the legal moves of the pieces from one place up to another in the lists of pieces.

        Without the quiet ones, only captures and conversions are written. A quiet move is written
        before it is checked; if it is not legal, the next move overwrites it.
        """
        cell = self.cell
        data = moves.data
        us: i32 = self.side
        own: i32 = pieces.BLACK if us else pieces.WHITE
        foe: i32 = pieces.WHITE if us else pieces.BLACK
        forward: i32 = -pieces.STRIDE if us else pieces.STRIDE
        danger: bint = self.look_around()
        stop: i32 = start
        first: i32
        i: i32
        k: i32
        way: i32
        origin: i32
        base: i32
        target: i32
        kind: i32
        free: i32
        doubt: bint
        for i in range(low, high):
            origin = self.where[i]
            kind = cell[origin] & 7
            doubt = danger or self.guards[origin] == self.mark
            first = stop
            base = origin << 8
            if kind == pieces.ZOMBIE:
                for way in range(forward - 1, forward + 2):
                    target = origin + way
                    free = not cell[target]
                    data[stop] = base | target
                    stop += free & quiet
                    # What is two squares away can be taken by a leap.
                    target += free * way
                    if cell[target] & foe and can_be_taken(cell, target, foe):
                        data[stop] = base | target
                        stop += 1
            elif kind == pieces.BUILDER:
                for k in range(8):
                    target = origin + AROUND[k]
                    free = (not cell[target]) & quiet
                    data[stop] = base | target
                    data[stop + 1] = base | target | pieces.ACT
                    stop += 2 * free
                    if cell[target] & foe and can_be_taken(cell, target, foe):
                        data[stop] = base | target
                        stop += 1
            elif kind == pieces.GENERAL:
                # It is not in its own way.
                cell[origin] = pieces.EMPTY
                for k in range(8):
                    target = origin + AROUND[k]
                    if (quiet if not cell[target] else can_be_taken(cell, target, foe)) and (
                        is_protected(cell, target, pieces.SENTINEL | own)
                        or not is_attacked(self, target, us)
                    ):
                        data[stop] = base | target
                        stop += 1
                cell[origin] = pieces.GENERAL | own
                doubt = False
            elif kind == pieces.JESTER:
                for k in range(8):
                    target = origin + AROUND[k]
                    free = SWAPS[128 * us + cell[target]]
                    data[stop] = base | target
                    stop += free & quiet
                    # Squares stay full in a swap; only where the General and its guards stand can
                    # matter.
                    if (
                        self.guards[target] == self.mark
                        and free & quiet
                        and not doubt
                        and self.exposes(base | target)
                    ):
                        stop -= 1
                    if cell[target] & foe and cell[target] & 7 != pieces.GENERAL:
                        data[stop] = base | target | pieces.ACT
                        stop += 1
            elif kind == pieces.MINER:
                for k in range(4):
                    target = origin + AROUND[k]
                    while not cell[target]:
                        data[stop] = base | target
                        stop += quiet
                        target += AROUND[k]
                    if (cell[target] == pieces.WALL and quiet) or (
                        cell[target] & foe and can_be_taken(cell, target, foe)
                    ):
                        data[stop] = base | target
                        stop += 1
            elif kind == pieces.SENTINEL:
                for k in range(8):
                    target = origin + JUMPS[k]
                    data[stop] = base | target
                    stop += (not cell[target]) & quiet
                    if cell[target] & foe and can_be_taken(cell, target, foe):
                        data[stop] = base | target
                        stop += 1
            elif kind == pieces.CATAPULT:
                for k in range(8):
                    if k < 4:
                        target = origin + AROUND[k]
                        data[stop] = base | target
                        stop += (not cell[target]) & quiet
                    target = origin + SHOTS[k]
                    if cell[target] & foe and can_be_taken(cell, target, foe):
                        data[stop] = base | target | pieces.ACT
                        stop += 1
                        if self.guards[target] == self.mark:
                            doubt = True
            else:
                for k in range(8):
                    way = AROUND[k]
                    target = origin + way
                    while not cell[target]:
                        data[stop] = base | target
                        stop += quiet
                        target += way
                    if (
                        cell[target] & foe
                        and target != origin + way
                        and can_be_taken(cell, target, foe)
                    ):
                        data[stop] = base | target
                        stop += 1
            if doubt and stop > first:
                stop = self.keep_safe(data, first, stop, danger)
            if one and stop > start:
                break
        return stop
