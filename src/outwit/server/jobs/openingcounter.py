"""Counts the openings of finished games in the background, a few games at a time."""

from __future__ import annotations

import asyncio
import logging

from outwit.errors import StorageFault
from outwit.server.base.tasks import Tasks
from outwit.server.values.openings import counted
from outwit.storage.lock import ProcessLock
from outwit.storage.openings import OpeningStore

log = logging.getLogger(__name__)
# Games of a transaction: it keeps the moves of running games waiting for a few milliseconds.
BATCH = 10
# Seconds between two batches, and until the next look after all games are counted.
PAUSE, LOOK_SECONDS = 0.5, 10.0
# Number of the lock that the counting process holds.
COUNTING = 0x6F757479


class OpeningCounter:
    """Counts every finished public game once; after a restart it goes on where it was."""

    def __init__(self, store: OpeningStore) -> None:
        self.store = store
        self._lock = ProcessLock(store.database, COUNTING)
        self._tasks = Tasks()

    def begin(self) -> None:
        """Start counting as soon as no other process counts."""
        self._tasks.keep("openings", self._count_often)

    async def close(self) -> None:
        """End counting; a batch is counted entirely or not at all."""
        await self._tasks.close()
        await asyncio.to_thread(self._lock.release)

    def count(self) -> int:
        """Count a batch of games, unless another process counts; return how many were new."""
        if not self._lock.hold():
            return 0
        return self.store.add([counted(game) for game in self.store.uncounted(BATCH)])

    async def _count_often(self) -> None:
        while True:
            try:
                added = await asyncio.to_thread(self.count)
            except StorageFault as error:
                log.warning("openings wait: %s", error)
                added = 0
            await asyncio.sleep(PAUSE if added else LOOK_SECONDS)
