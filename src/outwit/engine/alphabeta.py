"""Principal variation search below the first moves, without the interpreter's lock."""

from __future__ import annotations

from cython import bint
from cython import int as i32
from cython import uint as u32
from cython import ulonglong as u64

from outwit.core import numbers, verdict
from outwit.core.position import Position
from outwit.engine import entry, searchstate
from outwit.engine.network import Network
from outwit.engine.ordering import Ordering
from outwit.engine.reductions import reduction_table
from outwit.engine.score import INFINITY, MATE, MOST_EVALUATED
from outwit.engine.searchstate import SearchState
from outwit.engine.table import Table
from outwit.engine.tuning import Tuning
from outwit.geometry import memory

# With fewer hopeful moves than this, all are searched.
FEW_MOVES = 2
# Moves searched before late futility pruning may skip the rest.
LATE_FUTILITY_FROM = 3
# The result of ``extension`` if several moves refute a position.
SEVERAL = 2
# Singular extension: most plies by which the table's entry may be shallower than the search.
SINGULAR_PLIES = 3
# Least depth of an entry for ProbCut; shallower ones say little about deeper searches.
LEAST_PLIES = 2


class AlphaBeta(SearchState):
    """Scores the positions below the root of a search."""

    def __init__(
        self,
        position: Position,
        table: Table,
        tuning: Tuning,
        halt: bytearray,
        network: Network | None = None,
    ) -> None:
        lists = 2 if tuning.singular_depth else 1
        super().__init__(position, table, halt, network, lists)
        self.ordering = Ordering(self.position, self.moves, searchstate.PLIES, tuning)
        self.reduction_store = reduction_table(tuning.reduction, tuning.reduction_base)
        self.reductions = memory.i32s(self.reduction_store)
        self.futility = tuning.futility
        self.futility_depth = tuning.futility_depth
        self.skip_reduction = tuning.skip_reduction
        self.skip_depth = tuning.skip_depth
        self.reduction_cut = tuning.reduction_cut
        self.reduction_worse = tuning.reduction_worse
        self.reduction_rank = tuning.reduction_rank
        self.reduction_history = tuning.reduction_history
        self.improving = tuning.improving != 0
        self.uses_trend = self.improving or tuning.reduction_worse != 0
        self.late = tuning.late
        self.late_futility_base = tuning.late_futility_base
        self.late_futility = tuning.late_futility
        self.late_futility_depth = tuning.late_futility_depth
        self.razor_depth = tuning.razor_depth
        self.razor_base = tuning.razor_base
        self.razor = tuning.razor
        self.internal_reduction = tuning.internal_reduction
        self.table_depth = tuning.table_depth
        self.forcing_plies = tuning.forcing_plies
        self.late_depth = tuning.late_depth
        self.singular_depth = tuning.singular_depth
        self.singular_margin = tuning.singular_margin
        self.entry_plies = tuning.entry_plies
        self.entry_above = tuning.entry_above
        self.entry_below = tuning.entry_below

    def reduction(self, depth: i32, number: i32) -> i32:
        """Return the reduction of a late move, in hundredths of a ply."""
        return self.reductions[64 * (depth if depth < 63 else 63) + (number if number < 63 else 63)]

    def late_reduction(
        self, depth: i32, at: i32, number: i32, wide: bint, cut: bint, better: bint
    ) -> i32:
        """Return the plies by which the move at a place of the stack, just made, is reduced."""
        reduced: i32 = self.reduction(depth, number)
        if wide:
            reduced -= 100
        if cut:
            reduced += self.reduction_cut
        if not better:
            reduced += self.reduction_worse
        if self.reduction_rank:
            reduced -= 100 * self.ordering.ranks[at] // self.reduction_rank
        if self.reduction_history:
            reduced -= 100 * self.ordering.history_of(at) // self.reduction_history
        if reduced < 0:
            return 0
        return reduced // 100 if reduced // 100 < depth - 2 else depth - 2

    def search(
        self,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: i32,
        start: i32,
        may_skip: bint,
        cut: bint,
        without: u32,
    ) -> i32:
        """Score a position for the side to move, as exactly as the window asks for.

        ``may_skip`` says that the last move was not the null move, ``cut`` that a score above the
        window is expected. The move ``without`` is excluded, to score only the others.
        """
        # 1. At the horizon, search only forcing moves.
        if depth <= 0 or ply >= self.deepest:
            return self.quiesce(alpha, beta, ply, start, self.forcing_plies)
        # 2. Count the node, and stop at a limit.
        self.lengths[ply] = 0
        self.nodes += 1
        if self.must_stop():
            return 0
        # 3. Mate distance pruning: no win or loss is nearer than this ply.
        if alpha < ply - MATE:
            alpha = ply - MATE
        if beta > MATE - ply - 1:
            beta = MATE - ply - 1
        if alpha >= beta:
            return alpha
        # A winning move ends the game at the next ply.
        move: u32 = self.position.winning_move()
        if move != numbers.NO_MOVE:
            return self.win(move, ply)
        # 4. A repetition, for which the game has a score.
        key: u64 = self.position.digest()
        if self.is_repeated(key, ply):
            return searchstate.bounded(self.position.repeated())
        self.keys[ply] = key
        # 5. Look the position up in the transposition table.
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
                and without == numbers.NO_MOVE
                and plies >= depth
                and (bound & entry.LOWER if score >= beta else bound & entry.UPPER)
            ):
                return score
            # ProbCut: a shallower entry cuts if its score is far outside the window.
            if (
                self.entry_plies
                and not wide
                and without == numbers.NO_MOVE
                and plies >= LEAST_PLIES
                and plies >= depth - self.entry_plies
                and -MOST_EVALUATED < score < MOST_EVALUATED
            ):
                if self.entry_above and bound & entry.LOWER and score >= beta + self.entry_above:
                    return beta
                if self.entry_below and bound & entry.UPPER and score <= alpha - self.entry_below:
                    return alpha
        # 6. Reverse futility pruning: the evaluation is far above the window. Skipped if the other
        # side threatens to win at once, because an evaluation does not see that.
        threatened: bint = self.position.must_answer()
        static: i32 = 0
        may_prune: bint = not wide and not threatened and -MOST_EVALUATED < beta < MOST_EVALUATED
        if threatened:
            static = self.statics[ply - 2] if ply >= 2 else 0
            self.statics[ply] = static
        elif may_prune or self.uses_trend:
            static = self.evaluate(ply)
            self.statics[ply] = static
        better: bint = self.uses_trend and ply >= 2 and static > self.statics[ply - 2]
        if may_prune and without == numbers.NO_MOVE:
            plies = depth - 1 if self.improving and better else depth
            if (
                depth <= self.futility_depth
                and static - self.futility * plies >= beta
                and self.position.judge() == verdict.RUNNING
            ):
                return static
            # Razoring: the evaluation is far below the window.
            if depth <= self.razor_depth and static + self.razor_base + self.razor * depth <= alpha:
                return self.quiesce(alpha, beta, ply, start, self.forcing_plies)
        # 7. Null move pruning: the score stays above the window even after a pass.
        if (
            may_prune
            and self.skip_reduction
            and may_skip
            and without == numbers.NO_MOVE
            and depth >= 3
            and static >= beta
            and self.position.allows_null_move()
        ):
            plies = self.skip_reduction
            if self.skip_depth:
                plies += depth // self.skip_depth
            self.position.make_null()
            self.arrive(ply + 1)
            score = -self.search(
                -beta, -beta + 1, depth - 1 - plies, ply + 1, start, False, not cut, numbers.NO_MOVE
            )
            self.position.unmake_null()
            if self.stopped:
                return 0
            if score >= beta and self.position.judge() == verdict.RUNNING:
                return beta
        # 8. Generate the legal moves; without any, the game is over.
        stop: i32 = self.position.generate_hopeful(self.moves, start)
        more: bint = stop - start >= FEW_MOVES or (threatened and stop > start)
        if not more:
            stop = self.position.generate_hopeless(self.moves, stop)
        if stop == start:
            return self.final(self.position.judge(), ply)
        # 9. Internal iterative reduction: without a table move, search a ply less. The next
        # iteration has a move, and searches to the full depth.
        if (
            self.internal_reduction
            and depth >= self.internal_reduction
            and known == numbers.NO_MOVE
        ):
            depth -= 1
        # 10. Search the moves, the most promising first. The table move comes before the others
        # are ranked, because it refutes most positions.
        ranked: i32 = start
        if known != numbers.NO_MOVE and self.ordering.bring(start, stop, known):
            ranked += 1
        best: i32 = -INFINITY
        best_move: u32 = numbers.NO_MOVE
        bound = entry.UPPER
        # Late move pruning: moves searched before quiet ones are skipped near the horizon.
        enough: i32 = self.late * depth * depth
        if self.improving and not better:
            enough = enough // 2
        refutes: bint
        reduced: i32
        extended: i32
        i: i32 = start - 1
        while True:
            i += 1
            if i == stop:
                # If all hopeful moves lose, search the hopeless ones.
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
            if move == without:
                continue
            # 11. Near the horizon, skip late moves: all of them if the evaluation is far below
            # the window (futility pruning), otherwise the quiet ones (late move pruning).
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
                    and i - start >= enough
                    and not self.ordering.is_promising(i)
                ):
                    break
            # 12. Singular extension: search the table move deeper if no other move comes near it.
            # Multi-cut: if several moves refute the position, return.
            extended = 0
            if (
                self.singular_depth
                and depth >= self.singular_depth
                and i == start
                and ranked > start
                and without == numbers.NO_MOVE
                and not wide
            ):
                extended = self.extension(word, beta, depth, ply, stop, cut)
                if self.stopped:
                    return 0
                if extended == SEVERAL:
                    return self.from_table(word, ply) - self.singular_margin * depth
            self.position.make(move)
            self.arrive(ply + 1)
            # 13. Search the first move with the full window, the others with a null window; reduce
            # late moves.
            if i == start:
                refutes = not wide and not cut
                score = -self.search(
                    -beta,
                    -alpha,
                    depth - 1 + extended,
                    ply + 1,
                    stop,
                    True,
                    refutes,
                    numbers.NO_MOVE,
                )
            else:
                reduced = 0
                if depth >= 3 and i - start >= 2 and not self.ordering.is_promising(i):
                    reduced = self.late_reduction(depth, i, i - start, wide, cut, better)
                plies = depth - 1 - reduced
                refutes = reduced > 0 or not cut
                score = -self.search(
                    -alpha - 1, -alpha, plies, ply + 1, stop, True, refutes, numbers.NO_MOVE
                )
                if score > alpha and reduced:
                    plies = depth - 1
                    score = -self.search(
                        -alpha - 1, -alpha, plies, ply + 1, stop, True, not cut, numbers.NO_MOVE
                    )
                if alpha < score < beta:
                    score = -self.search(
                        -beta, -alpha, depth - 1, ply + 1, stop, True, False, numbers.NO_MOVE
                    )
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
        # 14. Store the result in the table.
        if depth >= self.table_depth and without == numbers.NO_MOVE:
            self.table.keep(key, best_move, self.for_table(best, ply), depth, bound)
        return best

    def extension(self, word: u64, beta: i32, depth: i32, ply: i32, start: i32, cut: bint) -> i32:
        """Return by how many plies the move of the table's entry is to be searched deeper.

        The other moves are searched half as deep. If none comes near what the entry says its move
        is worth at least, it is a ply. If one does, and that refutes the position, it is SEVERAL;
        if only the entry's own score does, a ply less.
        """
        plies: i32 = word >> entry.DEPTH_AT & entry.DEPTH_BITS
        bound: i32 = word >> entry.BOUND_AT & entry.BOUND_BITS
        score: i32 = self.from_table(word, ply)
        if plies < depth - SINGULAR_PLIES or not bound & entry.LOWER:
            return 0
        if not -MOST_EVALUATED < score < MOST_EVALUATED:
            return 0
        near: i32 = score - self.singular_margin * depth
        others: i32 = self.search(
            near - 1, near, (depth - 1) // 2, ply, start, False, cut, word & entry.MOVE_BITS
        )
        if others < near:
            return 1
        if near >= beta:
            return SEVERAL
        return -1 if score >= beta else 0

    def quiesce(self, alpha: i32, beta: i32, ply: i32, start: i32, plies: i32) -> i32:
        """Score a position by forcing moves alone, to at most ``plies`` plies."""
        self.lengths[ply] = 0
        self.nodes += 1
        if self.must_stop():
            return 0
        status: i32 = self.position.judge()
        if status != verdict.RUNNING:
            return self.final(status, ply)
        move: u32 = self.position.winning_move()
        if move != numbers.NO_MOVE:
            return self.win(move, ply)
        best: i32 = self.evaluate(ply)
        if best >= beta or plies <= 0 or ply >= self.deepest:
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
            score = -self.quiesce(-beta, -alpha, ply + 1, stop, plies - 1)
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

    def win(self, move: u32, ply: i32) -> i32:
        """Score a position that a move wins at once."""
        self.lengths[ply + 1] = 0
        self.extend_line(move, ply)
        self.ended += 1
        return MATE - ply - 1
