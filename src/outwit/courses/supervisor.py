"""Workers in processes of their own: started when there is an assignment, replaced, and ended."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from threading import Event, Thread
from types import FrameType, TracebackType
from typing import Self

from sqlalchemy import select

from outwit.arena.leftovers import clean_up_after
from outwit.courses.worker import new_name
from outwit.errors import StorageFault
from outwit.process.permission import NOT_ENCLOSED, may_run
from outwit.server.base.logs import event
from outwit.storage.coursetables import Homework
from outwit.storage.database import DATABASE, Database
from outwit.storage.jobs import JobQueue

# Seconds between two looks at the processes, and at whether there is an assignment.
LOOK_SECONDS, ASSIGNMENT_SECONDS = 0.2, 2.0
# Seconds until a process that has ended is replaced, and for all to end in order.
AGAIN_SECONDS, GRACE_SECONDS = 1.0, 6.0


class Supervisor:
    """Keeps a number of workers running, from a thread; they end with this process.

    ``command`` starts one: the words after ``outwit``.
    """

    def __init__(self, database: str, size: int, command: Sequence[str] = ("work",)) -> None:
        self._database = database
        self._size = size
        programs = max(1, (os.cpu_count() or 1) // max(1, size))
        self._words = [
            *(sys.executable, "-m", "outwit.cli", *command),
            *("--parent", str(os.getpid()), "--programs", str(programs)),
        ]
        self._children: list[subprocess.Popen[bytes]] = []
        # The names of workers, by process.
        self._names: dict[int, str] = {}
        self._ends = Event()
        self._thread = Thread(target=self._run, name="workers", daemon=True)

    def __enter__(self) -> Self:
        if self._size:
            self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def run(self) -> None:
        """Keep them running from this thread, the main one, until a signal comes."""

        def end(_number: int, _frame: FrameType | None) -> None:
            self._ends.set()

        for sign in (signal.SIGINT, signal.SIGTERM):
            signal.signal(sign, end)
        self._run()

    def close(self) -> None:
        """End all processes in order, those that take too long without."""
        self._ends.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        """Start the processes, replace those that die, and end all.

        The processes live no longer than this thread.
        """
        try:
            if not self._is_needed():
                return
            if not may_run():
                event("no workers", reason=NOT_ENCLOSED)
                return
            self._children = [self._start() for _ in range(self._size)]
            while not self._ends.wait(LOOK_SECONDS):
                self._replace()
        finally:
            self._end_all()

    def _is_needed(self) -> bool:
        """Wait for the first assignment; return False if the end comes before."""
        with ExitStack() as stack:
            database = stack.enter_context(Database(self._database))
            while not self._ends.is_set():
                try:
                    with database.reading() as connection:
                        if connection.execute(select(Homework.id).limit(1)).first() is not None:
                            return True
                except StorageFault as error:
                    event("workers wait for the database", error=str(error))
                self._ends.wait(ASSIGNMENT_SECONDS)
        return False

    def _replace(self) -> None:
        for place, child in enumerate(self._children):
            if child.poll() is not None:
                event("worker ended", process=child.pid, status=child.returncode)
                clean_up_after({child.pid})
                self._give_up(self._names.pop(child.pid))
                if self._ends.wait(AGAIN_SECONDS):
                    return
                self._children[place] = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        # The database in the environment: other users could read a password on the command line.
        # A group of its own: Ctrl-C is for us, who then end the processes in order.
        name = new_name()
        child = subprocess.Popen(
            [*self._words, "--name", name],
            stdin=subprocess.DEVNULL,
            env={**os.environ, DATABASE: self._database},
            process_group=0,
        )
        self._names[child.pid] = name
        return child

    def _give_up(self, worker: str) -> None:
        """Let others have the jobs of a worker that died, without waiting for its leases."""
        try:
            with Database(self._database) as database:
                JobQueue(database).lost(worker)
        except StorageFault as error:
            event("a job waits until its lease ends", error=str(error))

    def _end_all(self) -> None:
        for child in self._children:
            child.send_signal(signal.SIGTERM)
        deadline = time.monotonic() + GRACE_SECONDS
        for child in self._children:
            try:
                child.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
        clean_up_after({child.pid for child in self._children})
