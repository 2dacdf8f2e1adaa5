"""Bots think in a few threads, outside the event loop; where they are many, they queue."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum
from functools import partial
from heapq import heapify, heappop, heappush
from itertools import count
from time import perf_counter
from typing import Any, TypeVar

T = TypeVar("T")


class Priority(IntEnum):
    """What is waited for, the most urgent first."""

    MOVE_ON_CLOCK = 0
    MOVE = 1
    HINT = 2
    ANALYSIS = 3


# By so many seconds the less urgent lets others pass. After that it has waited longer, and
# nobody waits for ever.
PATIENCE = {
    Priority.MOVE_ON_CLOCK: 0.0,
    Priority.MOVE: 2.0,
    Priority.HINT: 6.0,
    Priority.ANALYSIS: 20.0,
}
# How long each takes until it has been measured, and how much a new measurement counts.
FIRST_GUESS = {
    Priority.MOVE_ON_CLOCK: 0.1,
    Priority.MOVE: 0.1,
    Priority.HINT: 1.0,
    Priority.ANALYSIS: 1.0,
}
WEIGHT = 0.1


class Job:
    """Some work in the queue, or being done."""

    def __init__(self, work: Callable[[], Any], priority: Priority, due: float) -> None:
        self.work = work
        self.priority = priority
        self.due = due
        # Whoever waits is told the result, or the error.
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()


class Thinking:
    """A bounded pool of threads. The search itself does not hold the interpreter's lock."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="thinking")
        self._queue: list[tuple[float, int, Job]] = []
        self._numbers = count()
        self._seconds = dict(FIRST_GUESS)
        # How many are being done.
        self.running = 0

    @property
    def waiting(self) -> int:
        """Return how many wait for a thread."""
        return len(self._queue)

    def seconds_to_wait(self, priority: Priority) -> float:
        """Return about how long somebody who comes now waits for a thread."""
        if self.running < self.threads:
            return 0.0
        due = asyncio.get_running_loop().time() + PATIENCE[priority]
        ahead = sum(self._seconds[job.priority] for when, _, job in self._queue if when <= due)
        # Those being done are half done, on average.
        return ahead / self.threads + max(self._seconds.values()) / (2 * self.threads)

    async def run(self, work: Callable[[], T], priority: Priority = Priority.ANALYSIS) -> T:
        """Do some work in a thread when its turn has come, and return its result."""
        now = asyncio.get_running_loop().time()
        job = Job(work, priority, now + PATIENCE[priority])
        heappush(self._queue, (job.due, next(self._numbers), job))
        self._start()
        try:
            result: T = await job.answer
        except asyncio.CancelledError:
            self._drop(job)
            raise
        return result

    def close(self) -> None:
        """Wait for nobody; what is being thought of is finished and dropped."""
        for _, _, job in self._queue:
            job.answer.cancel()
        self._queue.clear()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _start(self) -> None:
        """Give free threads to those whose turn it is."""
        while self._queue and self.running < self.threads:
            _, _, job = heappop(self._queue)
            self.running += 1
            began = perf_counter()
            done = asyncio.get_running_loop().run_in_executor(self._pool, job.work)
            done.add_done_callback(partial(self._end, job, began))

    def _end(self, job: Job, began: float, done: asyncio.Future[Any]) -> None:
        self.running -= 1
        mean = self._seconds[job.priority]
        self._seconds[job.priority] = mean + WEIGHT * (perf_counter() - began - mean)
        if done.cancelled():
            job.answer.cancel()
        elif job.answer.cancelled():
            done.exception()  # nobody wants to know any more
        elif error := done.exception():
            job.answer.set_exception(error)
        else:
            job.answer.set_result(done.result())
        self._start()

    def _drop(self, job: Job) -> None:
        """Take a job out of the queue, if it is there."""
        left = [entry for entry in self._queue if entry[2] is not job]
        if len(left) < len(self._queue):
            heapify(left)
            self._queue = left
