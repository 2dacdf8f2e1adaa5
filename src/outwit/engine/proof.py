"""Depth-first proof-number search: can a side force a win?

The question is asked about one side, the goal. At each position ``phi`` measures what is left to
do to show that the side to move gets its way, ``delta`` what is left to show that it does not; 0
means shown, ``NEVER`` that it cannot be. The side to move needs one good move, so its ``phi`` is
the least ``delta`` after a move; its ``delta`` is the greatest ``phi`` after a move and one for
each further open move, which, unlike a sum, does not count twice what moves in another order.

A position that stands on the way already is no win for the goal: a game without end is not won.
That may be untrue on another way, so such a finding notes the ply it leans on. Once the search is
back at that ply, or before it, the loop lies wholly below and the finding holds anywhere; until
then it is kept under a key made of the whole way. A win never leans on anything.
"""

from __future__ import annotations

from cython import bint, nogil
from cython import int as i32
from cython import ulonglong as u64

from outwit.core import verdict
from outwit.core.moves import MoveStack
from outwit.core.position import Position
from outwit.engine.prooftable import ProofTable
from outwit.engine.prover import PLIES, Prover
from outwit.geometry import bits, memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

NEVER = (1 << 20) - 1
MOST_PLIES = 4_095
MOST_STEPS = 40
# What a finding leans on: nothing; or the end of the room, which never becomes true.
NOTHING, HORIZON = 1 << 20, -1
FILTER = 4_096


