"""Runs many small jobs at once, and returns the results in order."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from threading import Event
from typing import TypeVar

# A signal that comes just before a wait begins is looked at only when the wait ends.
LONGEST_WAIT = 0.5
T = TypeVar("T")
R = TypeVar("R")


class Workers:
    """Runs jobs in threads, as the work is done by the programs that they start."""

    def __init__(self, jobs: int | None = None, *, progress: bool = False) -> None:
        self.jobs = jobs or os.cpu_count() or 1
        self.progress = progress
        # Set by an error or an interrupt, for jobs that can be cut short.
        self.stop = Event()

    def each(self, work: Callable[[T], R], items: Iterable[T], title: str) -> list[R]:
        """Return the result of the work for each item, in order; the first error ends all."""
        todo = list(items)
        # What ended the jobs before these does not end them.
        self.stop.clear()
        with ThreadPoolExecutor(self.jobs) as pool:
            try:
                futures = [pool.submit(work, item) for item in todo]
                self.wait(futures, title)
                return [future.result() for future in futures]
            except BaseException:
                self.stop.set()
                pool.shutdown(wait=False, cancel_futures=True)
                raise
            finally:
                self.say("")

    def wait(self, futures: list[Future[R]], title: str) -> None:
        """Wait for all, and show how many are done."""
        left = set(futures)
        while left:
            self.say(f"{title}: {len(futures) - len(left)} of {len(futures)}")
            done, left = wait(left, LONGEST_WAIT, FIRST_COMPLETED)
            for future in done:
                future.result()

    def say(self, text: str) -> None:
        """Show a progress line in place of the one before."""
        if self.progress:
            sys.stderr.write(f"\r\x1b[K{text[:79]}")
            sys.stderr.flush()
