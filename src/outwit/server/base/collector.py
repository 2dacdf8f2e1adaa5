"""Garbage collection for a server with many games.

Each move creates thousands of objects, and hardly any is part of a cycle. Python's default
thresholds would start full collections often, each over all live objects.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from outwit.server.base.tasks import Tasks

# Thresholds of the three generations, for ``gc.set_threshold``.
THRESHOLDS = 20_000, 10, 1_000_000
# Seconds between full collections, which free the cycles of closed sockets. With 1,000 sockets a
# collection blocks the server for about 0.25 s.
SECONDS = 60.0


@asynccontextmanager
async def rare_collections() -> AsyncIterator[None]:
    """Collect garbage less often while the server runs."""
    before = gc.get_threshold()
    gc.collect()
    # Objects that exist at the start live until the end.
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    tasks = Tasks()
    tasks.keep("garbage", _collect)
    try:
        yield
    finally:
        await tasks.close()
        gc.set_threshold(*before)
        gc.unfreeze()


async def _collect() -> None:
    while True:
        await asyncio.sleep(SECONDS)
        gc.collect()
