"""Mate search: can a side force a win within a number of plies?

Every line is searched to its end or to that depth, without pruning. So the answer does not depend
on the path to the position, and iterative deepening finds the shortest win. If the depth cut off no
line, a no holds at any depth.

The table keeps for each position: as ``phi``, the plies of a win plus one; as ``delta``, the depth
up to which there is no win, FOREVER for any depth; as plies, the best move's index plus one.
"""

from __future__ import annotations

from cython import bint, nogil
from cython import int as i32
from cython import uint as u32
from cython import ulonglong as u64

from outwit.core import numbers, verdict
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
NO_WIN = -1


class MateSearch(Prover):
    """Searches all lines to a depth for a forced win of a side, the goal."""

    def __init__(
        self, position: Position, table: ProofTable, keep_going: Callable[[], bool]
    ) -> None:
        super().__init__(position, table, keep_going)
        self.moves = MoveStack(position.most * (self.deepest + 2))
        self.ordering = Ordering(self.position, self.moves, PLIES + 2)
        self.is_final_no = False

    def ask(self, goal: int, depth: int) -> bool | None:
        """Return whether the goal can force a win within ``plies`` plies; None if stopped."""
        plies: i32 = min(depth, self.deepest)
        found: i32
        self.goal = goal
        with nogil:
            found = self.search(plies, 0, 0)
        self.check()
        return None if self.stopped else found >= 0

    @property
    def is_final(self) -> bool:
        """Tell whether the last no holds at any depth."""
        return self.is_final_no

    def excludes(self, goal: int) -> bool:
        """Tell whether it is known that the goal can never force a win."""
        found: u64 = self.table.find(self.key_here(), goal)
        tried: i32 = found >> 20 & FOREVER
        return tried == FOREVER

    @property
    def farthest(self) -> int:
        """Return the greatest depth there is room for."""
        return self.deepest

    def search(self, depth: i32, ply: i32, start: i32) -> i32:
        """Return in how many plies the goal wins, or NO_WIN; ``is_final_no`` says it never does."""
        self.nodes += 1
        self.is_final_no = False
        if self.must_stop():
            return NO_WIN
        # 1. At the horizon only a game that is over counts.
        if depth == 0 and self.position.judge() == verdict.RUNNING:
            return NO_WIN
        # 2. Look the position up in the table.
        key: u64 = self.key_here()
        word: u64 = self.table.find(key, self.goal)
        won: i32 = word & FOREVER
        tried: i32 = word >> 20 & FOREVER
        place: i32 = word >> 40 & MOST_PLACES
        if won and won - 1 <= depth:
            return won - 1
        if tried >= depth and tried:
            self.is_final_no = tried == FOREVER
            return NO_WIN
        # 3. Generate the moves; without any, the game is over.
        stop: i32 = self.position.generate(self.moves, start)
        if stop == start:
            if self.position.judge() & 3 == verdict.FIRST_WINS + self.goal:
                return 0
            self.is_final_no = True
            return NO_WIN
        # 4. The goal needs one move that wins, the other side one that does not lose.
        mine: bint = self.position.side == self.goal
        known: u32 = numbers.NO_MOVE
        if place and start + place <= stop:
            known = self.moves.data[start + place - 1]
        before: u64 = self.nodes
        longest: i32 = 0
        is_final_no: bint = True
        move: u32
        found: i32 = NO_WIN
        i: i32
        self.ordering.rank(start, stop, known, ply)
        for i in range(start, stop):
            self.ordering.pick(i, stop)
            move = self.moves.data[i]
            self.position.make(move)
            found = self.search(depth - 1, ply + 1, stop)
            self.position.unmake()
            if self.stopped:
                return NO_WIN
            if found >= longest:
                longest = found + 1
            if not mine:
                is_final_no = self.is_final_no
            elif not self.is_final_no:
                is_final_no = False
            if (found >= 0) == mine:
                self.ordering.reward(start, i, depth, ply)
                place = self.place_of(move, stop)
                break
        # 5. Store the result in the table.
        if found >= 0:
            self.is_final_no = False
            self.table.keep(key, self.goal, longest + 1, tried, place, self.nodes - before)
            return longest
        self.is_final_no = is_final_no
        if is_final_no:
            tried = FOREVER
        elif depth > tried:
            tried = depth
        self.table.keep(key, self.goal, won, tried, place, self.nodes - before)
        return NO_WIN

    def place_of(self, move: u32, start: i32) -> i32:
        """Return the place of a move among the legal moves, plus one."""
        i: i32
        stop: i32 = self.position.generate(self.moves, start)
        for i in range(start, stop):
            if self.moves.data[i] == move and i - start < MOST_PLACES:
                return i - start + 1
        return 0
