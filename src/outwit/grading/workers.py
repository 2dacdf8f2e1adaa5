"""Many small jobs at once, answered in the order they were given."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from threading import Event
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


class Workers:
    """Does jobs in so many threads: enough, as the work is done by the programs they run."""

    def __init__(self, jobs: int | None = None, *, progress: bool = False) -> None:
        self.jobs = jobs or os.cpu_count() or 1
        self.progress = progress
        # Set when an error or an interrupt ends it all, for jobs that can be cut short.
        self.stop = Event()

    def each(self, work: Callable[[T], R], items: Iterable[T], title: str) -> list[R]:
        """Return what the work makes of each item, in order; an error ends it all."""
        todo = list(items)
        with ThreadPoolExecutor(self.jobs) as pool:
            futures = [pool.submit(work, item) for item in todo]
            try:
                self.watch(futures, title)
                return [future.result() for future in futures]
            except BaseException:
                self.stop.set()
                pool.shutdown(wait=False, cancel_futures=True)
                raise
            finally:
                self.say("")

    def watch(self, futures: list[Future[R]], title: str) -> None:
        """Wait for all, saying how many are done."""
        left = set(futures)
        while left:
            self.say(f"{title}: {len(futures) - len(left)} of {len(futures)}")
            done, left = wait(left, return_when=FIRST_COMPLETED)
            for future in done:
                future.result()

    def say(self, text: str) -> None:
        """Write the line that tells how far we are, over the one before."""
        if self.progress:
            sys.stderr.write(f"\r\x1b[K{text[:79]}")
            sys.stderr.flush()
