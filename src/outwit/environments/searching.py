"""Searches of the boards of a batch, one after the other, without the interpreter."""

from __future__ import annotations

from cython import Py_ssize_t, nogil
from cython import int as i32
from cython import uint as u32
from cython import ulonglong as u64

from outwit.core import numbers, verdict
from outwit.core.boards import Boards
from outwit.engine import searchstate
from outwit.engine.network import Network
from outwit.engine.rootsearch import RootSearch
from outwit.engine.score import INFINITY, MATE, MOST_EVALUATED
from outwit.engine.table import Table
from outwit.engine.tuning import Tuning
from outwit.environments import scoring
from outwit.geometry import arrays

# The slots of the history of both sides.
HISTORY = 2 * 65_536
DEEPEST = 100
# Depth up to which the window is open, because scores still change too much between iterations.
OPEN_DEPTH = 3


class BoardSearch(RootSearch):
    """Searches boards, in one thread."""

    def __init__(
        self, boards: Boards, mebibytes: int, tuning: Tuning, network: Network | None
    ) -> None:
        super().__init__(boards.model, Table(mebibytes), tuning, bytearray(1), network)
        self.boards = boards
        self.window = tuning.window
        self.largest = self.table.mask

    def score(
        self, start: Py_ssize_t, stop: Py_ssize_t, nodes: u64, scores: memoryview, best: memoryview
    ) -> None:
        """Write the score of each board of a block and its best action, after some nodes each."""
        to = arrays.i32s(scores)
        chosen = arrays.i32s(best)
        i: Py_ssize_t
        with nogil:
            self.forget(nodes * (stop - start))
            for i in range(start, stop):
                to[i] = self.score_one(i, nodes)
                chosen[i] = numbers.SKIP
                if self.best != numbers.NO_MOVE:
                    chosen[i] = self.position.action(self.best)
        self.position.check()

    def forget(self, nodes: u64) -> None:
        """Forget what was learnt of other boards, and make room for some nodes."""
        i: u64
        wanted: u64 = 1
        while wanted < nodes and wanted < self.largest + 1:
            wanted *= 2
        self.table.mask = wanted - 1
        words = self.table.words
        for i in range(8 * wanted):
            words[i] = 0
        history = self.ordering.history
        killers = self.ordering.killers
        for i in range(HISTORY):
            history[i] = 0
        for i in range(2 * searchstate.PLIES):
            killers[i] = numbers.NO_MOVE

    def score_one(self, board: Py_ssize_t, nodes: u64) -> i32:
        """Return the score of a board; ``best`` is its best move, NO_MOVE if the game is over."""
        status: i32
        depth: i32
        score: i32 = 0
        self.boards.bring(self.position, board)
        self.best = numbers.NO_MOVE
        status = self.position.judge()
        if status != verdict.RUNNING:
            return scoring.final(status & 3, self.position.side)
        self.list_roots()
        self.best = self.roots[0]
        self.nodes = 0
        self.node_limit = nodes
        self.arrive(0)
        score = self.evaluate(0)
        for depth in range(1, DEEPEST + 1):
            score = self.deepen(score, depth)
            if self.stopped:
                break
            if score > MOST_EVALUATED and MATE - score <= depth:
                break
            if score < -MOST_EVALUATED and MATE + score <= depth:
                break
        return score

    def list_roots(self) -> None:
        """Write the first moves, in the order the game guesses."""
        i: i32
        j: i32
        guess: i32
        move: u32
        guesses = self.ordering.ranks
        self.root_count = self.position.generate(self.moves, 0)
        self.position.order_all(self.moves, 0, self.root_count, guesses)
        for i in range(self.root_count):
            move = self.moves.data[i]
            guess = guesses[i]
            j = i
            while j > 0 and guesses[j - 1] < guess:
                guesses[j] = guesses[j - 1]
                self.roots[j] = self.roots[j - 1]
                j -= 1
            guesses[j] = guess
            self.roots[j] = move

    def deepen(self, guess: i32, depth: i32) -> i32:
        """Search a depth with a narrow window, widened where it fails; return the score so far.

        Of a search that was stopped, that is the score of a move proven better than the window's
        lower bound, or else the guess.
        """
        width: i32 = self.window
        alpha: i32 = -INFINITY
        beta: i32 = INFINITY
        found: i32 = guess
        score: i32
        if depth > OPEN_DEPTH and -MOST_EVALUATED <= guess <= MOST_EVALUATED:
            alpha = guess - width
            beta = guess + width
        while True:
            score = self.search_root(alpha, beta, depth, 0)
            if self.root_best >= 0:
                found = score
                self.bring_first(self.root_best)
                self.best = self.roots[0]
            if self.stopped or alpha < score < beta:
                return found
            width *= 3
            if score <= alpha:
                alpha = score - width if score - width > -INFINITY else -INFINITY
            else:
                beta = score + width if score + width < INFINITY else INFINITY

    def bring_first(self, number: i32) -> None:
        """Put a first move before the others."""
        i: i32
        move: u32 = self.roots[number]
        for i in range(number, 0, -1):
            self.roots[i] = self.roots[i - 1]
        self.roots[0] = move
