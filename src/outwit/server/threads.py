"""Work in threads that is waited for, whatever happens."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


async def in_thread(work: Callable[..., T], *args: object) -> T:
    """Do some work in a thread and return its result.

    Whoever is cancelled waits for the end of it all the same: nothing uses the database after it
    was closed, nor writes to a game that another process owns by then.
    """
    task = asyncio.ensure_future(asyncio.to_thread(work, *args))
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise
