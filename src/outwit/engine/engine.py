"""The engine: searches deeper and deeper until the limits say stop."""

from __future__ import annotations

from outwit.core.position import Position
from outwit.engine.alphabeta import AlphaBeta
from outwit.engine.analysis import Analysis
from outwit.engine.clockwork import budget
from outwit.engine.closing import Closing
from outwit.engine.limits import DEEPEST, Limits
from outwit.engine.score import DEEPEST_MATE, INFINITY, MATE, Score
from outwit.engine.table import Table
from outwit.engine.tuning import DEFAULT, Tuning
from outwit.errors import UsageError
from outwit.geometry import clock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from threading import Thread

NANOSECONDS = 1_000_000_000


class Engine:
    """Searches positions of one game and keeps what it learns in its table."""

    def __init__(self, tuning: Tuning = DEFAULT, *, mebibytes: int = 16, threads: int = 1) -> None:
        if threads < 1:
            raise UsageError(f"threads: {threads} is less than 1")
        self.tuning = tuning
        self.table = Table(mebibytes)
        self.threads = threads
        self.halt = bytearray(1)

    def stop(self) -> None:
        """End the search that is going on, from another thread; the best so far is its answer."""
        self.halt[0] = 1

    def best(self, position: Position, limits: Limits) -> Analysis:
        """Search and return the best line."""
        *_, found = self.analyse(position, limits)
        return found[0]

    def analyse(self, position: Position, limits: Limits) -> Iterator[list[Analysis]]:
        """Search deeper and deeper; yield the best lines of each depth that was completed."""
        limits.check()
        if position.outcome is not None:
            raise UsageError("the game is over: there is nothing to search")
        start = clock.now()
        soft, hard = budget(limits)
        self.halt[0] = 0
        self.table.grow_older()
        main = AlphaBeta(position, self.table, self.tuning, self.halt)
        if limits.moves:
            main.restrict(limits.moves)
            if not main.root_total:
                raise UsageError(f"none of the moves {' '.join(limits.moves)[:60]} is legal here")
        deadline = 0 if hard is None else start + int(hard * NANOSECONDS)
        main.limit(deadline, limits.nodes or 0)
        main.order_roots()
        closing = None
        if self.tuning.proofs and not limits.moves and limits.lines == 1 and main.root_total > 1:
            unhurried = hard is None and limits.nodes is None
            closing = Closing(position, deadline, limits.nodes, self.halt, unhurried)
        helpers = self._start_helpers(position, limits)
        try:
            yield from self._deepen(main, closing, limits, start, soft, helpers)
        finally:
            self.halt[0] = 1
            for thread, _worker in helpers:
                thread.join()

    def _deepen(
        self,
        main: AlphaBeta,
        closing: Closing | None,
        limits: Limits,
        start: int,
        soft: float | None,
        helpers: list[tuple[Thread, AlphaBeta]],
    ) -> Iterator[list[Analysis]]:
        def total() -> int:
            proofs = 0 if closing is None else closing.counted
            return main.counted + proofs + sum(worker.counted for _thread, worker in helpers)

        lines = min(limits.lines, main.root_total)
        found: list[Analysis] = []
        for depth in range(1, (limits.depth or DEEPEST) + 1):
            previous, found = found, []
            for number in range(lines):
                guess = previous[number].score.value if number < len(previous) else 0
                score = self._search_window(main, guess, depth, number)
                if not main.has_answer:
                    break
                line = main.line()
                taken = (clock.now() - start) / NANOSECONDS
                found.append(Analysis(line[0], Score(score), line, depth, total(), taken))
                if main.was_stopped:
                    break
            if main.was_stopped:
                # What this depth did not come to is known from the one before.
                taken = (clock.now() - start) / NANOSECONDS
                found += previous[len(found) :]
                if not found:
                    # Not even one move was searched to its end: any is better than none.
                    move = main.first_move()
                    found = [Analysis(move, Score(0), (move,), 0, 0, 0.0)]
                yield [line.replace(nodes=total(), time=taken) for line in found]
                return
            value = abs(found[0].score.value)
            if closing is not None and value <= MATE - DEEPEST_MATE:
                proven = closing.look(depth, main.counted, main.ends_met)
                main.limit(closing.deadline, closing.left_for_search)
                if proven is not None:
                    taken = (clock.now() - start) / NANOSECONDS
                    found = closing.conclude(proven, main, found[0], total(), taken)
                    value = abs(found[0].score.value)
                    if value > MATE - DEEPEST_MATE:
                        yield found
                        return
            yield found
            if lines == 1 and value > MATE - DEEPEST_MATE and MATE - value <= depth:
                return
            if lines == 1 and main.root_total == 1 and soft is not None:
                return
            if soft is not None and (clock.now() - start) / NANOSECONDS > soft:
                return

    def _search_window(self, main: AlphaBeta, guess: int, depth: int, first: int) -> int:
        """Search with a narrow window around the guess, and widen it where it fails."""
        width = self.tuning.window
        if depth < 4 or abs(guess) > MATE - DEEPEST_MATE:
            return main.iterate(-INFINITY, INFINITY, depth, first)
        alpha, beta = max(-INFINITY, guess - width), min(INFINITY, guess + width)
        while True:
            score = main.iterate(alpha, beta, depth, first)
            if main.was_stopped:
                # A bound is no score: unless a move beat the window's floor, keep the guess.
                return score if main.has_answer and score > alpha else guess
            if alpha < score < beta:
                return score
            width *= 3
            if score <= alpha:
                alpha = max(-INFINITY, score - width)
            else:
                beta = min(INFINITY, score + width)

    def _start_helpers(self, position: Position, limits: Limits) -> list[tuple[Thread, AlphaBeta]]:
        """Let the other threads fill the shared table, every other one a ply ahead."""
        if self.threads == 1:
            return []
        from threading import Thread

        helpers = []
        for number in range(1, self.threads):
            worker = AlphaBeta(position, self.table, self.tuning, self.halt)
            if limits.moves:
                worker.restrict(limits.moves)
            thread = Thread(target=deepen_alone, args=(worker, number, limits.depth or DEEPEST))
            thread.start()
            helpers.append((thread, worker))
        return helpers


def deepen_alone(worker: AlphaBeta, number: int, deepest: int) -> None:
    """Search deeper and deeper until stopped."""
    for depth in range(1 + number % 2, deepest + 1):
        worker.iterate(-INFINITY, INFINITY, depth, 0)
        if worker.was_stopped:
            return
