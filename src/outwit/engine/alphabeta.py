"""Principal variation search below the first moves, without the interpreter's lock."""

from __future__ import annotations

from cython import bint
from cython import int as i32
from cython import uint as u32
from cython import ulonglong as u64

from outwit.core import numbers, verdict
from outwit.core.moves import MoveStack
from outwit.core.position import Position
from outwit.engine import entry
from outwit.engine.evaluator import Evaluator
from outwit.engine.network import Network
from outwit.engine.ordering import Ordering
from outwit.engine.reductions import reduction_table
from outwit.engine.score import INFINITY, MATE, MOST_EVALUATED
from outwit.engine.table import Table
from outwit.engine.tuning import Tuning
from outwit.geometry import clock, memory

PLIES = 128
# The moves of all plies together, so that huge boards are searched less deep.
MOST_STACKED = 8_000_000
LARGE_BOARD = 4_096
# With fewer hopeful moves than this, all are searched.
FEW_MOVES = 2
# So many moves are searched where all are so far behind that none will do.
LATE_FUTILITY_FROM = 3


def bounded(evaluation: i32) -> i32:
    """Cut an evaluation off where scores begin to mean forced ends."""
    if evaluation > MOST_EVALUATED:
        return MOST_EVALUATED
    if evaluation < -MOST_EVALUATED:
        return -MOST_EVALUATED
    return evaluation


