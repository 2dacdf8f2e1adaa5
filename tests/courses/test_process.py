"""Workers as processes: killed, ended, replaced."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import gettempdir

import pytest
from sqlalchemy import update

from outwit.arena.leftovers import clean_up_after
from outwit.courses import supervisor
from outwit.courses.supervisor import Supervisor
from outwit.courses.work import Outcome, Task
from outwit.courses.worker import Worker
from outwit.process import permission
from outwit.process.folder import PREFIX
from outwit.storage.coursetables import Jobs
from outwit.storage.handins import HandInStore
from outwit.storage.jobs import LEASE, MARK, JobQueue
from outwit.storage.tables import now
from tests.courses.conftest import Course
from tests.courses.programs import packed
from tests.nursery import Forked
from tests.tools import needs_bubblewrap

PATIENCE = 60.0
pytestmark = needs_bubblewrap()


def wait_for(happens: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.02)


def url(course: Course) -> str:
    return str(course.database)


def seconds() -> str:
    """Return a time for which no other test, in this process or another, sleeps."""
    return f"600.{os.getpid()}"


@pytest.fixture
def slow(course: Course) -> str:
    """Hand in what builds for ever, and return its id."""
    build = f"touch begun; sleep {seconds()}"
    data = packed({"build": build, "run": "python3 main.py", "main.py": ""})
    return HandInStore(course.database).add(course.homework, course.ada, data, "ada", now()).id


@pytest.fixture
def forked(course: Course) -> Iterator[Forked]:
    """Start a worker that has loaded everything before."""
    process = Forked(["work", "--database", url(course)], os.environ)
    try:
        yield process
    finally:
        process.kill()
        process.wait(PATIENCE)
        # As the portal does that had started it.
        clean_up_after({process.pid})


def sleepers() -> list[str]:
    """Return the processes that still build."""
    found = []
    for place in Path("/proc").iterdir():
        if place.name.isdigit():
            try:
                words = (place / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if words[:2] == [b"sleep", seconds().encode()]:
                found.append(place.name)
    return found


def end_lease(course: Course) -> None:
    with course.database.session() as connection:
        connection.execute(update(Jobs).values(lease=now() - LEASE))


def test_a_worker_that_is_killed_leaves_no_program_and_its_job_to_another(
    course: Course, slow: str, forked: Forked
) -> None:
    wait_for(sleepers)
    forked.kill()
    wait_for(lambda: not sleepers())
    queue = JobQueue(course.database)
    assert queue.claim("too early") is None
    end_lease(course)
    tasks: list[Task] = []

    def work(task: Task) -> Outcome:
        tasks.append(task)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Worker(course.database, work).work_one()
    assert len(tasks) == 1
    (job,) = queue.unfinished()
    assert (job.subject, job.tries) == ({"handin": slow}, 2)


def test_a_worker_that_is_ended_gives_its_job_back(
    course: Course, slow: str, forked: Forked
) -> None:
    wait_for(sleepers)
    queue = JobQueue(course.database)
    assert queue.workers() == 1
    forked.terminate()
    assert forked.wait(PATIENCE) == 0
    assert not sleepers()
    assert list(Path(gettempdir()).glob(f"{PREFIX}{forked.pid}-*")) == []
    (job,) = queue.unfinished()
    assert (job.subject, job.tries, job.worker) == ({"handin": slow}, 0, "")
    assert queue.workers() == 0


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """Make supervisors quick, and return the processes that they start: these only wait."""
    started: list[subprocess.Popen[bytes]] = []
    real = subprocess.Popen

    def start(*words: object, **options: object) -> subprocess.Popen[bytes]:
        started.append(real(["sleep", "60"]))
        return started[-1]

    monkeypatch.setattr(subprocess, "Popen", start)
    for name in ("LOOK_SECONDS", "AGAIN_SECONDS", "ASSIGNMENT_SECONDS"):
        monkeypatch.setattr(supervisor, name, 0.01)
    return started


def test_workers_are_replaced_when_they_die_and_ended_with_the_portal(
    course: Course, quick: list[subprocess.Popen[bytes]]
) -> None:
    queue = JobQueue(course.database)
    queue.add(MARK, course.homework, {}, "mark")
    with Supervisor(url(course), 2) as found:
        wait_for(lambda: len(quick) == 2)
        job = queue.claim(found._names[quick[0].pid])
        os.kill(quick[0].pid, signal.SIGKILL)
        wait_for(lambda: len(quick) == 3)
        assert [each.poll() for each in quick] == [-signal.SIGKILL, None, None]
        # What the dead one had is free at once.
        again = queue.claim("another")
        assert job is not None
        assert again is not None
        assert (again.id, again.tries) == (job.id, 2)
    assert all(each.poll() is not None for each in quick)


def test_no_worker_is_started_before_there_is_an_assignment(
    portal_file: Path, quick: list[subprocess.Popen[bytes]]
) -> None:
    with Supervisor(f"sqlite:///{portal_file}", 1) as found:
        time.sleep(0.1)
        assert found._thread.is_alive()
    assert quick == []


def test_nothing_runs_where_it_cannot_be_enclosed_unless_the_operator_says_so(
    course: Course, quick: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(permission, "can_enclose", lambda: False)
    with Supervisor(url(course), 1) as found:
        found._thread.join(PATIENCE)
    assert quick == []
    monkeypatch.setenv(permission.UNENCLOSED, "1")
    with Supervisor(url(course), 1):
        wait_for(lambda: quick)
