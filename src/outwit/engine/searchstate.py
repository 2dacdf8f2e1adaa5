"""The state of one thread's search: stacks, counters, limits, and the scores of ends."""

from __future__ import annotations

from cython import bint
from cython import int as i32
from cython import uint as u32
from cython import ulonglong as u64

from outwit.core import verdict
from outwit.core.moves import MoveStack
from outwit.core.position import Position
from outwit.engine import entry
from outwit.engine.evaluator import Evaluator
from outwit.engine.network import Network
from outwit.engine.score import MATE, MOST_EVALUATED
from outwit.engine.table import Table
from outwit.geometry import clock, memory

PLIES = 128
# The moves of all plies together, so that huge boards are searched less deep.
MOST_STACKED = 8_000_000
LARGE_BOARD = 4_096


def bounded(evaluation: i32) -> i32:
    """Limit an evaluation to the scores that do not mean forced ends."""
    if evaluation > MOST_EVALUATED:
        return MOST_EVALUATED
    if evaluation < -MOST_EVALUATED:
        return -MOST_EVALUATED
    return evaluation


class SearchState:
    """A position of its own, the moves and scores of each ply, and when to stop.

    ``halt``, once its first byte is set, stops the search. The moves of all plies lie on one stack.
    Of plies 1 to ``deepest`` - 1 each writes at most ``lists`` times ``most`` of them, deeper ones
    none, and the null move takes the place of a move: so the stack never overflows.
    """

    def __init__(
        self,
        position: Position,
        table: Table,
        halt: bytearray,
        network: Network | None,
        lists: int,
    ) -> None:
        self.position = position.copy()
        self.is_learned = network is not None and network.slots == position.slots
        if network is not None and self.is_learned:
            self.evaluator = Evaluator(network, self.position, PLIES)
        self.table = table
        self.most = position.most
        self.deepest = max(4, min(PLIES - 2, MOST_STACKED // (lists * self.most) - 2))
        self.moves = MoveStack(lists * self.most * (self.deepest + 2))
        keys = bytearray(8 * PLIES)
        lines = bytearray(4 * PLIES * PLIES)
        lengths = bytearray(4 * PLIES)
        statics = bytearray(4 * PLIES)
        self.stores = [keys, lines, lengths, statics, halt]
        self.keys = memory.u64s(keys)
        self.lines = memory.u32s(lines)
        self.lengths = memory.i32s(lengths)
        self.statics = memory.i32s(statics)
        self.halt = memory.u8s(halt)
        # On a huge board even a few nodes take a while, and the clock is asked at each of them.
        self.clock_mask = 511 if position.most <= LARGE_BOARD else 0
        self.nodes = 0
        self.node_limit = 0
        self.deadline = 0
        self.ended = 0
        self.stopped = False
        self.position.reserve(PLIES)

    # Called by the driver

    def limit(self, deadline: int, nodes: int) -> None:
        """Stop at a time of ``clock.now``, or after ``nodes`` nodes; 0: no limit."""
        self.deadline = deadline
        self.node_limit = nodes

    @property
    def counted(self) -> int:
        """Return how many nodes were searched."""
        return self.nodes

    @property
    def ends_counted(self) -> int:
        """Return the number of nodes that were ends of the game."""
        return self.ended

    @property
    def was_stopped(self) -> bool:
        """Tell whether the last iteration was cut short."""
        return self.stopped

    # Called without the interpreter's lock

    def arrive(self, ply: i32) -> None:
        """Note that another position has come to stand at a ply."""
        if self.is_learned:
            self.evaluator.forget(ply)

    def evaluate(self, ply: i32) -> i32:
        """Score the position, which is at a ply, by the network if there is one."""
        if self.is_learned:
            return bounded(self.evaluator.evaluate(ply))
        return bounded(self.position.evaluate())

    def must_stop(self) -> bint:
        """Tell whether the search is to end; asks the clock now and then."""
        if self.stopped:
            return True
        if self.halt[0]:
            self.stopped = True
        if self.node_limit and self.nodes >= self.node_limit:
            self.stopped = True
        if self.deadline and self.nodes & self.clock_mask == 0 and clock.now() >= self.deadline:
            self.stopped = True
        return self.stopped

    def final(self, status: i32, ply: i32) -> i32:
        """Score the end of a game for the side to move: early wins and late losses are better."""
        result: i32 = status & 3
        self.ended += 1
        if result == verdict.DRAWN:
            return 0
        winner: i32 = result - verdict.FIRST_WINS
        return MATE - ply if winner == self.position.side else ply - MATE

    def from_table(self, word: u64, ply: i32) -> i32:
        """Return the score of an entry, ends counted from the root of this search."""
        packed: i32 = word >> entry.SCORE_AT & entry.SCORE_BITS
        score: i32 = packed - entry.SCORE_OFFSET
        if score > MOST_EVALUATED:
            return score - ply
        if score < -MOST_EVALUATED:
            return score + ply
        return score

    def for_table(self, score: i32, ply: i32) -> i32:
        """Return a score with ends counted from the position itself."""
        if score > MOST_EVALUATED:
            return score + ply
        if score < -MOST_EVALUATED:
            return score - ply
        return score

    def extend_line(self, move: u32, ply: i32) -> None:
        """Put a move before the best line of the next ply."""
        length: i32 = self.lengths[ply + 1]
        i: i32
        self.lines[ply * PLIES] = move
        for i in range(length):
            self.lines[ply * PLIES + 1 + i] = self.lines[(ply + 1) * PLIES + i]
        self.lengths[ply] = length + 1

    def is_repeated(self, key: u64, ply: i32) -> bint:
        """Tell whether the position has stood already on the path from the root."""
        i: i32
        for i in range(ply - 2, -1, -2):
            if self.keys[i] == key:
                return True
        return False
