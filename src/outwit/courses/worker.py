"""A worker: takes jobs from the queue, one after the other, and does them."""

from __future__ import annotations

import os
import secrets
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic

from outwit.courses.due import add_due
from outwit.courses.grades import add_grades
from outwit.courses.messenger import KINDS, Messenger
from outwit.courses.tasks import Effect, effect_of, nothing, task_of
from outwit.courses.work import Outcome, Task, do
from outwit.errors import MarkerFault, NotFound, OutwitError, StorageFault
from outwit.server.base.logs import event
from outwit.storage.database import Database
from outwit.storage.jobs import Job, JobQueue
from outwit.storage.tables import now

# Seconds between two looks at an empty queue, between two signs that a job is still worked on, and
# between two looks at what is due.
LOOK_SECONDS, RENEW_SECONDS, DUE_SECONDS = 0.5, 5.0, 30.0


class Worker:
    """Does jobs; ``work`` is a function of plain values, which may be done elsewhere.

    At most ``programs`` run at once for a mark.
    """

    def __init__(
        self,
        database: Database,
        work: Callable[[Task], Outcome] = do,
        programs: int = 1,
        name: str = "",
    ) -> None:
        self.database = database
        self.queue = JobQueue(database)
        self.work = work
        self.programs = programs
        self.name = name or new_name()
        self.messenger = Messenger(database)
        self.ends = Event()
        self._looked = -DUE_SECONDS

    def run(self) -> None:
        """Work until ``ends`` is set."""
        with self.noted():
            while not self.ends.is_set():
                try:
                    if self.look() or self.work_one():
                        continue
                except StorageFault as error:
                    event("worker waits for the database", error=str(error))
                self.ends.wait(LOOK_SECONDS)

    def look(self) -> bool:
        """Add what is due, from time to time; return False."""
        if monotonic() - self._looked >= DUE_SECONDS:
            add_due(self.database, now())
            add_grades(self.database, now())
            self._looked = monotonic()
        return False

    def work_one(self) -> bool:
        """Do the next job; return False if there is none."""
        job = self.queue.claim(self.name)
        if job is None:
            return False
        try:
            with self.renewed(job):
                done = self.done(job)
        except (MarkerFault, OSError) as error:
            self.give_back(job, error)
        except NotFound:
            # Deleted meanwhile, with its job.
            self.queue.finish(job, nothing)
        except StorageFault:
            raise
        except OutwitError as error:
            # Such as an exam that cannot be read: another try would end the same.
            event("job failed", job=job.id, kind=job.kind, error=str(error))
            self.queue.finish(job, nothing, str(error))
        except Exception as error:
            # A mistake of ours: this process ends, and another goes on.
            self.give_back(job, error)
            raise
        else:
            is_ours = self.queue.finish(job, done)
            event("job done" if is_ours else "job lost", job=job.id, kind=job.kind)
        return True

    def done(self, job: Job) -> Effect:
        """Do a job, and return what it changes."""
        if job.kind in KINDS:
            return self.messenger.do(job)
        task = task_of(self.database, job, self.programs)
        return nothing if task is None else effect_of(self.database, job, task, self.work(task))

    def give_back(self, job: Job, error: Exception) -> None:
        """Give a job back that failed for a fault of ours."""
        told = str(error) or type(error).__name__
        event("job given back", job=job.id, kind=job.kind, tries=job.tries, error=told)
        self.queue.release(job, told)

    @contextmanager
    def renewed(self, job: Job) -> Iterator[None]:
        """Renew the lease of a job meanwhile."""
        with every(RENEW_SECONDS, lambda: self.queue.renew(job)):
            yield

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Say meanwhile that this worker is there."""
        try:
            self.queue.note_worker(self.name)
            with every(RENEW_SECONDS, lambda: self.queue.note_worker(self.name)):
                yield
        finally:
            self.queue.return_all(self.name)


def new_name() -> str:
    """Return a name that no other worker of a cluster has."""
    return f"{socket.gethostname()[:40]}-{os.getpid()}-{secrets.token_hex(3)}"


@contextmanager
def every(seconds: float, call: Callable[[], object]) -> Iterator[None]:
    """Call something regularly in a thread meanwhile; a fault of the database is logged."""
    ends = Event()

    def repeat() -> None:
        while not ends.wait(seconds):
            try:
                call()
            except StorageFault as error:
                event("worker waits for the database", error=str(error))

    thread = Thread(target=repeat, name="renewing", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ends.set()
        thread.join()
