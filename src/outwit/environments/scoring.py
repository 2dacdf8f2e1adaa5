"""The engine's evaluation of the boards of a batch, without a search."""

from __future__ import annotations

from cython import Py_ssize_t, nogil
from cython import int as i32

from outwit.core import verdict
from outwit.core.boards import Boards
from outwit.engine.evaluator import Evaluator
from outwit.engine.network import Network
from outwit.engine.score import MATE, MOST_EVALUATED
from outwit.geometry import arrays


class BoardScorer:
    """Scores boards for the side to move, in one thread."""

    def __init__(self, boards: Boards, network: Network | None) -> None:
        self.boards = boards
        self.player = boards.player()
        self.is_learned = network is not None and network.slots == self.player.slots
        if network is not None and self.is_learned:
            self.evaluator = Evaluator(network, self.player, 1)

    def score(self, start: Py_ssize_t, stop: Py_ssize_t, scores: memoryview) -> None:
        """Write the score of each board."""
        to = arrays.i32s(scores)
        i: Py_ssize_t
        with nogil:
            for i in range(start, stop):
                to[i] = self.score_one(i)
        self.player.check()

    def score_one(self, board: Py_ssize_t) -> i32:
        """Return the score of a board."""
        self.boards.bring(self.player, board)
        status: i32 = self.player.judge()
        if status != verdict.RUNNING:
            return final(status & 3, self.player.side)
        found: i32
        if self.is_learned:
            self.evaluator.forget(0)
            found = self.evaluator.evaluate(0)
        else:
            found = self.player.evaluate()
        if found > MOST_EVALUATED:
            return MOST_EVALUATED
        return found if found > -MOST_EVALUATED else -MOST_EVALUATED


def final(result: i32, side: i32) -> i32:
    """Return the score of a finished game for the side to move."""
    if result == verdict.DRAWN:
        return 0
    return MATE if result - verdict.FIRST_WINS == side else -MATE
