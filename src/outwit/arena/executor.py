"""Executors: what plays the games of a tournament, this process or several at once."""

from __future__ import annotations

import select
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from outwit.arena.manifest import Manifest
from outwit.arena.schedule import Pairing
from outwit.arena.store import FinishedGame
from outwit.arena.worker import Worker
from outwit.arena.workermain import PLAY, TRY
from outwit.arena.workerprocess import WorkerDied, WorkerProcess, end_workers
from outwit.errors import OutwitError

# Give up when workers have died this often in a row.
MOST_DEATHS = 5
# A signal that comes just before a wait begins is looked at only when the wait ends.
LONGEST_WAIT = 0.5


class Executor(Protocol):
    """Plays batches of games and returns each batch when it is finished; ``size`` run at once."""

    size: int

    def try_out(self, bots: Sequence[int]) -> Iterator[tuple[int, str]]:
        """Try bots before the first game; yield each with why it is refused, empty if not."""
        ...

    def submit(self, pairings: list[Pairing]) -> None:
        """Start a batch of games."""
        ...

    def collect(self) -> Iterator[list[FinishedGame]]:
        """Wait until at least one batch is finished, and yield the games of each."""
        ...

    def close(self) -> None:
        """Stop; unfinished games are dropped."""
        ...


class SerialExecutor:
    """Plays everything in this process."""

    size = 1

    def __init__(self, manifest: Manifest, worker: Worker | None = None) -> None:
        self.worker = worker or Worker(manifest)
        self.waiting: list[list[Pairing]] = []

    def try_out(self, bots: Sequence[int]) -> Iterator[tuple[int, str]]:
        """Try bots before the first game; yield each with why it is refused, empty if not."""
        for bot in bots:
            yield bot, self.worker.try_out(bot)

    def submit(self, pairings: list[Pairing]) -> None:
        """Start a batch of games."""
        self.waiting.append(pairings)

    def collect(self) -> Iterator[list[FinishedGame]]:
        """Play the batch that was submitted first, and yield its games."""
        yield self.worker.play(self.waiting.pop(0))

    def close(self) -> None:
        """Stop."""
        self.waiting.clear()
        self.worker.close()


class ProcessExecutor:
    """Plays in processes on this machine; if one dies, its games are played again."""

    def __init__(self, manifest: Manifest, size: int) -> None:
        self.manifest = manifest.to_json()
        self.size = size
        self.deaths = 0
        self.waiting: deque[tuple[str, Any]] = deque()
        # All that were started and not ended.
        self.workers: list[WorkerProcess] = []

    def try_out(self, bots: Sequence[int]) -> Iterator[tuple[int, str]]:
        """Try bots before the first game; yield each with why it is refused, empty if not."""
        self.waiting.extend((TRY, bot) for bot in bots)
        for _ in bots:
            (_, bot), words = self._next()
            yield bot, words

    def submit(self, pairings: list[Pairing]) -> None:
        """Start a batch of games."""
        self.waiting.append((PLAY, pairings))
        self._hand_out()

    def collect(self) -> Iterator[list[FinishedGame]]:
        """Wait until a batch is finished, and yield its games."""
        _, games = self._next()
        yield games

    def _next(self) -> tuple[tuple[str, Any], Any]:
        """Wait for a task to be done, and return it with its result."""
        while True:
            self._hand_out()
            busy = [worker for worker in self.workers if worker.task is not None]
            ready, _, _ = select.select(busy, [], [], LONGEST_WAIT)
            if not ready:
                continue
            worker = ready[0]
            task = worker.task
            assert task is not None
            try:
                result = worker.receive()
            except WorkerDied:
                self._bury(worker)
                continue
            self.deaths = 0
            return task, result

    def _hand_out(self) -> None:
        """Give tasks to idle workers, and start processes for the remaining tasks."""
        while self.waiting:
            worker = next((each for each in self.workers if each.task is None), None)
            if worker is None:
                if len(self.workers) >= self.size:
                    return
                worker = WorkerProcess(self.manifest)
                self.workers.append(worker)
            try:
                worker.give(self.waiting.popleft())
            except WorkerDied:
                self._bury(worker)

    def _bury(self, worker: WorkerProcess) -> None:
        """Put the task of a dead process first in the queue."""
        if worker.task is not None:
            self.waiting.appendleft(worker.task)
        self.workers.remove(worker)
        end_workers([worker])
        self.deaths += 1
        if self.deaths > MOST_DEATHS:
            raise OutwitError(f"worker processes died {self.deaths} times in a row")

    def close(self) -> None:
        """Stop; unfinished games are dropped."""
        self.waiting.clear()
        end_workers(self.workers)
        self.workers.clear()
