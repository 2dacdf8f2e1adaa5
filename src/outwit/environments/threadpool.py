"""Threads that wait for work and do it together."""

from __future__ import annotations

import os
from _thread import allocate_lock, start_new_thread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from threading import Lock

    Work = Callable[[int], None]


class Task:
    """What the threads are to do next; None ends them."""

    def __init__(self) -> None:
        self.work: Work | None = None
        self.errors: list[BaseException] = []


class ThreadPool:
    """Several threads, of which the caller's is the first; the others start when first needed.

    They hold nothing of the work once it is done, and end with the pool.
    """

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self.task = Task()
        self.helpers: list[tuple[Lock, Lock]] = []
        self.process = 0

    def run(self, work: Work) -> None:
        """Call ``work`` with the number of each thread, and wait; raise the first error."""
        if self.threads > 1 and self.process != os.getpid():
            self._start()
        task = self.task
        task.work, task.errors = work, []
        for go, _ in self.helpers:
            go.release()
        try:
            work(0)
        except BaseException as error:  # noqa: BLE001  # raised below, when the others are done
            task.errors.insert(0, error)
        for _, done in self.helpers:
            self._wait(done)
        task.work = None
        if task.errors:
            raise task.errors[0]

    def close(self) -> None:
        """End the threads."""
        self.task.work = None
        if self.process == os.getpid():
            for go, _ in self.helpers:
                go.release()
        self.helpers = []

    def _start(self) -> None:
        # Here, or in a process that was forked, where no thread lives on.
        self.process = os.getpid()
        self.helpers = []
        for number in range(1, self.threads):
            go, done = allocate_lock(), allocate_lock()
            go.acquire()
            done.acquire()
            start_new_thread(serve, (self.task, number, go, done))
            self.helpers.append((go, done))

    def _wait(self, done: Lock) -> None:
        # Even after Ctrl-C: the helpers write into the caller's arrays.
        while True:
            try:
                done.acquire()
            except KeyboardInterrupt as error:
                self.task.errors.append(error)
            else:
                return

    def __del__(self) -> None:
        self.close()


def serve(task: Task, number: int, go: Lock, done: Lock) -> None:
    """Do what a task says, whenever it is time to."""
    while True:
        go.acquire()
        work = task.work
        if work is None:
            return
        try:
            work(number)
        except BaseException as error:  # noqa: BLE001  # the caller raises it
            task.errors.append(error)
        del work
        done.release()