class Proof(Prover):
    """Searches where the least is left to show."""

    def __init__(self, position: Position, table: ProofTable, listen: Callable[[], bool]) -> None:
        super().__init__(position, table, listen)
        capacity = position.most * (self.deepest + 2)
        self.moves = MoveStack(capacity)
        numbers = [bytearray(4 * capacity) for _ in range(5)]
        child_keys = bytearray(8 * capacity)
        keys = bytearray(8 * (PLIES + 2))
        ways = bytearray(8 * (PLIES + 2))
        marks = bytearray(4 * FILTER)
        self.stores = [*numbers, child_keys, keys, ways, marks]
        self.phis = memory.i32s(numbers[0])
        self.deltas = memory.i32s(numbers[1])
        self.leans = memory.i32s(numbers[2])
        self.ends = memory.i32s(numbers[3])
        self.guesses = memory.i32s(numbers[4])
        self.child_keys = memory.u64s(child_keys)
        self.keys = memory.u64s(keys)
        self.ways = memory.u64s(ways)
        self.marks = memory.i32s(marks)
        self.phi = 0
        self.delta = 0
        self.lean = 0
        self.end = 0
        self.leaning = False

    # What the driver calls

    def pursue(self, goal: int) -> bool | None:
        """Return whether the goal can force a win, None if that is not known yet."""
        self.goal = goal
        self.lean = NOTHING
        with nogil:
            self.enter(self.key_here(), 0)
            self.search(0, 0, NEVER, NEVER)
            self.leave(0)
        self.check()
        if (self.phi and self.delta) or self.lean == HORIZON:
            return None
        return (self.phi == 0) == (self.position.side == self.goal)

    @property
    def at_horizon(self) -> bool:
        """Tell whether the last search ended for want of room, so that more time is no help."""
        return self.lean == HORIZON

    @property
    def distance(self) -> int:
        """Return the plies of the win that the last search has found."""
        return self.end

    @property
    def key(self) -> int:
        """Return the key of the position."""
        return self.key_here()

    def outlook(self, goal: int) -> list[tuple[str, bool | None, int]]:
        """List the moves, whether the goal can force a win after each, and in how many plies."""
        found: list[tuple[str, bool | None, int]] = []
        self.goal = goal
        us = self.position.side
        stop = self.position.generate(self.moves, 0)
        self.enter(self.key_here(), 0)
        for i in range(stop):
            self.position.make(self.moves.data[i])
            self.look(1, i)
            self.position.unmake()
            won: bool | None = None
            if self.phis[i] == 0 or self.deltas[i] == 0:
                won = (self.deltas[i] == 0) == (us == goal)
            if self.leans[i] != NOTHING:
                won = None
            found.append((self.position.write_move(self.moves.data[i]), won, self.ends[i]))
        self.leave(0)
        self.check()
        return found

    # What runs without the interpreter

    def enter(self, key: u64, ply: i32) -> None:
        """Set a position on the way."""
        before: u64 = self.ways[ply - 1] if ply else 0
        self.keys[ply] = key
        self.ways[ply] = bits.mix(before ^ key)
        self.marks[key & (FILTER - 1)] += 1

    def leave(self, ply: i32) -> None:
        """Take a position off the way."""
        self.marks[self.keys[ply] & (FILTER - 1)] -= 1

    def when(self, key: u64, ply: i32) -> i32:
        """Return the ply at which a position stood on the way to this one, -1 if it did not."""
        i: i32
        if self.marks[key & (FILTER - 1)]:
            for i in range(ply - 2, -1, -2):
                if self.keys[i] == key:
                    return i
        return -1

    def settle(self, i: i32, won: bint, end: i32, lean: i32) -> None:
        """Note about the position after a move whether the goal wins, and what that leans on."""
        succeeds: bint = won == (self.position.side == self.goal)
        self.phis[i] = 0 if succeeds else NEVER
        self.deltas[i] = NEVER if succeeds else 0
        self.ends[i] = end
        self.leans[i] = lean

    def look(self, ply: i32, i: i32) -> None:
        """Note what is known about the position, which stands after the move numbered ``i``."""
        key: u64 = self.key_here()
        entry: u64 = self.table.find(key, self.goal)
        other: u64
        before: i32
        number: i32
        self.child_keys[i] = key
        if entry:
            self.phis[i] = entry & NEVER
            self.deltas[i] = entry >> 20 & NEVER
            self.ends[i] = entry >> 40 & 4_095
            self.leans[i] = NOTHING
            if not self.phis[i] or not self.deltas[i]:
                return
        before = self.when(key, ply)
        if before >= 0:
            self.settle(i, False, 0, before)
            return
        other = self.table.find(key, 1 - self.goal)
        # Where the other side wins, the goal does not.
        if other and not (other if self.position.side != self.goal else other >> 20) & NEVER:
            self.settle(i, False, 0, NOTHING)
            return
        if self.leaning:
            other = self.table.find(bits.mix(self.ways[ply - 1] ^ key), self.goal)
            if other:
                before = other >> 40 & 4_095
                self.settle(i, False, 0, before - 1)
                return
        if entry:
            return
        number = self.position.count()
        if number == 0:
            self.settle(i, self.position.judge() & 3 == verdict.FIRST_WINS + self.goal, 0, NOTHING)
            return
        self.phis[i] = 1
        self.deltas[i] = number
        # Half a piece more counts like a move less to examine.
        number = self.position.evaluate() // 50
        if number > 0:
            self.deltas[i] += number if number < MOST_STEPS else MOST_STEPS
        else:
            self.phis[i] -= number if number > -MOST_STEPS else -MOST_STEPS
        self.ends[i] = 0
        self.leans[i] = NOTHING

    def search(self, ply: i32, start: i32, phi_limit: i32, delta_limit: i32) -> None:
        """Search until the position is shown to be won or not, or a limit is reached.

        What is found stands in ``phi``, ``delta``, ``lean`` and ``end``.
        """
        before: u64 = self.nodes
        mine: bint = self.position.side == self.goal
        if ply >= self.deepest:
            self.phi = NEVER if mine else 0
            self.delta = 0 if mine else NEVER
            self.lean = HORIZON
            return
        # 1. The moves, and what is known about the positions after them.
        stop: i32 = self.position.generate(self.moves, start)
        i: i32
        for i in range(start, stop):
            self.guesses[i] = self.position.order(self.moves.data[i])
            self.nodes += 1
            self.position.make(self.moves.data[i])
            self.look(ply + 1, i)
            self.position.unmake()
            if self.deltas[i] == 0 and self.leans[i] == NOTHING:
                stop = i + 1
                break
        phi: i32
        delta: i32
        second: i32
        greatest: i32
        open_moves: i32
        best: i32
        while True:
            # 2. What that says about this position.
            phi = NEVER
            second = NEVER
            greatest = 0
            open_moves = 0
            best = start
            for i in range(start, stop):
                if self.deltas[i] < phi or (
                    self.deltas[i] == phi and self.guesses[i] > self.guesses[best]
                ):
                    second = phi
                    phi = self.deltas[i]
                    best = i
                elif self.deltas[i] < second:
                    second = self.deltas[i]
                if self.phis[i]:
                    open_moves += 1
                    if self.phis[i] > greatest:
                        greatest = self.phis[i]
            delta = 0
            if phi == 0:
                delta = NEVER
            elif open_moves:
                delta = greatest + open_moves - 1
                if delta >= NEVER:
                    delta = NEVER - 1
            # 3. Enough for now?
            if phi >= phi_limit or delta >= delta_limit or not phi or not delta:
                break
            if self.must_stop():
                break
            # 4. Look closer at the move that needs the least, until another one needs less.
            second = second + second // 4 + 1
            if second > phi_limit:
                second = phi_limit
            greatest = NEVER if delta_limit == NEVER else delta_limit - open_moves + 1
            self.position.make(self.moves.data[best])
            self.enter(self.child_keys[best], ply + 1)
            self.search(ply + 1, stop, greatest, second)
            self.leave(ply + 1)
            self.position.unmake()
            self.phis[best] = self.phi
            self.deltas[best] = self.delta
            self.leans[best] = self.lean
            self.ends[best] = self.end
        # 5. Remember.
        self.phi = phi
        self.delta = delta
        self.lean = NOTHING
        self.end = 0
        if not phi or not delta:
            self.conclude(start, stop, mine)
        if self.lean >= ply:
            self.lean = NOTHING
        if self.lean == NOTHING:
            self.table.keep(self.keys[ply], self.goal, phi, delta, self.end, self.nodes - before)
        elif self.lean != HORIZON or ply:
            self.leaning = True
            self.table.keep(
                self.ways[ply], self.goal, phi, delta, self.lean + 1, self.nodes - before
            )

    def conclude(self, start: i32, stop: i32, mine: bint) -> None:
        """Set in how many plies the goal wins here, or else what it leans on that it does not."""
        # Where one move is enough, take the soonest win or what leans on least; else the worst.
        i: i32
        won: bint = (self.phi == 0) == mine
        self.end = MOST_PLIES if won and mine else 0
        self.lean = HORIZON if not won and not mine else NOTHING
        for i in range(start, stop):
            if won and mine:
                if self.deltas[i] == 0 and self.ends[i] + 1 < self.end:
                    self.end = self.ends[i] + 1
            elif won:
                if self.ends[i] + 1 > self.end:
                    self.end = self.ends[i] + 1
            elif mine:
                if self.leans[i] < self.lean:
                    self.lean = self.leans[i]
            elif self.deltas[i] == 0 and self.leans[i] > self.lean:
                self.lean = self.leans[i]
        if self.end > MOST_PLIES:
            self.end = MOST_PLIES
