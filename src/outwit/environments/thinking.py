"""The engine on the boards of a batch: made when first needed, and kept."""

from __future__ import annotations

from outwit.core.boards import Boards
from outwit.engine.network import load_network
from outwit.engine.tuning import Tuning
from outwit.environments.listed import ListedBoards
from outwit.environments.scoring import BoardScorer
from outwit.environments.searching import BoardSearch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from outwit.core.game import Game
    from outwit.engine.network import Network
    from outwit.environments.threadpool import ThreadPool

# Most positions of a search.
MOST_NODES = 1_000_000
# The largest table of a thread, in MiB.
LARGEST = 16
# Boards that are searched with one table and one history, so that their results do not depend on
# the number of threads.
BLOCK = 16
# Boards that a thread scores before it looks for more; a multiple of BLOCK.
SCORED = 256


class Thinking:
    """Evaluates and searches boards, in several threads."""

    def __init__(self, boards: Boards | ListedBoards, game: Game) -> None:
        self.boards = boards
        self.game = game
        self.network: Network | None = None
        self.scorers: list[BoardScorer] = []
        self.searches: list[BoardSearch] = []
        self.mebibytes = 0

    def evaluate(self, pool: ThreadPool, scores: memoryview) -> None:
        """Write the score of each board."""
        boards = self.boards
        if isinstance(boards, ListedBoards):
            boards.evaluate(scores)
            return
        if not self.scorers:
            network = self._network()
            self.scorers = [BoardScorer(boards, network) for _ in range(pool.threads)]
        share(
            pool,
            boards.number,
            SCORED,
            lambda thread, start, stop: self.scorers[thread].score(start, stop, scores),
        )

    def search(self, pool: ThreadPool, nodes: int, scores: memoryview, best: memoryview) -> None:
        """Write the score of each board and its best action."""
        boards = self.boards
        if isinstance(boards, ListedBoards):
            boards.search(nodes, scores, best)
            return
        # Room for every position of a block, 64 bytes each.
        wanted = min(LARGEST, max(1, (64 * BLOCK * nodes) >> 20))
        if wanted > self.mebibytes:
            network, tuning = self._network(), Tuning(**self.game.parts.tuning)
            self.searches = [
                BoardSearch(boards, wanted, tuning, network) for _ in range(pool.threads)
            ]
            self.mebibytes = wanted
        share(
            pool,
            boards.number,
            BLOCK,
            lambda thread, start, stop: self.searches[thread].score(
                start, stop, nodes, scores, best
            ),
        )

    def _network(self) -> Network | None:
        features = self.game.parts.features
        if self.network is None and features is not None:
            self.network = load_network(features.network, features)
        return self.network


def share(pool: ThreadPool, number: int, block: int, work: Callable[[int, int, int], None]) -> None:
    """Call ``work`` with a thread and each block of boards; a free thread takes the next block."""
    starts = iter(range(0, number, block))

    def run(thread: int) -> None:
        nonlocal starts
        try:
            # The iterators of several threads are one, so each block is taken once.
            while (start := next(starts, None)) is not None:
                work(thread, start, min(start + block, number))
        except BaseException:
            starts = iter(range(0))  # the others stop, too
            raise

    pool.run(run)
