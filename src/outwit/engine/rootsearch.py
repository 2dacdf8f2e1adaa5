"""One thread's search of the root: finds the best of the first moves at a given depth."""

from __future__ import annotations

from cython import int as i32
from cython import nogil

from outwit.core import numbers
from outwit.core.position import Position
from outwit.engine.alphabeta import AlphaBeta
from outwit.engine.network import Network
from outwit.engine.score import INFINITY
from outwit.engine.table import Table
from outwit.engine.tuning import Tuning
from outwit.geometry import memory


class RootSearch(AlphaBeta):
    """Searches the first moves, in an order that each iteration improves."""

    def __init__(
        self,
        position: Position,
        table: Table,
        tuning: Tuning,
        halt: bytearray,
        network: Network | None = None,
    ) -> None:
        super().__init__(position, table, tuning, halt, network)
        self.root_store = bytearray(4 * self.most)
        self.roots = memory.u32s(self.root_store)
        self.root_best = -1
        self.root_count = self.position.generate(self.moves, 0)
        self.position.check()
        i: i32
        for i in range(self.root_count):
            self.roots[i] = self.moves.data[i]

    def restrict(self, texts: tuple[str, ...]) -> None:
        """Search only these first moves."""
        codes = {self.position.read_move(text) for text in texts}
        count: i32 = 0
        i: i32
        for i in range(self.root_count):
            if self.roots[i] in codes:
                self.roots[count] = self.roots[i]
                count += 1
        self.root_count = count

    def order_roots(self) -> None:
        """Put the first moves into the order the game guesses."""
        order = sorted(
            [self.roots[i] for i in range(self.root_count)],
            key=lambda move: -self.guess(move),
        )
        for i, move in enumerate(order):
            self.roots[i] = move

    def guess(self, move: int) -> int:
        """Return the game's own guess at a move."""
        return self.position.order(move)

    def iterate(self, alpha: int, beta: int, depth: int, first: int) -> int:
        """Search the first moves from the one numbered ``first`` on, and return the best score.

        The best of those proven better than ``alpha`` comes first from now on; without one, the
        score is only an upper bound and the order stays as it is.
        """
        low: i32 = alpha
        high: i32 = beta
        plies: i32 = depth
        number: i32 = first
        score: i32
        with nogil:
            score = self.search_root(low, high, plies, number)
        self.position.check()
        if self.root_best >= 0:
            best = self.roots[self.root_best]
            for i in range(self.root_best, first, -1):
                self.roots[i] = self.roots[i - 1]
            self.roots[first] = best
        return score

    @property
    def has_answer(self) -> bool:
        """Tell whether the last iteration proved a move better than the window's lower bound."""
        return self.root_best >= 0

    @property
    def root_total(self) -> int:
        """Return the number of first moves."""
        return self.root_count

    def first_move(self) -> str:
        """Return the move that now comes first."""
        return self.position.write_move(self.roots[0])

    def line(self) -> tuple[str, ...]:
        """Return the line of the best move that an iteration has last found."""
        codes = [self.lines[i] for i in range(self.lengths[0])]
        texts = []
        board: Position = self.position.copy()
        for code in codes:
            text = board.write_move(code)
            texts.append(text)
            board.play(text)
        return tuple(texts)

    def search_root(self, alpha: i32, beta: i32, depth: i32, first: i32) -> i32:
        """Search the first moves; the best that beats ``alpha`` is ``root_best``, -1 for none."""
        best: i32 = -INFINITY
        score: i32
        reduced: i32
        i: i32
        self.stopped = False
        self.root_best = -1
        self.keys[0] = self.position.digest()
        if self.is_learned:
            # The sums of all later positions are updated from these.
            self.evaluator.evaluate(0)
        self.statics[0] = self.evaluate(0)
        for i in range(first, self.root_count):
            self.position.make(self.roots[i])
            self.arrive(1)
            if i == first:
                score = -self.search(-beta, -alpha, depth - 1, 1, 0, True, False, numbers.NO_MOVE)
            else:
                reduced = 0
                if depth >= 3 and i - first >= 3:
                    reduced = self.reduction(depth, i - first) // 200
                score = -self.search(
                    -alpha - 1, -alpha, depth - 1 - reduced, 1, 0, True, True, numbers.NO_MOVE
                )
                if score > alpha and reduced:
                    score = -self.search(
                        -alpha - 1, -alpha, depth - 1, 1, 0, True, True, numbers.NO_MOVE
                    )
                if alpha < score < beta:
                    score = -self.search(
                        -beta, -alpha, depth - 1, 1, 0, True, False, numbers.NO_MOVE
                    )
            self.position.unmake()
            if self.stopped:
                break
            if score > best:
                best = score
            if score > alpha:
                alpha = score
                self.root_best = i
                self.extend_line(self.roots[i], 0)
                if alpha >= beta:
                    break
        return best
