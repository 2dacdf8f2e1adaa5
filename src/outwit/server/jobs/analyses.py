"""Running analyses of games: each position is a job in the queue of the bots."""

from __future__ import annotations

import asyncio
import logging

from outwit.errors import NotAllowed, OutwitError
from outwit.records.record import GameRecord
from outwit.server.base.tasks import Tasks
from outwit.server.base.workqueue import Priority, Thinking
from outwit.server.values.analysis import GameAnalysis
from outwit.storage.analyses import AnalysisStore

log = logging.getLogger(__name__)
# Most analyses at once; each needs its own hash table.
MOST_RUNNING = 8


class Progress:
    """Progress of an analysis: positions done, positions in all, and the client."""

    def __init__(self, client: str, total: int) -> None:
        self.client = client
        self.done = 0
        self.total = total


class RunningAnalyses:
    """Starts analyses, one per client at a time, and stores the results."""

    def __init__(self, store: AnalysisStore, thinking: Thinking) -> None:
        self.store = store
        self.thinking = thinking
        self._progress: dict[str, Progress] = {}
        self._tasks = Tasks()

    def progress(self, key: str) -> Progress | None:
        """Return the progress of a game's analysis, None if none is running."""
        return self._progress.get(key)

    def start(self, key: str, record: GameRecord, client: str) -> None:
        """Analyse a finished game; do nothing if its analysis is running already.

        Raise NotAllowed while another analysis of the client, or too many in all, are running.
        """
        if key in self._progress:
            return
        if any(progress.client == client for progress in self._progress.values()):
            raise NotAllowed("another game is being analysed for you: wait until that is done")
        if len(self._progress) >= MOST_RUNNING:
            raise NotAllowed("many games are being analysed just now: try again in a minute")
        self._progress[key] = Progress(client, len(record.moves) + 1)
        self._tasks.start("analysis", self._run(key, record))

    async def close(self) -> None:
        """Cancel all analyses; incomplete ones are lost."""
        await self._tasks.close()

    async def _run(self, key: str, record: GameRecord) -> None:
        progress = self._progress[key]
        asked = Priority.ANALYSIS, progress.client
        try:
            analysis = await self.thinking.run(lambda: GameAnalysis(record), *asked)
            while progress.done < progress.total:
                await self.thinking.run(analysis.step, *asked)
                progress.done += 1
            await asyncio.to_thread(self.store.keep, key, analysis.plies)
        except OutwitError as error:
            log.warning("game %s cannot be analysed: %s", key, error)
        finally:
            del self._progress[key]
