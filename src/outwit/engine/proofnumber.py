"""Depth-first proof-number search: can a side force a win?

The question is asked about one side, the goal. At each position ``phi`` measures what is left to
do to show that the side to move gets its way, ``delta`` what is left to show that it does not; 0
means shown, ``NEVER`` that it cannot be. The side to move needs one good move, so its ``phi`` is
the least ``delta`` after a move; its ``delta`` is the greatest ``phi`` after a move and one for
each further open move, which, unlike a sum, does not count twice what moves in another order.

A position that repeats one on the path is no win for the goal: a game without end is not won. On
another path that may be untrue (the graph-history-interaction problem), so such a result notes the
ply of the path it depends on. Once the search is back at that ply, or before it, the loop lies
wholly below and the result holds on any path; until then it is kept under a key made of the whole
path. A win never depends on the path.
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
# The ply of the path that a result depends on: none; or the depth limit, which no path lifts.
INDEPENDENT, HORIZON = 1 << 20, -1
FILTER = 4_096


class ProofNumberSearch(Prover):
    """Searches for a forced win of a side, the goal, by the smallest proof numbers."""

    def __init__(
        self, position: Position, table: ProofTable, keep_going: Callable[[], bool]
    ) -> None:
        super().__init__(position, table, keep_going)
        capacity = position.most * (self.deepest + 2)
        self.moves = MoveStack(capacity)
        numbers = [bytearray(4 * capacity) for _ in range(5)]
        child_keys = bytearray(8 * capacity)
        keys = bytearray(8 * (PLIES + 2))
        path_keys = bytearray(8 * (PLIES + 2))
        path_filter = bytearray(4 * FILTER)
        self.stores = [*numbers, child_keys, keys, path_keys, path_filter]
        self.phis = memory.i32s(numbers[0])
        self.deltas = memory.i32s(numbers[1])
        self.dependences = memory.i32s(numbers[2])
        self.ends = memory.i32s(numbers[3])
        self.guesses = memory.i32s(numbers[4])
        self.child_keys = memory.u64s(child_keys)
        self.keys = memory.u64s(keys)
        self.path_keys = memory.u64s(path_keys)
        self.path_filter = memory.i32s(path_filter)
        self.phi = 0
        self.delta = 0
        self.dependence = 0
        self.end = 0
        self.has_path_entries = False

    # What the driver calls

    def prove(self, goal: int) -> bool | None:
        """Return whether the goal can force a win, None if that is not known yet."""
        self.goal = goal
        self.dependence = INDEPENDENT
        with nogil:
            self.enter(self.key_here(), 0)
            self.search(0, 0, NEVER, NEVER)
            self.leave(0)
        self.check()
        if (self.phi and self.delta) or self.dependence == HORIZON:
            return None
        return (self.phi == 0) == (self.position.side == self.goal)

    @property
    def at_horizon(self) -> bool:
        """Tell whether the last search ended at the depth limit: more time does not help."""
        return self.dependence == HORIZON

    @property
    def distance(self) -> int:
        """Return the plies of the win that the last search has found."""
        return self.end

    @property
    def key(self) -> int:
        """Return the key of the position."""
        return self.key_here()

    def move_results(self, goal: int) -> list[tuple[str, bool | None, int]]:
        """List the moves, whether the goal can force a win after each, and in how many plies."""
        found: list[tuple[str, bool | None, int]] = []
        self.goal = goal
        us = self.position.side
        stop = self.position.generate(self.moves, 0)
        self.enter(self.key_here(), 0)
        for i in range(stop):
            self.position.make(self.moves.data[i])
            self.probe(1, i)
            self.position.unmake()
            won: bool | None = None
            if self.phis[i] == 0 or self.deltas[i] == 0:
                won = (self.deltas[i] == 0) == (us == goal)
            if self.dependences[i] != INDEPENDENT:
                won = None
            found.append((self.position.write_move(self.moves.data[i]), won, self.ends[i]))
        self.leave(0)
        self.check()
        return found

    # What runs without the interpreter

    def enter(self, key: u64, ply: i32) -> None:
        """Add a position to the path."""
        before: u64 = self.path_keys[ply - 1] if ply else 0
        self.keys[ply] = key
        self.path_keys[ply] = bits.mix(before ^ key)
        self.path_filter[key & (FILTER - 1)] += 1

    def leave(self, ply: i32) -> None:
        """Take a position off the path."""
        self.path_filter[self.keys[ply] & (FILTER - 1)] -= 1

    def repeated_ply(self, key: u64, ply: i32) -> i32:
        """Return the ply of the path at which a position stood, -1 if it did not."""
        i: i32
        if self.path_filter[key & (FILTER - 1)]:
            for i in range(ply - 2, -1, -2):
                if self.keys[i] == key:
                    return i
        return -1

    def set_result(self, i: i32, won: bint, end: i32, dependence: i32) -> None:
        """Set whether the goal wins after a move, and on which ply of the path that depends."""
        succeeds: bint = won == (self.position.side == self.goal)
        self.phis[i] = 0 if succeeds else NEVER
        self.deltas[i] = NEVER if succeeds else 0
        self.ends[i] = end
        self.dependences[i] = dependence

    def probe(self, ply: i32, i: i32) -> None:
        """Set what is known about the position, which stands after the move numbered ``i``."""
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
            self.dependences[i] = INDEPENDENT
            if not self.phis[i] or not self.deltas[i]:
                return
        before = self.repeated_ply(key, ply)
        if before >= 0:
            self.set_result(i, False, 0, before)
            return
        other = self.table.find(key, 1 - self.goal)
        # Where the other side wins, the goal does not.
        if other and not (other if self.position.side != self.goal else other >> 20) & NEVER:
            self.set_result(i, False, 0, INDEPENDENT)
            return
        if self.has_path_entries:
            other = self.table.find(bits.mix(self.path_keys[ply - 1] ^ key), self.goal)
            if other:
                before = other >> 40 & 4_095
                self.set_result(i, False, 0, before - 1)
                return
        if entry:
            return
        number = self.position.count()
        if number >= NEVER - MOST_STEPS:
            number = NEVER - MOST_STEPS - 1
        if number == 0:
            self.set_result(
                i, self.position.judge() & 3 == verdict.FIRST_WINS + self.goal, 0, INDEPENDENT
            )
            return
        self.phis[i] = 1
        self.deltas[i] = number
        # Half a piece more counts as one move less to examine.
        number = self.position.evaluate() // 50
        if number > 0:
            self.deltas[i] += number if number < MOST_STEPS else MOST_STEPS
        else:
            self.phis[i] -= number if number > -MOST_STEPS else -MOST_STEPS
        self.ends[i] = 0
        self.dependences[i] = INDEPENDENT

    def search(self, ply: i32, start: i32, phi_limit: i32, delta_limit: i32) -> None:
        """Search until the position is shown to be won or not, or a limit is reached.

        The result is in ``phi``, ``delta``, ``dependence`` and ``end``.
        """
        before: u64 = self.nodes
        mine: bint = self.position.side == self.goal
        if ply >= self.deepest:
            self.phi = NEVER if mine else 0
            self.delta = 0 if mine else NEVER
            self.dependence = HORIZON
            return
        # 1. Generate the moves, and look up the positions after them.
        stop: i32 = self.position.generate(self.moves, start)
        i: i32
        for i in range(start, stop):
            self.guesses[i] = self.position.order(self.moves.data[i])
            self.nodes += 1
            self.position.make(self.moves.data[i])
            self.probe(ply + 1, i)
            self.position.unmake()
            if self.deltas[i] == 0 and self.dependences[i] == INDEPENDENT:
                stop = i + 1
                break
        phi: i32
        delta: i32
        second: i32
        greatest: i32
        open_moves: i32
        best: i32
        while True:
            # 2. Compute this position's numbers from those.
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
            # 3. Stop if a threshold is reached or the position is solved.
            if phi >= phi_limit or delta >= delta_limit or not phi or not delta:
                break
            if self.must_stop():
                break
            # 4. Search the move with the least to prove, until another one has less.
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
            self.dependences[best] = self.dependence
            self.ends[best] = self.end
        # 5. Store the result in the table.
        self.phi = phi
        self.delta = delta
        self.dependence = INDEPENDENT
        self.end = 0
        if not phi or not delta:
            self.conclude(start, stop, mine)
        if self.dependence >= ply:
            self.dependence = INDEPENDENT
        if self.dependence == INDEPENDENT:
            self.table.keep(self.keys[ply], self.goal, phi, delta, self.end, self.nodes - before)
        elif self.dependence != HORIZON or ply:
            self.has_path_entries = True
            self.table.keep(
                self.path_keys[ply], self.goal, phi, delta, self.dependence + 1, self.nodes - before
            )

    def conclude(self, start: i32, stop: i32, mine: bint) -> None:
        """Set in how many plies the goal wins here, or else on which ply a no depends."""
        # Where one move is enough, take the soonest win or the least dependence; else the worst.
        i: i32
        won: bint = (self.phi == 0) == mine
        self.end = MOST_PLIES if won and mine else 0
        self.dependence = HORIZON if not won and not mine else INDEPENDENT
        for i in range(start, stop):
            if won and mine:
                if self.deltas[i] == 0 and self.ends[i] + 1 < self.end:
                    self.end = self.ends[i] + 1
            elif won:
                if self.ends[i] + 1 > self.end:
                    self.end = self.ends[i] + 1
            elif mine:
                if self.dependences[i] < self.dependence:
                    self.dependence = self.dependences[i]
            elif self.deltas[i] == 0 and self.dependences[i] > self.dependence:
                self.dependence = self.dependences[i]
        if self.end > MOST_PLIES:
            self.end = MOST_PLIES
