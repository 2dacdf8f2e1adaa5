"""Queues for work in threads, outside the event loop, with fair shares for clients."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum
from functools import partial
from heapq import heapify, heappop, heappush
from itertools import count
from operator import itemgetter
from time import perf_counter
from typing import Any, TypeVar

from outwit.errors import TooMany

T = TypeVar("T")


class Priority(IntEnum):
    """Kinds of work, the most urgent first."""

    MOVE_ON_CLOCK = 0
    MOVE = 1
    HINT = 2
    ANALYSIS = 3


# Seconds added to the arrival time of a job when jobs are ordered. No job is passed for ever.
# Only moves on a clock always come first.
PATIENCE = {
    Priority.MOVE_ON_CLOCK: 0.0,
    Priority.MOVE: 2.0,
    Priority.HINT: 6.0,
    Priority.ANALYSIS: 20.0,
}
# Assumed seconds of a job until it is measured, and the weight of a new measurement.
FIRST_GUESS = {
    Priority.MOVE_ON_CLOCK: 0.1,
    Priority.MOVE: 0.1,
    Priority.HINT: 1.0,
    Priority.ANALYSIS: 1.0,
}
WEIGHT = 0.1
# Bots' moves; other work leaves at least one thread to them.
MOVES = (Priority.MOVE_ON_CLOCK, Priority.MOVE)
# Most other jobs in the queue, in all and for one client.
MOST_WAITING, MOST_OF_CLIENT = 200, 10
# Most clients whose shares are remembered.
MOST_CLIENTS = 10_000
# Most pictures queued for one client: a browser asks for about five, a school for more.
MOST_PICTURES = 100


class Job:
    """A job that is queued or running."""

    def __init__(
        self, work: Callable[[], Any], priority: Priority, client: str, due: float, number: int
    ) -> None:
        self.work = work
        self.priority = priority
        self.client = client
        # Order: moves on a clock first, then the due time, then the order of arrival.
        self.rank = priority != Priority.MOVE_ON_CLOCK, due, number
        # Receives the result or the error.
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def __lt__(self, other: Job) -> bool:
        return self.rank < other.rank


class WorkQueue:
    """A bounded pool of threads. The search itself does not hold the interpreter's lock.

    Each job of a client counts as requested when the client's earlier jobs would be done if it had
    one thread. So other clients pass a client with many jobs.
    """

    def __init__(self, threads: int, most_of_client: int = MOST_OF_CLIENT) -> None:
        self.threads = threads
        self._most_of_client = most_of_client
        # All threads but one may run other work than moves. With a single thread, a move may run
        # beside other work.
        self._most_others = max(1, threads - 1)
        size = max(2, threads)
        self._pool = ThreadPoolExecutor(size, thread_name_prefix="thinking")
        self._moves: list[Job] = []
        self._others: list[Job] = []
        self._numbers = count()
        self._seconds = dict(FIRST_GUESS)
        # By client: when all its jobs so far would be done.
        self._shares: OrderedDict[str, float] = OrderedDict()
        # Number of running jobs, and how many of them are not moves.
        self.running = 0
        self._running_others = 0

    @property
    def waiting(self) -> int:
        """Return the number of jobs that wait for a thread."""
        return len(self._moves) + len(self._others)

    def seconds_to_wait(self, priority: Priority) -> float:
        """Return about how many seconds a new client would wait for a thread."""
        if self._is_free(priority):
            return 0.0
        due = asyncio.get_running_loop().time() + PATIENCE[priority]
        rank = priority != Priority.MOVE_ON_CLOCK, due, 0
        queue = self._moves if priority in MOVES else self._others
        ahead = sum(self._seconds[job.priority] for job in queue if job.rank <= rank)
        threads = self.threads if priority in MOVES else self._most_others
        # Running jobs are half done, on average.
        return ahead / threads + max(self._seconds.values()) / (2 * threads)

    async def run(
        self, work: Callable[[], T], priority: Priority = Priority.ANALYSIS, client: str = ""
    ) -> T:
        """Queue work for a thread, and return its result.

        ``client`` names the requester; an empty one is the portal itself. Raise TooMany if too
        many jobs of clients wait, unless the job is a bot's move.
        """
        job = self._job(work, priority, client)
        heappush(self._moves if priority in MOVES else self._others, job)
        self._start()
        try:
            result: T = await job.answer
        except asyncio.CancelledError:
            self._drop(job)
            raise
        return result

    def close(self) -> None:
        """Drop all queued jobs; running jobs finish, and their results are dropped."""
        for queue in (self._moves, self._others):
            for job in queue:
                job.answer.cancel()
            queue.clear()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _job(self, work: Callable[[], Any], priority: Priority, client: str) -> Job:
        if client and priority not in MOVES:
            if len(self._others) >= MOST_WAITING:
                raise TooMany("too much is asked for just now: try again in a minute", wait=60)
            if sum(job.client == client for job in self._others) >= self._most_of_client:
                raise TooMany("what you asked for before comes first: try again soon", wait=10)
        asked = asyncio.get_running_loop().time()
        if client:
            asked = max(asked, self._shares.get(client, 0.0))
            self._shares[client] = asked + self._seconds[priority]
            self._shares.move_to_end(client)
            if len(self._shares) > MOST_CLIENTS:
                self._shares.popitem(last=False)
        return Job(work, priority, client, asked + PATIENCE[priority], next(self._numbers))

    def _is_free(self, priority: Priority) -> bool:
        """Tell whether there is a thread for work of this kind."""
        if priority in MOVES:
            # With a single thread, other work never makes a move wait.
            others = min(self._running_others, self.threads - 1)
            return self.running - self._running_others + others < self.threads
        return self._running_others < self._most_others and self.running < self.threads

    def _start(self) -> None:
        """Give free threads to the next jobs."""
        while queues := [
            queue
            for queue, kind in ((self._moves, Priority.MOVE), (self._others, Priority.ANALYSIS))
            if queue and self._is_free(kind)
        ]:
            self._begin(heappop(min(queues, key=itemgetter(0))))

    def _begin(self, job: Job) -> None:
        self.running += 1
        self._running_others += job.priority not in MOVES
        began = perf_counter()
        done = asyncio.get_running_loop().run_in_executor(self._pool, job.work)
        done.add_done_callback(partial(self._end, job, began))

    def _end(self, job: Job, began: float, done: asyncio.Future[Any]) -> None:
        self.running -= 1
        self._running_others -= job.priority not in MOVES
        mean = self._seconds[job.priority]
        self._seconds[job.priority] = mean + WEIGHT * (perf_counter() - began - mean)
        if done.cancelled():
            job.answer.cancel()
        elif job.answer.cancelled():
            done.exception()  # no one waits for the result
        elif error := done.exception():
            job.answer.set_exception(error)
        else:
            job.answer.set_result(done.result())
        self._start()

    def _drop(self, job: Job) -> None:
        """Remove a job from the queue, if it is there."""
        for queue in (self._moves, self._others):
            if job in queue:
                queue.remove(job)
                heapify(queue)


class Thinking(WorkQueue):
    """The queue of bots' moves, hints and analyses."""


class Painting(WorkQueue):
    """The queue of requested pictures: drawn one at a time, outside the event loop."""

    def __init__(self) -> None:
        super().__init__(1, MOST_PICTURES)
