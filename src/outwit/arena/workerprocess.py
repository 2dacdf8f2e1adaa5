"""A worker in a process of its own, seen from the process that started it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from outwit.arena.leftovers import clean_up_after
from outwit.arena.workermain import read_frame, write_frame

# Seconds for workers to end in order.
GRACE_SECONDS = 6.0


class WorkerDied(Exception):
    """A worker ended in the middle of a task; no user gets to see this."""


def start_process() -> subprocess.Popen[bytes]:
    """Start the process of a worker, which finds the modules that this one would."""
    places = [place for place in sys.path if place]
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "outwit.arena.workermain", str(os.getpid())],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(places)},
        # Ctrl-C is for us; we then end the workers in order.
        process_group=0,
    )


class WorkerProcess:
    """Plays the games of one tournament, given as its manifest's JSON."""

    def __init__(self, manifest: str) -> None:
        self.process = start_process()
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.tasks, self.answers = self.process.stdin, self.process.stdout
        # What it is doing: a kind of task and its subject.
        self.task: tuple[str, Any] | None = None
        with suppress(BrokenPipeError):  # the first task will tell
            write_frame(self.tasks, manifest)

    def fileno(self) -> int:
        """Return what can be waited for."""
        return self.answers.fileno()

    def give(self, task: tuple[str, Any]) -> None:
        """Start a task; raise WorkerDied if the process has ended."""
        self.task = task
        try:
            write_frame(self.tasks, task)
        except BrokenPipeError:
            raise WorkerDied("a worker process has died") from None

    def receive(self) -> Any:
        """Wait for the result of the task; raise its error, or WorkerDied."""
        found = read_frame(self.answers)
        if found is None:
            raise WorkerDied("a worker process has died")
        self.task = None
        is_done, result = found
        if is_done:
            return result
        raise result


def end_workers(workers: Sequence[WorkerProcess]) -> None:
    """End processes in order, those that take too long without, and leave nothing of theirs."""
    for worker in workers:
        worker.process.send_signal(signal.SIGTERM)
        with suppress(BrokenPipeError):
            worker.tasks.close()
    deadline = time.monotonic() + GRACE_SECONDS
    for worker in workers:
        try:
            worker.process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            worker.process.kill()
            worker.process.wait()
        worker.answers.close()
    clean_up_after({worker.process.pid for worker in workers})
