"""Executors: what plays the games of a tournament, this process or several at once."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from typing import Protocol

from outwit.arena.manifest import Manifest
from outwit.arena.schedule import Pairing
from outwit.arena.store import FinishedGame
from outwit.arena.worker import Worker, play_games
from outwit.errors import OutwitError

# Give up when workers have died this often in a row.
MOST_DEATHS = 5
PR_SET_PDEATHSIG = 1


class Executor(Protocol):
    """Plays batches of games and returns each batch when it is finished; ``size`` run at once."""

    size: int

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

    def __init__(self, manifest: Manifest) -> None:
        self.worker = Worker(manifest)
        self.waiting: list[list[Pairing]] = []

    def submit(self, pairings: list[Pairing]) -> None:
        """Start a batch of games."""
        self.waiting.append(pairings)

    def collect(self) -> Iterator[list[FinishedGame]]:
        """Play the batch that was submitted first, and yield its games."""
        yield self.worker.play(self.waiting.pop(0))

    def close(self) -> None:
        """Stop."""
        self.waiting.clear()


def prepare_worker() -> None:
    """Set up a worker process: it ignores Ctrl-C and ends when its parent does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    die_with_parent()


def die_with_parent() -> None:
    """Have this process killed when its parent ends, where the system supports that."""
    import ctypes

    try:
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    except (OSError, AttributeError):
        return  # not Linux: the closed pipe ends it, only later
    parent = parent_process()
    if parent is not None and not parent.is_alive():
        os._exit(1)  # it ended before we asked


class ProcessExecutor:
    """Plays in processes on this machine; if one dies, its games are played again."""

    def __init__(self, manifest: Manifest, size: int) -> None:
        self.manifest = manifest.to_json()
        self.size = size
        self.deaths = 0
        self.under_way: dict[Future[list[FinishedGame]], list[Pairing]] = {}
        self.pool = self._start()

    def _start(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self.size,
            mp_context=get_context("spawn"),
            initializer=prepare_worker,
        )

    def submit(self, pairings: list[Pairing]) -> None:
        """Start a batch of games."""
        while True:
            try:
                future = self.pool.submit(play_games, self.manifest, pairings)
            except BrokenProcessPool:
                self._restart()
            else:
                self.under_way[future] = pairings
                return

    def collect(self) -> Iterator[list[FinishedGame]]:
        """Wait until at least one batch is finished, and yield the games of each."""
        done, _ = wait(self.under_way, return_when=FIRST_COMPLETED)
        for future in done:
            try:
                found = future.result()
            except BrokenProcessPool:
                self._restart()
                return
            del self.under_way[future]
            self.deaths = 0
            yield found

    def _restart(self) -> None:
        self.deaths += 1
        if self.deaths > MOST_DEATHS:
            raise OutwitError(f"worker processes died {self.deaths} times in a row")
        lost = list(self.under_way.values())
        self.under_way.clear()
        self.pool.shutdown(wait=False, cancel_futures=True)
        self.pool = self._start()
        for pairings in lost:
            self.submit(pairings)

    def close(self) -> None:
        """Stop; unfinished games are dropped."""
        processes = list(getattr(self.pool, "_processes", {}).values())
        self.pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
