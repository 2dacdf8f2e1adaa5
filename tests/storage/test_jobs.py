"""The queue: urgent jobs first, each job counts once, whatever becomes of its workers."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Connection

from outwit.storage.accounts import AccountStore
from outwit.storage.audit import AuditStore, note
from outwit.storage.database import Database
from outwit.storage.homework import HomeworkStore
from outwit.storage.jobs import (
    AFTER,
    ASSUMED,
    BUILD,
    FIRST,
    LATER,
    LEASE,
    MARK,
    MOST_TRIES,
    NEXT,
    PLAY,
    Job,
    JobQueue,
    add_job,
)
from tests.storage.homeworks import Course, make_course


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.moment = datetime(2030, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.moment

    def go(self, seconds: float) -> None:
        self.moment += timedelta(seconds=seconds)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def queue(database: Database, clock: Clock) -> JobQueue:
    return JobQueue(database, clock)


@pytest.fixture
def course(accounts: AccountStore) -> Course:
    return make_course(accounts)


def claimed(queue: JobQueue, worker: str) -> Job:
    job = queue.claim(worker)
    assert job is not None
    return job


def nothing(connection: Connection) -> None:
    """Change nothing."""


def test_urgent_jobs_come_first_and_equal_ones_in_order(queue: JobQueue, course: Course) -> None:
    for key, priority in (("a", LATER), ("b", LATER), ("c", FIRST)):
        queue.add(PLAY, course.homework, {"key": key}, key, priority)
    assert [claimed(queue, "w").subject["key"] for _ in range(3)] == ["c", "a", "b"]
    assert queue.claim("w") is None


def test_a_job_that_waits_is_not_added_again_but_a_finished_one_is(
    queue: JobQueue, course: Course
) -> None:
    for _ in range(2):
        queue.add(MARK, course.homework, {}, "mark")
    job = claimed(queue, "w")
    assert queue.claim("w") is None
    assert queue.finish(job, nothing)
    queue.add(MARK, course.homework, {}, "mark")
    assert len(queue.unfinished(course.homework)) == 1


def test_a_job_of_a_dead_worker_goes_to_another_and_counts_once(
    queue: JobQueue, course: Course, clock: Clock
) -> None:
    queue.add(MARK, course.homework, {}, "mark")
    lost = claimed(queue, "first")
    clock.go(LEASE.total_seconds() / 2)
    assert queue.renew(lost)
    clock.go(LEASE.total_seconds() - 1)
    assert queue.claim("second") is None
    clock.go(2)
    again = claimed(queue, "second")
    assert (again.id, again.tries) == (lost.id, 2)

    def effect(connection: Connection) -> None:
        note(connection, course.class_id, None, "marked")

    # The first worker was only slow, and comes too late.
    assert not queue.renew(lost)
    assert not queue.finish(lost, effect)
    assert queue.finish(again, effect)
    assert not queue.finish(again, effect)
    assert len(AuditStore(queue.database).of_class(course.class_id)) == 1


def test_the_effect_and_the_end_of_a_job_are_stored_together_or_not_at_all(
    queue: JobQueue, course: Course
) -> None:
    queue.add(MARK, course.homework, {}, "mark")
    job = claimed(queue, "w")

    def broken(connection: Connection) -> None:
        note(connection, course.class_id, None, "marked")
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        queue.finish(job, broken)
    assert AuditStore(queue.database).of_class(course.class_id) == ()
    assert queue.renew(job)


def test_a_job_that_kills_its_workers_is_given_up(
    queue: JobQueue, course: Course, clock: Clock
) -> None:
    queue.add(MARK, course.homework, {"is": "bad"}, "bad", FIRST)
    queue.add(MARK, course.homework, {"is": "good"}, "good")
    for _ in range(MOST_TRIES):
        assert claimed(queue, "w").subject == {"is": "bad"}
        clock.go(LEASE.total_seconds() + 1)
    assert claimed(queue, "w").subject == {"is": "good"}
    (failed,) = queue.failed(course.homework)
    assert (failed.subject, "workers ended" in failed.error) == ({"is": "bad"}, True)


def test_a_job_that_is_given_back_is_tried_later_and_says_why(
    queue: JobQueue, course: Course, clock: Clock
) -> None:
    queue.add(MARK, course.homework, {}, "mark")
    for _ in range(MOST_TRIES):
        queue.release(claimed(queue, "w"), "the disk is full")
        assert queue.claim("w") is None
        clock.go(3600)
    assert queue.claim("w") is None
    assert [each.error for each in queue.failed(course.homework)] == ["the disk is full"]


def test_a_wait_is_estimated_from_what_is_ahead_and_how_long_such_jobs_took(
    queue: JobQueue, course: Course, clock: Clock
) -> None:
    for key in range(5):
        queue.add(MARK, course.homework, {}, f"mark {key}")
    job = claimed(queue, "w")
    clock.go(4)
    queue.finish(job, nothing)
    assert queue.means()[MARK] == pytest.approx(4)
    last = queue.unfinished()[-1].id
    assert queue.wait_for([last], workers=1) == pytest.approx(16)
    assert queue.wait_for([last], workers=2) == pytest.approx(8)
    assert queue.wait_for([last], workers=100) == pytest.approx(4)
    assert queue.wait_for([], workers=1) == 0


def test_a_wait_counts_what_follows_each_build_ahead(
    queue: JobQueue, course: Course, clock: Clock
) -> None:
    for key in range(4):
        queue.add(BUILD, course.homework, {"handin": str(key)}, f"build {key}", FIRST)
    assert queue.means()[AFTER] == ASSUMED[AFTER]
    for key in range(2):
        job = claimed(queue, "w")
        assert job.kind == BUILD
        clock.go(2)
        queue.finish(job, lambda connection: add_next(connection, course.homework))
        if key == 0:
            job = claimed(queue, "w")
            assert job.kind == MARK, "later builds wait for it"
            clock.go(8)
            queue.finish(job, nothing)
    queue.finish(claimed(queue, "w"), nothing)
    # One mark of eight seconds, and one that took none, after two builds.
    assert queue.means()[AFTER] == pytest.approx(4)
    last = queue.unfinished()[-1].id
    assert queue.wait_for([last], workers=1) == pytest.approx(2 + 4 + 2)


def add_next(connection: Connection, homework: str) -> None:
    add_job(connection, MARK, homework, {}, "mark", NEXT)


def test_jobs_go_with_their_assignment(queue: JobQueue, course: Course) -> None:
    queue.add(MARK, course.homework, {}, "mark")
    HomeworkStore(queue.database).delete(course.homework)
    assert queue.unfinished() == ()


def test_a_job_that_was_given_up_is_tried_again_unless_it_came_back(
    queue: JobQueue, course: Course, clock: Clock
) -> None:
    queue.add(MARK, course.homework, {}, "mark")
    for _ in range(MOST_TRIES):
        claimed(queue, "w")
        clock.go(LEASE.total_seconds() + 1)
    assert queue.claim("w") is None
    (lost,) = queue.failed(course.homework)
    assert not queue.retry("ELSEWHERE", lost.id)
    queue.add(MARK, course.homework, {}, "mark")
    assert not queue.retry(course.homework, lost.id)
    assert queue.failed(course.homework) == ()
    for _ in range(MOST_TRIES):
        claimed(queue, "w")
        clock.go(LEASE.total_seconds() + 1)
    assert queue.claim("w") is None
    (lost,) = queue.failed(course.homework)
    assert queue.retry(course.homework, lost.id)
    assert claimed(queue, "w").tries == 1
    assert not queue.retry(course.homework, lost.id)


def test_the_jobs_of_a_worker_that_was_killed_are_free_at_once(
    queue: JobQueue, course: Course
) -> None:
    queue.add(MARK, course.homework, {}, "mark")
    for worker in ("killed", "other"):
        queue.note_worker(worker)
    lost = claimed(queue, "killed")
    queue.lost("killed")
    assert queue.workers() == 1
    again = claimed(queue, "other")
    assert (again.id, again.tries) == (lost.id, 2)
    assert not queue.finish(lost, nothing)
