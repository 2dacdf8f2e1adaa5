from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import func, select, update

from outwit.courses.building import BuildTask
from outwit.courses.due import add_due
from outwit.courses.marking import MarkTask
from outwit.courses.playing import PlayedGame
from outwit.courses.schedule import LEVELS
from outwit.courses.work import Outcome, Task
from outwit.courses.worker import Worker
from outwit.errors import BadFile, MarkerFault
from outwit.storage.bouts import BoutStore
from outwit.storage.coursetables import Homework, Jobs
from outwit.storage.handins import READY, REFUSED, BuildResult, HandInStore
from outwit.storage.homework import HomeworkStore
from outwit.storage.jobs import (
    AFTER,
    ASSUMED,
    BUILD,
    LEASE,
    MARK,
    MOST_TRIES,
    NOT_BUILT,
    PLAY,
    JobQueue,
)
from outwit.storage.marks import MarkStore
from outwit.storage.tables import now
from tests.courses.conftest import Course

BOT = {"kind": "uai", "command": ["python3", "main.py"], "settings": [], "declared": {}}
REPORT: dict[str, Any] = {"tests": [], "extra_data": {"score": 7.0, "most": 10.0}}


def work(task: Task) -> Outcome:
    """Do as if the work was done."""
    if isinstance(task, BuildTask):
        return BuildResult(BOT, task.data, "Python", "log", "")
    if isinstance(task, MarkTask):
        return REPORT
    won = PlayedGame(0, "1-0", "no-move", None, 9, "record", ("", "err"), (1.0, 2.0))
    return won, won.replace(first=1, fault_of=0, result="0-1")


def worker(course: Course, do: Any = work) -> Worker:
    return Worker(course.database, do, name=f"worker {do.__name__}")


def finish(*workers: Worker) -> int:
    """Let workers take turns until there is nothing left; return the number of jobs."""
    done, before = 0, -1
    while done > before:
        before = done
        done += sum(each.work_one() for each in workers)
    return done


def jobs(course: Course, kind: str) -> int:
    found = select(func.count()).where(Jobs.kind == kind)
    with course.database.reading() as connection:
        return int(connection.execute(found).scalar_one())


def after(course: Course, **fields: timedelta) -> Worker:
    """Return a worker for whom it is later."""
    found = worker(course)
    later = now() + sum(fields.values(), timedelta())
    found.queue = JobQueue(course.database, lambda: later)
    return found


def test_a_hand_in_is_built_marked_and_plays(course: Course) -> None:
    new = course.hand_in(course.ada, "ada")
    finish(worker(course))
    found = HandInStore(course.database).get(new.id)
    assert (found.state, found.language, found.log, found.bot) == (READY, "Python", "log", BOT)
    mark = MarkStore(course.database).counting(course.homework, whole=False)[new.id]
    assert (mark.score, mark.most, mark.revision) == (7.0, 10.0, 1)
    bouts = BoutStore(course.database).of_homework(course.homework)
    assert len(bouts) == 2 * len(LEVELS)
    pairs = {(bout.first_name, bout.second_name) for bout in bouts}
    assert pairs == {
        pair
        for level in (1, 3, 5)
        for pair in (("ada #1", f"level {level}"), (f"level {level}", "ada #1"))
    }
    first = next(bout for bout in bouts if bout.first == new.id)
    assert (first.second, first.result, first.seconds) == (None, "1-0", (1.0, 2.0))
    assert BoutStore(course.database).get(first.id).errors == ("", "err")


def test_the_jobs_of_a_hand_in_say_how_long_it_waits(course: Course) -> None:
    one, two = course.hand_in(course.ada, "ada"), course.hand_in(course.bob, "bob")
    queue = JobQueue(course.database)
    (first,), (second,) = (queue.of_handin(course.homework, each.id) for each in (one, two))
    assert queue.wait_for([first.id]) == ASSUMED[BUILD]
    assert queue.wait_for([second.id]) == 2 * ASSUMED[BUILD] + ASSUMED[AFTER]
    assert queue.wait_for([second.id], 2) == queue.wait_for([second.id]) / 2
    worker(course).work_one()
    kinds = [job.kind for job in queue.of_handin(course.homework, one.id)]
    assert kinds == [PLAY, MARK, PLAY, PLAY]


