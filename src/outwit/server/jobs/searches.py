"""Short searches for the analysis board, one per client at a time."""

from __future__ import annotations

from outwit.core.position import Position
from outwit.engine.analysis import Analysis
from outwit.engine.limits import Limits
from outwit.engine.searcher import Searcher
from outwit.errors import NotAllowed
from outwit.players.engine import engine_for
from outwit.server.base.workqueue import Priority, Thinking

MOST_SECONDS, MOST_LINES = 3.0, 5
# Most searches that run or wait.
MOST_RUNNING = 16


class Searches:
    """Searches for clients; a new search of a client cancels its last one."""

    def __init__(self, thinking: Thinking) -> None:
        self.thinking = thinking
        self._engines: dict[str, Searcher] = {}

    async def lines(
        self, position: Position, seconds: float, lines: int, client: str
    ) -> list[Analysis]:
        """Return the best lines of an unfinished position, the best first.

        Raise NotAllowed while too many others search.
        """
        if (last := self._engines.pop(client, None)) is not None:
            last.stop()
        if len(self._engines) >= MOST_RUNNING:
            raise NotAllowed("the engine has many positions to look at: try again in a minute")
        engine = self._engines[client] = engine_for(position.game)
        limits = Limits(time=min(MOST_SECONDS, seconds), lines=min(MOST_LINES, lines)).check()

        def search() -> list[Analysis]:
            *_, found = engine.analyse(position, limits)
            return found

        try:
            return await self.thinking.run(search, Priority.ANALYSIS, client)
        finally:
            if self._engines.get(client) is engine:
                del self._engines[client]