class AlphaBeta:
    """Scores positions that come after a position, of which it keeps a copy of its own.

    ``halt``, once its first byte is set, stops the search. The moves of all plies lie on one stack.
    Of plies 1 to ``deepest`` - 1 each writes at most ``most`` of them, deeper ones none, and the
    null move takes the place of a move: so the stack never overflows.
    """

    def __init__(
        self,
        position: Position,
        table: Table,
        tuning: Tuning,
        halt: bytearray,
        network: Network | None = None,
    ) -> None:
        self.position = position.copy()
        self.is_learned = network is not None and network.slots == position.slots
        if network is not None and self.is_learned:
            self.evaluator = Evaluator(network, self.position, PLIES)
        self.table = table
        self.most = position.most
        self.deepest = max(4, min(PLIES - 2, MOST_STACKED // position.most - 2))
        self.moves = MoveStack(position.most * (self.deepest + 2))
        self.ordering = Ordering(self.position, self.moves, PLIES, tuning)
        keys = bytearray(8 * PLIES)
        lines = bytearray(4 * PLIES * PLIES)
        lengths = bytearray(4 * PLIES)
        reductions = reduction_table(tuning.reduction, tuning.reduction_base)
        self.stores = [keys, lines, lengths, reductions, halt]
        self.keys = memory.u64s(keys)
        self.lines = memory.u32s(lines)
        self.lengths = memory.i32s(lengths)
        self.reductions = memory.i32s(reductions)
        self.halt = memory.u8s(halt)
        self.futility = tuning.futility
        self.futility_depth = tuning.futility_depth
        self.skip_reduction = tuning.skip_reduction
        self.late = tuning.late
        self.late_futility_base = tuning.late_futility_base
        self.late_futility = tuning.late_futility
        self.late_futility_depth = tuning.late_futility_depth
        self.razor_depth = tuning.razor_depth
        self.razor_base = tuning.razor_base
        self.razor = tuning.razor
        self.internal_reduction = tuning.internal_reduction
        self.table_depth = tuning.table_depth
        self.late_depth = tuning.late_depth
        # On a huge board even a few nodes take a while, and the clock is asked at each of them.
        self.clock_mask = 511 if position.most <= LARGE_BOARD else 0
        self.nodes = 0
        self.node_limit = 0
        self.deadline = 0
        self.ended = 0
        self.stopped = False
        self.position.reserve(PLIES)

    # What the driver calls

    def limit(self, deadline: int, nodes: int) -> None:
        """Stop at a time of ``clock.now``, or after so many nodes; 0 for never."""
        self.deadline = deadline
        self.node_limit = nodes

    @property
    def counted(self) -> int:
        """Return how many nodes were searched."""
        return self.nodes

    @property
    def ends_counted(self) -> int:
        """Return how many of them were ends of the game."""
        return self.ended

    @property
    def was_stopped(self) -> bool:
        """Tell whether the last iteration was cut short."""
        return self.stopped

    # What runs without the interpreter

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
        """Score the end of a game for the side to move: sooner won is better, later lost, too."""
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

    def reduction(self, depth: i32, number: i32) -> i32:
        """Return how much shallower a late move is searched."""
        return self.reductions[64 * (depth if depth < 63 else 63) + (number if number < 63 else 63)]

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

    def search(
        self, alpha: i32, beta: i32, depth: i32, ply: i32, start: i32, may_skip: bint
    ) -> i32:
        """Score a position for the side to move, as exactly as the window asks for."""
        # 1. At the horizon, search only forcing moves.
        if depth <= 0 or ply >= self.deepest:
            return self.quiesce(alpha, beta, ply, start)
        # 2. Count, and stop when it is time.
        self.lengths[ply] = 0
        self.nodes += 1
        if self.must_stop():
            return 0
        # 3. No end can be sooner than right here.
        if alpha < ply - MATE:
            alpha = ply - MATE
        if beta > MATE - ply - 1:
            beta = MATE - ply - 1
        if alpha >= beta:
            return alpha
        # 4. A repetition, for which the game has a score.
        key: u64 = self.position.digest()
        if self.is_repeated(key, ply):
            return bounded(self.position.repeated())
        self.keys[ply] = key
        # 5. Perhaps this position is known already.
        wide: bint = beta - alpha > 1
        known: u32 = numbers.NO_MOVE
        score: i32
        bound: i32
        plies: i32
        word: u64 = self.table.find(key) if depth >= self.table_depth else 0
        if word:
            known = word & entry.MOVE_BITS
            plies = word >> entry.DEPTH_AT & entry.DEPTH_BITS
            bound = word >> entry.BOUND_AT & entry.BOUND_BITS
            score = self.from_table(word, ply)
            if (
                not wide
                and plies >= depth
                and (bound & entry.LOWER if score >= beta else bound & entry.UPPER)
            ):
                return score
        # 6. So far ahead that a shallow search will not change it.
        static: i32 = 0
        may_prune: bint = not wide and -MOST_EVALUATED < beta < MOST_EVALUATED
        if may_prune:
            static = self.evaluate(ply)
            if (
                depth <= self.futility_depth
                and static - self.futility * depth >= beta
                and self.position.judge() == verdict.RUNNING
            ):
                return static
            # Or so far behind.
            if depth <= self.razor_depth and static + self.razor_base + self.razor * depth <= alpha:
                return self.quiesce(alpha, beta, ply, start)
        # 7. The legal moves; without any, the game is over.
        stop: i32 = self.position.generate_hopeful(self.moves, start)
        more: bint = stop - start >= FEW_MOVES
        if not more:
            stop = self.position.generate_hopeless(self.moves, stop)
        if stop == start:
            return self.final(self.position.judge(), ply)
        # 8. Null move: so far ahead that even passing the turn is good enough.
        if (
            may_prune
            and self.skip_reduction
            and may_skip
            and depth >= 3
            and static >= beta
            and self.position.can_skip()
        ):
            self.position.skip()
            self.arrive(ply + 1)
            score = -self.search(
                -beta, -beta + 1, depth - 1 - self.skip_reduction, ply + 1, stop, False
            )
            self.position.unskip()
            if self.stopped:
                return 0
            if score >= beta:
                return beta
        # 9. A position met for the first time, at depth: without a move to begin with, a search a
        # ply shallower finds one, and the next iteration searches it in full.
        if (
            self.internal_reduction
            and depth >= self.internal_reduction
            and known == numbers.NO_MOVE
        ):
            depth -= 1
        # 10. The moves one by one, the most promising first. The one that the table knows is tried
        # before the others are ranked, for it refutes most positions.
        ranked: i32 = start
        if known != numbers.NO_MOVE and self.ordering.bring(start, stop, known):
            ranked += 1
        best: i32 = -INFINITY
        best_move: u32 = numbers.NO_MOVE
        bound = entry.UPPER
        reduced: i32
        move: u32
        i: i32 = start - 1
        while True:
            i += 1
            if i == stop:
                # Where all else loses, the hopeless moves are searched, too.
                if not more or best >= -MOST_EVALUATED:
                    break
                more = False
                ranked = stop
                stop = self.position.generate_hopeless(self.moves, stop)
                if i == stop:
                    break
            if i == ranked:
                self.ordering.rank(i, stop, numbers.NO_MOVE, ply)
            if i >= ranked:
                self.ordering.pick(i, stop)
            move = self.moves.data[i]
            # 11. Close to the horizon, late moves are left out: all of them so far behind that a
            # shallow search will not change it, else the quiet ones.
            if may_prune and best >= -MOST_EVALUATED:
                if (
                    depth <= self.late_futility_depth
                    and i - start >= LATE_FUTILITY_FROM
                    and static + self.late_futility_base + self.late_futility * depth <= alpha
                ):
                    break
                if (
                    self.late
                    and depth <= self.late_depth
                    and i - start >= self.late * depth * depth
                    and not self.ordering.is_promising(i)
                ):
                    break
            self.position.make(move)
            self.arrive(ply + 1)
            # 12. The first move is searched in full, the others only to prove them no better,
            # late ones not so deep.
            if i == start:
                score = -self.search(-beta, -alpha, depth - 1, ply + 1, stop, True)
            else:
                reduced = 0
                if depth >= 3 and i - start >= 2 and not self.ordering.is_promising(i):
                    reduced = self.reduction(depth, i - start)
                    if wide and reduced:
                        reduced -= 1
                    if reduced > depth - 2:
                        reduced = depth - 2
                score = -self.search(-alpha - 1, -alpha, depth - 1 - reduced, ply + 1, stop, True)
                if score > alpha and reduced:
                    score = -self.search(-alpha - 1, -alpha, depth - 1, ply + 1, stop, True)
                if alpha < score < beta:
                    score = -self.search(-beta, -alpha, depth - 1, ply + 1, stop, True)
            self.position.unmake()
            if self.stopped:
                return 0
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    best_move = move
                    bound = entry.EXACT
                    if wide:
                        self.extend_line(move, ply)
                    if alpha >= beta:
                        bound = entry.LOWER
                        self.ordering.reward(start, i, depth, ply)
                        break
        # 13. Remember.
        if depth >= self.table_depth:
            self.table.keep(key, best_move, self.for_table(best, ply), depth, bound)
        return best

    def quiesce(self, alpha: i32, beta: i32, ply: i32, start: i32) -> i32:
        """Score a position once nothing forcing is left to be played."""
        self.lengths[ply] = 0
        self.nodes += 1
        if self.must_stop():
            return 0
        status: i32 = self.position.judge()
        if status != verdict.RUNNING:
            return self.final(status, ply)
        best: i32 = self.evaluate(ply)
        if best >= beta or ply >= self.deepest:
            return best
        if best > alpha:
            alpha = best
        stop: i32 = self.position.generate_forcing(self.moves, start)
        score: i32
        i: i32
        self.ordering.rank(start, stop, numbers.NO_MOVE, ply)
        for i in range(start, stop):
            self.ordering.pick(i, stop)
            self.position.make(self.moves.data[i])
            self.arrive(ply + 1)
            score = -self.quiesce(-beta, -alpha, ply + 1, stop)
            self.position.unmake()
            if self.stopped:
                return 0
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    if alpha >= beta:
                        break
        return best