def test_peers_meet_and_two_workers_do_everything_once(course: Course) -> None:
    one, two = course.hand_in(course.ada, "ada"), course.hand_in(course.bob, "bob")
    finish(worker(course), Worker(course.database, work, name="other"))
    bouts = BoutStore(course.database)
    assert bouts.between(one.id, two.id, "") == 2
    assert len(bouts.of_homework(course.homework)) == 2 * (2 * len(LEVELS) + 1)
    assert JobQueue(course.database).unfinished() == ()


def test_a_superseded_hand_in_plays_no_more(course: Course) -> None:
    old = course.hand_in(course.ada, "ada")
    first = worker(course)
    first.work_one()
    new = course.hand_in(course.ada, "ada")
    finish(first)
    bouts = BoutStore(course.database)
    assert bouts.of_handin(old.id) == ()
    assert {bout.first_name for bout in bouts.of_handin(new.id)} >= {"ada #2"}
    assert old.id in MarkStore(course.database).counting(course.homework, whole=False)


def test_a_lost_job_counts_once(course: Course) -> None:
    new = course.hand_in(course.ada, "ada")
    lost: list[Task] = []

    def slow(task: Task) -> Outcome:
        if len(lost) < jobs(course, PLAY):
            # Meanwhile the lease ends, and another does the job.
            lost.append(task)
            assert after(course, lease=LEASE, more=timedelta(seconds=1)).work_one()
        return work(task)

    finish(worker(course, slow))
    assert lost
    assert len(BoutStore(course.database).of_handin(new.id)) == 2 * len(LEVELS)
    assert len(MarkStore(course.database).of_handin(new.id)) == 1


def test_a_fault_of_ours_is_tried_again_later_and_given_up_at_last(course: Course) -> None:
    new = course.hand_in(course.ada, "ada")

    def full(_: Task) -> Outcome:
        raise MarkerFault("the disk is full")

    failing = worker(course, full)
    later = now()
    failing.queue = JobQueue(course.database, lambda: later)
    for tries in range(1, MOST_TRIES + 1):
        assert failing.work_one()
        assert not failing.work_one(), "a pause comes first"
        assert HandInStore(course.database).get(new.id).state == "waiting"
        later += tries * timedelta(minutes=1)
    assert not failing.work_one()
    (given_up,) = failing.queue.failed(course.homework)
    assert given_up.error == "the disk is full"
    found = HandInStore(course.database).get(new.id)
    assert (found.state, found.failure) == (REFUSED, NOT_BUILT)


def test_a_worker_that_dies_again_and_again_costs_only_this_job(course: Course) -> None:
    new = course.hand_in(course.ada, "ada")
    for tries in range(MOST_TRIES):
        queue = JobQueue(course.database, lambda: now() + tries * 2 * LEASE)  # noqa: B023
        assert queue.claim(f"dies {tries}") is not None
    after(course, lease=2 * MOST_TRIES * LEASE).work_one()
    assert HandInStore(course.database).get(new.id).failure == NOT_BUILT
    (given_up,) = JobQueue(course.database).failed(course.homework)
    assert given_up.error == f"{MOST_TRIES} workers ended while they worked on it"


def test_an_exam_that_cannot_be_read_fails_once_with_its_reason(course: Course) -> None:
    course.hand_in(course.ada, "ada")

    def bad(task: Task) -> Outcome:
        if isinstance(task, MarkTask):
            raise BadFile("exam.toml: 'part' is missing")
        return work(task)

    finish(worker(course, bad))
    (failed,) = JobQueue(course.database).failed(course.homework)
    assert (failed.kind, failed.tries, failed.error) == (MARK, 1, "exam.toml: 'part' is missing")


