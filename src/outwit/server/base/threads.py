"""Work in threads that always finishes before the caller goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import copy_context
from functools import partial
from typing import TypeVar

from outwit.server.base.logs import fault

T = TypeVar("T")


async def in_thread(work: Callable[..., T], *args: object) -> T:
    """Run work in a thread and return its result.

    A cancelled caller still waits for the end of the work. So no thread uses a closed database, or
    writes to a game that another process owns by then.
    """
    call = partial(copy_context().run, work, *args)
    done = asyncio.get_running_loop().run_in_executor(None, call)
    try:
        return await asyncio.shield(done)
    except asyncio.CancelledError:
        await asyncio.wait([done])
        if error := done.exception():
            fault("work in a thread failed and nobody waits for it", error)
        raise
