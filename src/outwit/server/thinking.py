"""Bots think in a few threads, outside the event loop, one after the other where they are many."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


class Thinking:
    """A bounded pool of threads. The search itself does not hold the interpreter's lock."""

    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="thinking")
        self.waiting = 0

    async def run(self, work: Callable[[], T]) -> T:
        """Do some work in a thread and return its result."""
        self.waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self.waiting -= 1

    def close(self) -> None:
        """Wait for nobody; what is being thought of is finished and dropped."""
        self._pool.shutdown(wait=False, cancel_futures=True)
