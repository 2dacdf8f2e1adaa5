"""Who plays the games of a tournament: this process, or several at once."""

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
from outwit.arena.store import Finished
from outwit.arena.worker import Worker, play_games
from outwit.errors import OutwitError

# A worker that dies takes its games with it; so often in a row is no accident.
MOST_DEATHS = 5
PR_SET_PDEATHSIG = 1


class Crew(Protocol):
    """Plays lists of games, some at a time, and hands them back as they are finished."""

    size: int

    def submit(self, pairings: list[Pairing]) -> None:
        """Begin with some games."""
        ...

    def collect(self) -> Iterator[list[Finished]]:
        """Wait until something is finished, and yield it."""
        ...

    def close(self) -> None:
        """Stop; games that are not finished are given up."""
        ...


class Alone:
    """Plays everything in this process."""

    size = 1

    def __init__(self, manifest: Manifest) -> None:
        self.worker = Worker(manifest)
        self.waiting: list[list[Pairing]] = []

    def submit(self, pairings: list[Pairing]) -> None:
        """Begin with some games."""
        self.waiting.append(pairings)

    def collect(self) -> Iterator[list[Finished]]:
        """Play what was submitted first, and yield it."""
        yield self.worker.play(self.waiting.pop(0))

    def close(self) -> None:
        """Stop."""
        self.waiting.clear()


def prepare() -> None:
    """Make another process ready, which leaves Ctrl-C to this one and ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    die_with_parent()


def die_with_parent() -> None:
    """Ask the system, where it can do so, to kill this process when its parent ends."""
    import ctypes

    try:
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    except (OSError, AttributeError):
        return  # not Linux: the pool notices the closed pipe, only later
    parent = parent_process()
    if parent is not None and not parent.is_alive():
        os._exit(1)  # it ended before we asked


class Pool:
    """Plays in several processes on this machine; one that dies is replaced, its games repeated."""

    def __init__(self, manifest: Manifest, size: int) -> None:
        self.manifest = manifest.to_json()
        self.size = size
        self.deaths = 0
        self.under_way: dict[Future[list[Finished]], list[Pairing]] = {}
        self.pool = self._start()

    def _start(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self.size,
            mp_context=get_context("spawn"),
            initializer=prepare,
        )

    def submit(self, pairings: list[Pairing]) -> None:
        """Begin with some games."""
        while True:
            try:
                future = self.pool.submit(play_games, self.manifest, pairings)
            except BrokenProcessPool:
                self._start_again()
            else:
                self.under_way[future] = pairings
                return

    def collect(self) -> Iterator[list[Finished]]:
        """Wait until something is finished, and yield it."""
        done, _ = wait(self.under_way, return_when=FIRST_COMPLETED)
        for future in done:
            try:
                found = future.result()
            except BrokenProcessPool:
                self._start_again()
                return
            del self.under_way[future]
            self.deaths = 0
            yield found

    def _start_again(self) -> None:
        self.deaths += 1
        if self.deaths > MOST_DEATHS:
            raise OutwitError(f"the processes that play died {self.deaths} times in a row")
        again = list(self.under_way.values())
        self.under_way.clear()
        self.pool.shutdown(wait=False, cancel_futures=True)
        self.pool = self._start()
        for pairings in again:
            self.submit(pairings)

    def close(self) -> None:
        """Stop; games that are not finished are given up."""
        processes = list(getattr(self.pool, "_processes", {}).values())
        self.pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
