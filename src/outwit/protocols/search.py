"""A search in a thread of its own."""

from __future__ import annotations

from threading import Event, Thread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.core.position import Position
    from outwit.engine.analysis import Analysis
    from outwit.engine.searcher import Searcher
    from outwit.protocols.connection import Connection
    from outwit.protocols.go import Go


class Search:
    """Searches in a thread; sends an ``info`` line per depth, then ``bestmove``."""

    def __init__(
        self, engine: Searcher, position: Position, go: Go, connection: Connection, no_move: str
    ) -> None:
        self.engine = engine
        # The search needs a position of its own.
        self.position = position.copy()
        self.go = go
        self.connection = connection
        self.no_move = no_move
        self.is_answered = False
        self.stopped = Event()
        self.thread = Thread(target=self._run)
        self.thread.start()

    def stop(self) -> None:
        """End the search if it runs, and return when it has sent its move."""
        self.stopped.set()
        if not self.is_answered:
            self.engine.stop()
        self.thread.join()

    def _run(self) -> None:
        move = self.no_move
        try:
            if self.position.outcome is None:
                move = next(iter(self.position.legal_moves))
                for lines in self.engine.analyse(self.position, self.go.limits):
                    move = lines[0].move
                    for number, line in enumerate(lines, 1):
                        self.connection.send(info(line, number if len(lines) > 1 else None))
                    # stop() may have been called before the engine began.
                    if self.stopped.is_set() or self.connection.fault is not None:
                        self.engine.stop()
        except Exception as error:
            self.connection.remark(f"the search failed: {error!r}")
        if self.go.infinite:
            self.stopped.wait()
        self.is_answered = True
        self.connection.send(f"bestmove {move}")


def info(line: Analysis, number: int | None = None) -> str:
    """Return the ``info`` line of a result, with its rank if there are several."""
    score = line.score
    if (moves := score.moves_to_win) is not None:
        worth = f"mate {moves}"
    elif (moves := score.moves_to_loss) is not None:
        worth = f"mate -{moves}"
    else:
        worth = f"cp {score.value}"
    rank = "" if number is None else f" multipv {number}"
    speed = int(line.nodes / line.time) if line.time else 0
    return (
        f"info depth {line.depth}{rank} score {worth} nodes {line.nodes} nps {speed} "
        f"time {int(line.time * 1000)} pv {' '.join(line.line)}"
    )
