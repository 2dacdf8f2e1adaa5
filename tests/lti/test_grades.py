"""Rosters come from a learning platform, and grades go there: once, the newest, or not without a
word to the teacher.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache
from typing import Any

import pytest
from starlette.responses import JSONResponse, RedirectResponse, Response

from outwit.courses.grades import add_grades
from outwit.courses.messenger import Messenger
from outwit.courses.work import Outcome, Task
from outwit.courses.worker import Worker
from outwit.errors import NetworkFault
from outwit.lti.claims import LINE_ITEM, SCORE
from outwit.lti.keypair import NAME, KeyPair, new_key
from outwit.lti.outgoing import Answer
from outwit.storage.accounts import AccountStore
from outwit.storage.database import Database
from outwit.storage.handins import BuildResult, HandIn, store_build
from outwit.storage.homework import NOTHING, HomeworkStore, NewHomework
from outwit.storage.jobs import BUILD, GRADE, ROSTER, JobQueue
from outwit.storage.keys import KeyStore
from outwit.storage.marks import MarkStore, store_mark
from outwit.storage.platformgrades import MOST_TRIES, GradeStore
from outwit.storage.platformlinks import Link, LinkStore, NewLink
from outwit.storage.platformpeople import PersonStore
from outwit.storage.platforms import Platform, PlatformStore
from outwit.storage.tables import now
from tests.courses.conftest import Course
from tests.lti.platform import LearningPlatform

BOT = {"kind": "uai", "command": ["python3", "main.py"], "settings": [], "declared": {}}
private_key = cache(new_key)
MINUTE = timedelta(minutes=1)


class Room:
    """A course on the platform whose link opens the assignment of a class."""

    def __init__(self, course: Course, learn: LearningPlatform) -> None:
        self.course, self.learn = course, learn
        self.database = course.database
        KeyStore(self.database).get(NAME, private_key())
        learn.tool_keys = KeyPair(self.database).public_set()
        self.platform = PlatformStore(self.database).add(learn.registration())
        self.links, self.grades = LinkStore(self.database), GradeStore(self.database)
        self.queue = JobQueue(self.database)
        self.worker = Worker(self.database, refuse, name="worker")
        people = PersonStore(AccountStore(self.database))
        with self.database.session() as connection:
            for subject, account in (("s1", course.ada), ("s2", course.bob)):
                connection.exec_driver_sql(
                    "INSERT INTO platform_people VALUES (?, ?, ?)",
                    (self.platform.id, subject, account),
                )
        assert people.accounts_of(self.platform.id) == {"s1": course.ada, "s2": course.bob}
        learn.items["coupled"] = {"scoreMaximum": 20}
        self.link = self.linked(item_url=f"{learn.url}/items/coupled?type_id=1")

    def linked(self, **fields: Any) -> Link:
        """Tie a link to the assignment, and read its roster."""
        new = NewLink(
            self.platform.id,
            "1",
            "link 1",
            "A bot",
            f"{self.learn.url}/members?course=3",
            f"{self.learn.url}/items",
            scopes=(LINE_ITEM, SCORE),
        )
        found = self.links.note(new.replace(**fields))
        self.links.tie(found.id, self.course.homework)
        self.work()
        return self.links.get(found.id)

    def work(self) -> int:
        """Do the jobs of platforms; return how many."""
        done = 0
        while self.worker.work_one():
            done += 1
        return done

    def look(self, moment: datetime | None = None) -> int:
        """Look for grades to be sent, and send them; return the number of jobs."""
        add_grades(self.database, moment or now())
        return self.work()

    def marked(self, account: int, score: float) -> HandIn:
        """Hand in, build and mark a program."""
        made = self.course.hand_in(account, "x")
        with self.database.session() as connection:
            store_build(connection, made.id, BuildResult(BOT, b"x", "Python"))
        while (job := self.queue.claim("builder")) is not None:
            assert job.kind == BUILD
            self.queue.finish(job, lambda _: None)
        self.mark(made, score)
        return made

    def mark(self, handin: HandIn, score: float, *, counts: bool = True) -> None:
        """Store a mark of a hand-in."""
        report = {"tests": [], "extra_data": {"score": score, "most": 10.0}}
        with self.database.session() as connection:
            store_mark(connection, handin.id, 1, report, whole=False, counts=counts)

    @property
    def scores(self) -> dict[str, tuple[float, float]]:
        """What the platform has."""
        return {
            who: (each["scoreGiven"], each["scoreMaximum"])
            for who, each in self.learn.scores.items()
        }


def refuse(task: Task) -> Outcome:
    """Do nothing: there are no such jobs here."""
    raise AssertionError(task)


@pytest.fixture
def room(course: Course, learn: LearningPlatform) -> Room:
    return Room(course, learn)


def test_the_roster_comes_page_by_page_without_teachers(room: Room) -> None:
    names = {"s1": "Ada Lovelace", "s2": "Zoë van Dijk", "s3": "李 雷"}
    assert room.links.roster(room.link.id) == names
    assert room.links.absent(room.course.homework, room.course.class_id) == ["李 雷"]
    del room.learn.people["s2"]
    room.links.ask(room.course.homework)
    assert room.work() == 1
    assert set(room.links.roster(room.link.id)) == {"s1", "s3"}


def test_a_grade_is_sent_once_and_another_mark_replaces_it(room: Room) -> None:
    handin = room.marked(room.course.ada, 7.0)
    assert room.look() == 1
    assert room.scores == {"s1": (7.0, 10.0)}
    assert (room.look(), room.learn.scored) == (0, 1)
    room.mark(handin, 9.0, counts=False)
    assert (room.look(), room.scores) == (0, {"s1": (7.0, 10.0)})
    (mark,) = MarkStore(room.database).pending(room.course.homework, whole=False).values()
    MarkStore(room.database).accept([mark.id])
    assert (room.look(), room.scores) == (1, {"s1": (9.0, 10.0)})
    room.mark(handin, 5.0)
    assert (room.look(), room.scores) == (1, {"s1": (5.0, 10.0)})


def test_partners_get_the_grade_of_their_group(room: Room) -> None:
    homework = HomeworkStore(room.database)
    old = homework.get(room.course.homework)
    new = NewHomework(**{name: getattr(old, name) for name in NewHomework.fields})
    homework.change(old.id, new.replace(group_size=2))
    homework.join(old.id, room.course.bob, room.course.ada)
    room.marked(room.course.ada, 7.0)
    assert (room.look(), room.scores) == (2, {"s1": (7.0, 10.0), "s2": (7.0, 10.0)})


def test_no_grade_is_sent_that_students_may_not_see(room: Room) -> None:
    homework = HomeworkStore(room.database)
    old = homework.get(room.course.homework)
    new = NewHomework(**{name: getattr(old, name) for name in NewHomework.fields})
    homework.change(old.id, new.replace(before=NOTHING))
    room.marked(room.course.ada, 7.0)
    assert (room.look(), room.scores) == (0, {})


def test_a_column_of_grades_is_made_once(room: Room) -> None:
    room.link = room.linked(resource="link 2", item_url="")
    room.marked(room.course.ada, 7.0)
    room.look()
    made = room.links.get(room.link.id).item_url
    assert [each.get("id") for each in room.learn.items.values()] == [None, made]
    # A worker that was killed after it made one finds it again.
    room.links.note_item(room.link.id, "")
    room.marked(room.course.bob, 8.0)
    room.look()
    assert room.links.get(room.link.id).item_url == made
    assert len(room.learn.items) == 2


KILLED = """
import os, signal, sys
from outwit.courses.messenger import Messenger
from outwit.storage.database import Database
from outwit.storage.jobs import JobQueue