def test_a_mistake_of_ours_ends_the_worker_and_gives_the_job_back(course: Course) -> None:
    course.hand_in(course.ada, "ada")

    def wrong(_: Task) -> Outcome:
        raise ZeroDivisionError("oh")

    with pytest.raises(ZeroDivisionError):
        worker(course, wrong).work_one()
    (job,) = JobQueue(course.database).unfinished()
    assert (job.worker, job.error) == ("", "oh")


def test_what_is_deleted_meanwhile_leaves_nothing(course: Course) -> None:
    course.hand_in(course.ada, "ada")

    def deleting(task: Task) -> Outcome:
        HomeworkStore(course.database).delete(course.homework)
        return work(task)

    finish(worker(course, deleting))
    assert JobQueue(course.database).unfinished() == ()


def test_workers_say_that_they_are_there(course: Course) -> None:
    queue = JobQueue(course.database)
    assert queue.workers() == 0
    one = worker(course)
    with one.noted(), Worker(course.database, work, name="other").noted():
        assert queue.workers() == 2
        one.queue.note_worker(one.name)
        assert queue.workers() == 2
        assert JobQueue(course.database, lambda: now() + timedelta(minutes=1)).workers() == 0
    assert queue.workers() == 0


def test_a_worker_that_ends_gives_its_job_back_as_if_it_had_not_begun(course: Course) -> None:
    course.hand_in(course.ada, "ada")
    queue = JobQueue(course.database)
    for _ in range(MOST_TRIES + 1):
        job = queue.claim("ends")
        assert job is not None
        queue.return_all("ends")
        assert not queue.finish(job, lambda _: None)


def handed_in(course: Course, **changes: Any) -> None:
    """Have both students' programs ready, in an assignment that is then changed."""
    course.hand_in(course.ada, "ada")
    course.hand_in(course.bob, "bob")
    finish(worker(course))
    with course.database.session() as connection:
        connection.execute(update(Homework).values(changes))


def test_a_night_is_added_once_at_its_hour(course: Course) -> None:
    before = datetime(2030, 5, 5, tzinfo=UTC)
    handed_in(course, created=before)
    played = jobs(course, PLAY)
    add_due(course.database, datetime(2030, 5, 6, 2, 59, tzinfo=UTC))
    assert jobs(course, PLAY) == played
    for minute in (1, 2):
        add_due(course.database, datetime(2030, 5, 6, 3, minute, tzinfo=UTC))
        finish(worker(course))
    assert jobs(course, PLAY) == played + 1
    # Who hands in later waits for the next night.
    course.hand_in(course.ada, "ada")
    finish(worker(course))
    played = jobs(course, PLAY) - 1
    add_due(course.database, datetime(2030, 5, 6, 3, 3, tzinfo=UTC))
    assert jobs(course, PLAY) == played + 1
    nights = [bout.night for bout in BoutStore(course.database).of_homework(course.homework)]
    assert nights.count(datetime(2030, 5, 6, 3, tzinfo=UTC)) == 2
    add_due(course.database, datetime(2030, 5, 7, 3, 1, tzinfo=UTC))
    assert jobs(course, PLAY) == played + 2


def test_marks_by_all_cases_are_added_once_after_the_end(course: Course) -> None:
    end = datetime(2030, 5, 6, 12, tzinfo=UTC)
    handed_in(course, deadline=end)
    marks = MarkStore(course.database)
    add_due(course.database, end)
    finish(worker(course))
    assert marks.counting(course.homework, whole=True) == {}
    for minutes in (1, 2):
        add_due(course.database, end + timedelta(minutes=minutes))
        finish(worker(course))
    assert len(marks.counting(course.homework, whole=True)) == 2
    assert jobs(course, MARK) == 4


def test_an_assignment_that_ended_long_ago_has_no_nights(course: Course) -> None:
    end = datetime(2030, 5, 6, 12, tzinfo=UTC)
    handed_in(course, deadline=end, created=end - timedelta(days=9))
    played = jobs(course, PLAY)
    add_due(course.database, datetime(2030, 5, 7, 3, 1, tzinfo=UTC))
    assert jobs(course, PLAY) == played + 1
    add_due(course.database, datetime(2030, 5, 8, 3, 1, tzinfo=UTC))
    assert jobs(course, PLAY) == played + 1
