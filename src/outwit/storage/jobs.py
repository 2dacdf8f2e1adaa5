"""The queue of a portal's work for classes: builds, marks, games, and what platforms are told.

A worker has a job until its lease ends, and renews that while it works. A job whose worker died is
given to another. What a job changes is written in the transaction that finishes it, and only by
the worker that still has it: so a job counts once, however often it was begun.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, and_, delete, func, insert, or_, select, update

from outwit.core.value import Value
from outwit.storage.coursetables import HandIns, Jobs, Workers
from outwit.storage.database import Database
from outwit.storage.tables import now

# Kinds: build a hand-in; mark it by the public cases, or by all; play a pair of games; send a grade
# to a learning platform; read a roster there.
BUILD, MARK, PLAY, GRADE, ROSTER = KINDS = ("build", "mark", "play", "grade", "roster")
# Priorities, the smallest first: what follows the build of a student, who so waits for no later
# build; other things that students wait for; first games; marks after the deadline; games of the
# night.
NEXT, FIRST, SOON, LATER, NIGHTLY = -10, 0, 10, 20, 30
LEASE = timedelta(seconds=20)
# A job that was begun this often and never finished is given up.
MOST_TRIES = 3
# A job that failed for a fault of ours is tried again after this, times the number of its tries.
PAUSE = timedelta(seconds=20)
# After its last sign a worker counts as present, and is remembered, for this long.
PRESENT, REMEMBERED = timedelta(seconds=15), timedelta(days=1)
# Characters of an error that is kept.
LONGEST_ERROR = 1_000
NOT_BUILT = "it could not be built here, for a fault of this portal: your teacher sees why"
# Finished jobs of a kind whose mean duration is used for estimates.
RECENT = 50
# The key of what follows a build, all together, among mean durations.
AFTER = "after"
# Seconds assumed for a kind of which no job was finished yet.
ASSUMED = {BUILD: 3.0, MARK: 10.0, PLAY: 10.0, GRADE: 1.0, ROSTER: 1.0, AFTER: 10.0}


class Job(Value):
    """A job of the queue; ``tries`` tells this claim from earlier ones."""

    id: int
    kind: str
    homework: str
    subject: dict[str, Any]
    priority: int
    created: datetime
    worker: str
    tries: int
    begun: datetime | None
    done: datetime | None
    error: str


class JobQueue:
    """The queue of a database, for any number of workers on any number of machines."""

    def __init__(self, database: Database, clock: Callable[[], datetime] = now) -> None:
        self.database = database
        self.clock = clock

    def add(
        self, kind: str, homework: str, subject: dict[str, Any], key: str, priority: int = LATER
    ) -> None:
        """Add a job, unless one with its key waits or runs."""
        with self.database.session() as connection:
            add_job(connection, kind, homework, subject, key, priority)

    def claim(self, worker: str) -> Job | None:
        """Give a worker the next job, None if there is none; give up jobs begun too often."""
        moment = self.clock()
        free = and_(Jobs.done.is_(None), or_(Jobs.lease.is_(None), Jobs.lease < moment))
        with self.database.reading() as connection:
            # Most of the time there is nothing, and no writer is to wait for that.
            if connection.execute(select(Jobs.id).where(free).limit(1)).first() is None:
                return None
        found = (
            select(Jobs.__table__)
            .where(free)
            .order_by(Jobs.priority, Jobs.id)
            .limit(1)
            .with_for_update(skip_locked=True)
        )
        while True:
            with self.database.session() as connection:
                row = connection.execute(found).one_or_none()
                if row is None:
                    return None
                own = update(Jobs).where(Jobs.id == row.id)
                if row.tries >= MOST_TRIES:
                    lost = row.error or f"{MOST_TRIES} workers ended while they worked on it"
                    connection.execute(own.values(done=moment, error=lost, lease=None))
                    if row.kind == BUILD:
                        _refuse(connection, row.subject["handin"])
                    continue
                connection.execute(
                    own.values(
                        worker=worker, lease=moment + LEASE, tries=row.tries + 1, begun=moment
                    )
                )
            return _job(row).replace(worker=worker, tries=row.tries + 1, begun=moment)

    def renew(self, job: Job) -> bool:
        """Extend the lease of a job; return False if its worker no longer has it."""
        with self.database.session() as connection:
            values = {"lease": self.clock() + LEASE}
            return connection.execute(update(Jobs).where(_held(job)).values(values)).rowcount > 0

    def finish(self, job: Job, effect: Callable[[Connection], None], error: str = "") -> bool:
        """Write the effect of a job and finish it; write nothing and return False if it is lost."""
        moment = self.clock()
        seconds = None if job.begun is None else (moment - job.begun).total_seconds()
        values = {"done": moment, "lease": None, "seconds": seconds, "error": error}
        with self.database.session() as connection:
            if not connection.execute(update(Jobs).where(_held(job)).values(values)).rowcount:
                return False
            effect(connection)
        return True

    def release(self, job: Job, error: str) -> None:
        """Give a job back that could not be done for a fault of ours; another try follows later."""
        with self.database.session() as connection:
            values = {
                "lease": self.clock() + job.tries * PAUSE,
                "worker": "",
                "error": error[:LONGEST_ERROR],
            }
            connection.execute(update(Jobs).where(_held(job)).values(values))

    def return_all(self, worker: str) -> None:
        """Give back what a worker has that ends in order; it counts as no try."""
        own = and_(Jobs.worker == worker, Jobs.done.is_(None))
        with self.database.session() as connection:
            values = {"lease": None, "worker": "", "tries": Jobs.tries - 1}
            connection.execute(update(Jobs).where(own).values(values))
            connection.execute(delete(Workers).where(Workers.name == worker))

    def lost(self, worker: str) -> None:
        """Free the jobs of a worker that was killed, at once; each counts as a try."""
        own = and_(Jobs.worker == worker, Jobs.done.is_(None))
        with self.database.session() as connection:
            connection.execute(update(Jobs).where(own).values(lease=None, worker=""))
            connection.execute(delete(Workers).where(Workers.name == worker))

    def note_worker(self, worker: str) -> None:
        """Say that a worker is there."""
        moment = self.clock()
        with self.database.session() as connection:
            old = or_(Workers.name == worker, Workers.seen < moment - REMEMBERED)
            connection.execute(delete(Workers).where(old))
            connection.execute(insert(Workers).values(name=worker, seen=moment))

    def workers(self) -> int:
        """Return how many workers there are; without one nothing is built, marked or played."""
        found = select(func.count()).where(Workers.seen > self.clock() - PRESENT)
        with self.database.reading() as connection:
            return int(connection.execute(found).scalar_one())

    def unfinished(self, homework: str | None = None) -> tuple[Job, ...]:
        """Return the jobs that wait or run, in the order in which they will be done."""
        found = select(Jobs.__table__).where(Jobs.done.is_(None))
        if homework is not None:
            found = found.where(Jobs.homework == homework)
        with self.database.reading() as connection:
            rows = connection.execute(found.order_by(Jobs.priority, Jobs.id)).all()
        return tuple(map(_job, rows))

    def of_handin(self, homework: str, handin: str) -> tuple[Job, ...]:
        """Return the jobs of a hand-in that wait or run, in the order in which they will be done.

        ``wait_for`` takes their ids; games of the night are left out.
        """
        return tuple(
            job
            for job in self.unfinished(homework)
            if handin in (job.subject.get(name) for name in ("handin", "first", "second"))
            and job.priority < NIGHTLY
        )

    def failed(self, homework: str) -> tuple[Job, ...]:
        """Return the jobs of an assignment that were given up, the newest first."""
        found = select(Jobs.__table__).where(Jobs.homework == homework, Jobs.error != "")
        with self.database.reading() as connection:
            rows = connection.execute(
                found.where(Jobs.done.is_not(None)).order_by(Jobs.id.desc())
            ).all()
        return tuple(map(_job, rows))

    def retry(self, homework: str, key: int) -> bool:
        """Try a job that was given up again; return False if it is none, or came back since."""
        given_up = and_(
            Jobs.id == key,
            Jobs.homework == homework,
            Jobs.done.is_not(None),
            Jobs.error != "",
        )
        with self.database.session() as connection:
            row = connection.execute(select(Jobs.__table__).where(given_up)).one_or_none()
            if row is None:
                return False
            again = and_(Jobs.key == row.key, Jobs.done.is_(None))
            if connection.execute(select(Jobs.id).where(again)).first() is not None:
                connection.execute(update(Jobs).where(given_up).values(error=""))
                return False
            fresh = {"done": None, "lease": None, "worker": "", "tries": 0, "error": ""}
            connection.execute(update(Jobs).where(given_up).values({**fresh, "seconds": None}))
            if row.kind == BUILD:
                lost = and_(HandIns.id == row.subject["handin"], HandIns.failure == NOT_BUILT)
                values = {"state": "waiting", "failure": ""}
                connection.execute(update(HandIns).where(lost).values(values))
        return True

    def wait_for(self, keys: Sequence[int], workers: int | None = None) -> float:
        """Estimate the seconds until the last of some unfinished jobs is done.

        ``workers`` is their number, by default of those that are there, at least one.
        """
        workers = self.workers() if workers is None else workers
        wanted = set(keys)
        means = self.means()
        seconds = waiting = 0.0
        for job in self.unfinished():
            waiting += means[job.kind]
            if job.id in wanted:
                seconds = max(means[job.kind], waiting / max(1, workers))
            if job.kind == BUILD:
                waiting += means[AFTER]
        return seconds

    def means(self) -> dict[str, float]:
        """Return the mean duration of each kind of job, and of what follows a build, in seconds."""
        means = {}
        with self.database.reading() as connection:
            means[AFTER] = _mean_after(connection)
            for kind in KINDS:
                done = and_(Jobs.kind == kind, Jobs.seconds.is_not(None), Jobs.error == "")
                last = select(Jobs.seconds).where(done).order_by(Jobs.id.desc()).limit(RECENT)
                mean = connection.execute(select(func.avg(last.subquery().c.seconds))).scalar()
                means[kind] = ASSUMED[kind] if mean is None else max(0.01, float(mean))
        return means


def add_job(
    connection: Connection,
    kind: str,
    homework: str,
    subject: dict[str, Any],
    key: str,
    priority: int = LATER,
    *,
    once: bool = False,
) -> None:
    """Add a job in a transaction, unless one with its key waits or runs.

    With ``once``, not if one was finished before, either.
    """
    there = Jobs.key == key if once else and_(Jobs.key == key, Jobs.done.is_(None))
    if connection.execute(select(Jobs.id).where(there)).first() is None:
        new = {"kind": kind, "homework": homework, "subject": subject, "key": key}
        more = {"priority": priority, "created": now(), "worker": "", "tries": 0, "error": ""}
        connection.execute(insert(Jobs).values({**new, **more}))


def _mean_after(connection: Connection) -> float:
    """Return the mean duration of all that followed the last builds that are done."""
    built = and_(Jobs.kind == BUILD, Jobs.seconds.is_not(None))
    last = select(Jobs.done).where(built).order_by(Jobs.done.desc()).limit(RECENT).subquery()
    builds, since = connection.execute(select(func.count(), func.min(last.c.done))).one()
    if not builds:
        return ASSUMED[AFTER]
    after = and_(Jobs.priority == NEXT, Jobs.seconds.is_not(None), Jobs.done >= since)
    seconds = connection.execute(select(func.sum(Jobs.seconds)).where(after)).scalar()
    return ASSUMED[AFTER] if seconds is None else float(seconds) / int(builds)


def _refuse(connection: Connection, handin: str) -> None:
    """Let nobody wait for a build that was given up."""
    values = {"state": "refused", "failure": NOT_BUILT}
    own = and_(HandIns.id == handin, HandIns.state == "waiting")
    connection.execute(update(HandIns).where(own).values(values))


def _held(job: Job) -> Any:
    """Return the condition that a worker still has a job as it was given."""
    mine = and_(Jobs.worker == job.worker, Jobs.tries == job.tries)
    return and_(Jobs.id == job.id, Jobs.done.is_(None), mine)


def _job(row: Row[Any]) -> Job:
    return Job(*(getattr(row, field) for field in Job.fields))