database = Database(sys.argv[1])
Messenger(database).do(JobQueue(database).claim("killed"))
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_worker_that_is_killed_between_sends_no_second_grade(room: Room) -> None:
    room.marked(room.course.ada, 7.0)
    add_grades(room.database, now())
    killed = subprocess.run([sys.executable, "-c", KILLED, str(room.database)], check=False)
    assert killed.returncode == -9
    assert room.scores == {"s1": (7.0, 10.0)}
    sent = dict(room.learn.scores["s1"])
    (grade,) = room.grades.of_link(room.link.id)
    assert grade.sent is None
    room.queue.lost("killed")
    assert room.look() == 1
    assert room.learn.scores == {"s1": sent}
    (grade,) = room.grades.of_link(room.link.id)
    assert (grade.sent, grade.error, room.learn.scored) == (grade.at, "", 2)


def test_a_mark_that_changes_while_a_grade_is_sent_is_sent_after_it(room: Room) -> None:
    handin = room.marked(room.course.ada, 7.0)
    add_grades(room.database, now())
    job = room.queue.claim("slow")
    assert job is not None
    effect = room.worker.messenger.do(job)
    room.mark(handin, 9.0)
    assert room.look() == 0
    assert room.queue.finish(job, effect)
    assert (room.look(), room.scores) == (1, {"s1": (9.0, 10.0)})


