"""Runs many small jobs at once, and returns the results in order."""

from __future__ import annotations

import os
import sys
import time
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
        # What the jobs are about, before each progress line.
        self.about = ""
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
        start = time.monotonic()
        while left:
            done_count = len(futures) - len(left)
            seconds = int(time.monotonic() - start)
            self.show(f"{title}: {done_count} of {len(futures)} done, {seconds} s")
            done, left = wait(left, LONGEST_WAIT, FIRST_COMPLETED)
            for future in done:
                future.result()

    def show(self, text: str) -> None:
        """Show a progress line that begins with what the jobs are about."""
        self.say(f"{self.about}{text}")

    def say(self, text: str) -> None:
        """Show a progress line in place of the one before."""
        if self.progress:
            sys.stderr.write(f"\r\x1b[K{text[:79]}")
            sys.stderr.flush()
