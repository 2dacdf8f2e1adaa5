"""The search of a position: iterative deepening until a limit is reached."""

from __future__ import annotations

from outwit.core.argument import whole
from outwit.core.position import Position
from outwit.engine.analysis import Analysis
from outwit.engine.endgameprover import EndgameProver
from outwit.engine.limits import DEEPEST, MOST_THREADS, Limits
from outwit.engine.network import Network
from outwit.engine.rootsearch import RootSearch
from outwit.engine.score import INFINITY, MATE, MOST_EVALUATED, Score
from outwit.engine.table import Table
from outwit.engine.timemanagement import budget
from outwit.engine.tuning import Tuning
from outwit.errors import UsageError
from outwit.geometry import clock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator
    from threading import Thread

    from outwit.core.game import Game

NANOSECONDS = 1_000_000_000
# Depth up to which the window is open, because scores still change too much between iterations.
OPEN_WINDOW_DEPTH = 3


class Searcher:
    """Searches the positions of a game, and keeps what it finds in its hash table.

    ``outwit.Engine`` is made of one; ``outwit.best`` and ``outwit.analyse`` borrow one.

    Args:
        tuning: The numbers of the game's search.
        game: The only game it may search. Default: any.
        network: The network that evaluates positions. Default: the evaluation written by hand.
        mebibytes: The size of the hash table in MiB.
        threads: The number of threads, from 1 to 256.

    In its methods, ``position`` is where the search begins, and ``limits`` ends it.

    Raises:
        UsageError: ``threads`` is not in its range.

    >>> import outwit
    >>> from outwit.players.engine import engine_for
    >>> engine = engine_for(outwit.game("ataxx"))
    >>> position = outwit.game("ataxx").start()
    >>> engine.best(position, outwit.Limits(depth=3)).depth
    3
    >>> [found[0].depth for found in engine.analyse(position, outwit.Limits(depth=3))]
    [1, 2, 3]
    >>> engine.stop()
    """

    def __init__(
        self,
        tuning: Tuning,
        *,
        game: Game | None = None,
        network: Network | None = None,
        mebibytes: int = 16,
        threads: int = 1,
    ) -> None:
        """Take the tuning of a game; of a game that is named, no other's positions are searched.

        Positions are evaluated by the network, if there is one.
        """
        self.tuning = tuning
        self.game = game
        self.network = network
        self.table = Table(mebibytes)
        self.threads = whole("threads", threads, 1, MOST_THREADS)
        # For each running search, the flag that stops it and its threads.
        self.halts: dict[int, bytearray] = {}

    def stop(self) -> None:
        """End the searches that are running, from any thread; each returns its best so far."""
        for halt in tuple(self.halts.values()):
            halt[0] = 1

    def best(self, position: Position, limits: Limits) -> Analysis:
        """Return the best line of a search.

        Raises:
            UsageError: The game is over or another game's, or a limit makes no sense.
        """
        *_, found = self.analyse(position, limits)
        return found[0]

    def analyse(self, position: Position, limits: Limits) -> Generator[list[Analysis], None, None]:
        """Yield the best lines of each depth that was completed, the best line first.

        To end the search early, close the iterator or drop it. Until then its helper threads go on
        within the limits, even while nobody asks for the next depth.

        Raises:
            UsageError: The game is over or another game's, or a limit makes no sense.
        """
        self._check(position, limits)
        start = clock.now()
        soft, hard = budget(limits)
        deadline = 0 if hard is None else start + int(hard * NANOSECONDS)
        nodes = None if limits.nodes is None else -(-limits.nodes // self.threads)
        self.table.begin_search()
        halt = bytearray(1)
        main, *workers = (self._worker(position, limits, halt) for _ in range(self.threads))
        for search in (main, *workers):
            search.limit(deadline, nodes or 0)
        prover = None
        depth_only = hard is None and nodes is None
        # An only move needs no proof if time is limited.
        worth_proving = main.root_total > 1 or depth_only
        if self.tuning.proofs and not limits.moves and limits.lines == 1 and worth_proving:
            prover = EndgameProver(position, deadline, nodes, halt, depth_only)
        threads: list[Thread] = []
        self.halts[id(halt)] = halt
        try:
            threads += start_helpers(workers, limits.depth or DEEPEST)
            yield from self._deepen(main, prover, limits, start, soft, workers)
        finally:
            halt[0] = 1
            for thread in threads:
                thread.join()
            del self.halts[id(halt)]
            if prover is not None:
                prover.close()

    def _check(self, position: Position, limits: Limits) -> None:
        """Refuse what cannot be searched."""
        limits.check()
        if self.game is not None and position.game != self.game:
            raise UsageError(
                f"this engine plays {self.game.name}, the position is one of {position.game.name}"
            )
        if position.outcome is not None:
            raise UsageError("the game is over: there is nothing to search")

    def _worker(self, position: Position, limits: Limits, halt: bytearray) -> RootSearch:
        """Return one thread's search of a position."""
        worker = RootSearch(position, self.table, self.tuning, halt, self.network)
        if limits.moves:
            worker.restrict(limits.moves)
            if not worker.root_total:
                raise UsageError(f"none of the moves {' '.join(limits.moves)[:60]} is legal here")
        worker.order_roots()
        return worker

    def _deepen(
        self,
        main: RootSearch,
        prover: EndgameProver | None,
        limits: Limits,
        start: int,
        soft: float | None,
        workers: list[RootSearch],
    ) -> Generator[list[Analysis], None, None]:
        def total() -> int:
            proofs = 0 if prover is None else prover.counted
            return main.counted + proofs + sum(worker.counted for worker in workers)

        def elapsed() -> float:
            return (clock.now() - start) / NANOSECONDS

        lines = min(limits.lines, main.root_total)
        found: list[Analysis] = []
        for depth in range(1, (limits.depth or DEEPEST) + 1):
            previous, found = found, []
            for number in range(lines):
                guess = previous[number].score.value if number < len(previous) else 0
                answer = search_window(main, guess, self.tuning.window, depth, number)
                if answer is not None:
                    score, line = answer
                    found.append(Analysis(line[0], Score(score), line, depth, total(), elapsed()))
                if main.was_stopped:
                    break
            # A later line may have a higher score, because its search was a different one.
            found.sort(key=lambda line: -line.score.value)
            if main.was_stopped:
                # Lines that this depth did not complete come from the depth before.
                moves = {line.move for line in found}
                found += [line for line in previous if line.move not in moves]
                if not found:
                    # No move was searched completely: return the first one.
                    move = main.first_move()
                    found = [Analysis(move, Score(0), (move,), 0, 0, 0.0)]
                yield [line.replace(nodes=total(), time=elapsed()) for line in found[:lines]]
                return
            if prover is not None and not found[0].score.is_forced:
                proven = prover.prove(depth, main.counted, main.ends_counted)
                main.limit(prover.deadline, prover.left_for_search)
                if proven is not None:
                    found = [prover.conclude(proven, main, found[0], total(), elapsed())]
                    if found[0].score.is_forced:
                        yield found
                        return
            yield found
            best = found[0].score
            if lines == 1 and best.is_forced and MATE - abs(best.value) <= depth:
                return
            if lines == 1 and main.root_total == 1 and soft is not None:
                return
            if soft is not None and elapsed() > soft:
                return


def search_window(
    search: RootSearch, guess: int, width: int, depth: int, first: int
) -> tuple[int, tuple[str, ...]] | None:
    """Search with a narrow window around the guess, and widen it where it fails.

    Return the score and the line of the best move. Of a search that was stopped, that is a move
    proven better than the window's lower bound; None if there is none.
    """
    alpha, beta = max(-INFINITY, guess - width), min(INFINITY, guess + width)
    if depth <= OPEN_WINDOW_DEPTH or abs(guess) > MOST_EVALUATED:
        alpha, beta = -INFINITY, INFINITY
    answer = None
    while True:
        score = search.iterate(alpha, beta, depth, first)
        if search.has_answer:
            answer = score, search.line()
        elif not search.was_stopped:
            # A move that failed high with a lower upper bound is refuted now.
            answer = None
        if search.was_stopped or alpha < score < beta:
            return answer
        width *= 3
        if score <= alpha:
            alpha = max(-INFINITY, score - width)
        else:
            beta = min(INFINITY, score + width)


def start_helpers(workers: list[RootSearch], deepest: int) -> list[Thread]:
    """Run helper threads that fill the shared table; every other one searches a ply deeper."""
    if not workers:
        return []
    from threading import Thread

    threads = []
    for number, worker in enumerate(workers, 1):
        # Daemons, so that an open search does not prevent the process from exiting.
        thread = Thread(target=deepen_alone, args=(worker, number, deepest), daemon=True)
        thread.start()
        threads.append(thread)
    return threads


def deepen_alone(worker: RootSearch, number: int, deepest: int) -> None:
    """Search deeper and deeper until stopped."""
    for depth in range(1 + number % 2, deepest + 1):
        worker.iterate(-INFINITY, INFINITY, depth, 0)
        if worker.was_stopped:
            return