@pytest.mark.parametrize(
    ("word", "answer", "said"),
    [
        ("scores", lambda: JSONResponse({"error": "closed"}, 403), "status 403"),
        ("scores", lambda: RedirectResponse("https://evil.example.org/"), "leads elsewhere"),
        ("token", lambda: JSONResponse({}, 400), "refuses a token"),
        ("token", lambda: JSONResponse({}), "sends no token"),
        ("token", lambda: Response("<html>"), "no JSON"),
        ("scores", lambda: Response(b"x" * (3 << 20), 500), "more than 2 MiB"),
    ],
)
def test_a_failure_is_kept_and_tried_again_ever_later(
    room: Room, word: str, answer: Callable[[], Response], said: str
) -> None:
    room.worker.messenger = Messenger(room.database)
    room.marked(room.course.ada, 7.0)
    room.learn.broken[word] = answer
    moment = now()
    assert room.look(moment) == 1
    (grade,) = room.grades.of_link(room.link.id)
    assert (grade.tries, grade.sent, said in grade.error) == (1, None, True), grade.error
    assert room.look(moment + MINUTE / 2) == 0
    assert room.look(moment + 2 * MINUTE) == 1
    assert room.look(moment + 2 * MINUTE) == 0
    assert JobQueue(room.database).failed(room.course.homework) == ()
    del room.learn.broken[word]
    assert room.look(moment + 10 * MINUTE) == 1
    assert room.scores == {"s1": (7.0, 10.0)}


def test_a_grade_is_given_up_until_the_teacher_asks(room: Room) -> None:
    room.marked(room.course.ada, 7.0)
    room.learn.broken["scores"] = lambda: JSONResponse({}, 500)
    moment = now()
    for day in range(MOST_TRIES + 3):
        room.look(moment + day * timedelta(days=1))
    assert room.learn.scored == MOST_TRIES
    (grade,) = room.grades.of_link(room.link.id)
    assert grade.is_given_up
    room.learn.broken.clear()
    room.grades.retry(room.course.homework, now())
    assert (room.look(), room.scores) == (1, {"s1": (7.0, 10.0)})


def test_nothing_goes_to_an_address_that_is_not_registered(room: Room) -> None:
    room.linked(
        item_url="http://127.0.0.1:1/items/7", roster_url="https://evil.example.org/members"
    )
    room.marked(room.course.ada, 7.0)
    room.look()
    (grade,) = room.grades.of_link(room.link.id)
    assert "http://127.0.0.1:1, which is not registered" in grade.error
    assert "https://evil.example.org:443, which is" in room.links.get(room.link.id).error
    assert room.learn.scores == {}


def test_a_platform_that_is_down_is_not_asked_for_every_grade(room: Room) -> None:
    calls = []

    def down(
        platform: Platform,
        method: str,
        url: str,
        headers: dict[str, str],
        body: bytes | None = None,
    ) -> Answer:
        calls.append(url)
        error = NetworkFault("Learn cannot be reached: no route")
        error.__context__ = OSError("no route")
        raise error

    room.worker.messenger = Messenger(room.database, down)
    room.marked(room.course.ada, 7.0)
    room.marked(room.course.bob, 8.0)
    assert (room.look(), len(calls)) == (2, 1)
    assert all("no route" in each.error for each in room.grades.of_link(room.link.id))


def test_a_link_that_opens_another_assignment_begins_anew(room: Room) -> None:
    room.marked(room.course.ada, 7.0)
    room.look()
    other = HomeworkStore(room.database).copy(room.course.homework, room.course.class_id)
    room.links.tie(room.link.id, room.course.homework)
    assert len(room.grades.of_link(room.link.id)) == 1
    room.links.tie(room.link.id, other)
    assert room.grades.of_link(room.link.id) == ()
    kinds = {job.kind for job in room.queue.unfinished()}
    assert kinds == {ROSTER}
    assert GRADE not in kinds


def test_what_is_removed_takes_its_links_along(room: Room) -> None:
    PlatformStore(room.database).remove(room.platform.id)
    assert (room.links.tied(), room.look()) == ((), 0)
    assert isinstance(room.database, Database)
