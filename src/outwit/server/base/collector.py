"""Garbage collection for a server with many games.

Each move makes thousands of objects, of which hardly any is part of a cycle. To look through all
that is alive after so many new ones, as Python does by itself, would take a good part of the time.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from outwit.server.base.tasks import Tasks

# New objects until the youngest are looked through, and how often that is until older ones are.
THRESHOLDS = 20_000, 10, 1_000_000
# How often everything is looked through: what sockets leave behind is found then. With a thousand
# of them it takes a quarter of a second, in which nobody is answered.
SECONDS = 60.0


@asynccontextmanager
async def rare_collections() -> AsyncIterator[None]:
    """Look for garbage less often, for as long as the server runs."""
    before = gc.get_threshold()
    gc.collect()
    # What is there now stays.
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
