"""Can a side force a win within so many plies?

Every line is played to its end or to that depth, so the answer holds on any way to the position,
and asking deeper and deeper finds the shortest win. A no that met no line too long to follow is a
no for good. Of each position the table keeps, as ``phi``, the plies of a win plus one; as
``delta``, the depth up to which there is none, FOREVER for any; as plies, the place of the best
move among the moves plus one.
"""

from __future__ import annotations

from cython import bint, nogil
from cython import int as i32
from cython import uint as u32
from cython import ulonglong as u64

from outwit.core import verdict
from outwit.core.moves import MoveStack
from outwit.core.position import Position
from outwit.engine.ordering import Ordering
from outwit.engine.prooftable import ProofTable
from outwit.engine.prover import PLIES, Prover

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

FOREVER = (1 << 20) - 1
MOST_PLACES = 4_095
NOT = -1


class Within(Prover):
    """Searches deeper and deeper."""

    def __init__(self, position: Position, table: ProofTable, listen: Callable[[], bool]) -> None:
        super().__init__(position, table, listen)
        self.moves = MoveStack(position.most * (self.deepest + 2))
        self.ordering = Ordering(self.position, self.moves, PLIES + 2)
        self.for_good = False

    def ask(self, goal: int, depth: int) -> bool | None:
        """Return whether the goal can force a win within that many plies; None if stopped."""
        plies: i32 = min(depth, self.deepest)
        found: i32
        self.goal = goal
        with nogil:
            found = self.search(plies, 0, 0)
        self.check()
        return None if self.stopped else found >= 0

    @property
    def is_final(self) -> bool:
        """Tell whether the last no is one for any depth."""
        return self.for_good

    def excludes(self, goal: int) -> bool:
        """Tell whether it is known that the goal can never force a win."""
        entry: u64 = self.table.find(self.key_here(), goal)
        tried: i32 = entry >> 20 & FOREVER
        return tried == FOREVER

    @property
    def farthest(self) -> int:
        """Return the greatest depth there is room for."""
        return self.deepest

    def search(self, depth: i32, ply: i32, start: i32) -> i32:
        """Return in how many plies the goal wins, or NOT; that it never does is in ``for_good``."""
        self.nodes += 1
        self.for_good = False
        if self.must_stop():
            return NOT
        # 1. At the horizon only a game that is over counts.
        if depth == 0 and self.position.judge() == verdict.RUNNING:
            return NOT
        # 2. Perhaps the answer is known.
        key: u64 = self.key_here()
        entry: u64 = self.table.find(key, self.goal)
        won: i32 = entry & FOREVER
        tried: i32 = entry >> 20 & FOREVER
        place: i32 = entry >> 40 & MOST_PLACES
        if won and won - 1 <= depth:
            return won - 1
        if tried >= depth and tried:
            self.for_good = tried == FOREVER
            return NOT
        # 3. The moves; without any, the game is over.
        stop: i32 = self.position.generate(self.moves, start)
        if stop == start:
            if self.position.judge() & 3 == verdict.FIRST_WINS + self.goal:
                return 0
            self.for_good = True
            return NOT
        # 4. The goal needs one move that wins, the other side one that does not lose.
        mine: bint = self.position.side == self.goal
        known: u32 = 0
        if place and start + place <= stop:
            known = self.moves.data[start + place - 1]
        before: u64 = self.nodes
        longest: i32 = 0
        for_good: bint = True
        move: u32
        found: i32 = NOT
        i: i32
        self.ordering.rank(start, stop, known, ply)
        for i in range(start, stop):
            self.ordering.pick(i, stop)
            move = self.moves.data[i]
            self.position.make(move)
            found = self.search(depth - 1, ply + 1, stop)
            self.position.unmake()
            if self.stopped:
                return NOT
            if found >= longest:
                longest = found + 1
            if not mine:
                for_good = self.for_good
            elif not self.for_good:
                for_good = False
            if (found >= 0) == mine:
                self.ordering.reward(start, i, depth, ply)
                place = self.place_of(move, stop)
                break
        # 5. Remember.
        if found >= 0:
            self.for_good = False
            self.table.keep(key, self.goal, longest + 1, tried, place, self.nodes - before)
            return longest
        self.for_good = for_good
        if for_good:
            tried = FOREVER
        elif depth > tried:
            tried = depth
        self.table.keep(key, self.goal, won, tried, place, self.nodes - before)
        return NOT

    def place_of(self, move: u32, start: i32) -> i32:
        """Return the place of a move among the legal moves, plus one."""
        i: i32
        stop: i32 = self.position.generate(self.moves, start)
        for i in range(start, stop):
            if self.moves.data[i] == move and i - start < MOST_PLACES:
                return i - start + 1
        return 0
