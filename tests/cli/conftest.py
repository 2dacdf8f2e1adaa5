"""A portal with a class, whose workers' part the tests do."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from outwit.storage.accounts import AccountStore
from outwit.storage.database import Database
from outwit.storage.handins import BuildResult, HandIn, HandInStore, store_build
from outwit.storage.jobs import MARK, JobQueue
from outwit.storage.marks import MarkStore, store_mark
from outwit.storage.tables import now
from outwit.storage.tokens import TokenStore
from tests.cli.command import Answer, outwit
from tests.server.api.live import LivePortal
from tests.storage.homeworks import Course, make_course


class Room:
    """A portal without workers, with an assignment."""

    def __init__(self, folder: Path) -> None:
        self.portal = LivePortal(folder, OUTWIT_WORKERS="0")
        self.database = Database(self.portal.database)
        accounts = AccountStore(self.database)
        self.course = make_course(accounts, deadline=now() + timedelta(days=1))
        self.closed = make_course(accounts, deadline=now() - timedelta(days=1))
        self.queue, self.handins = JobQueue(self.database), HandInStore(self.database)
        self.marks = MarkStore(self.database)

    def token(self, account: int) -> str:
        return TokenStore(self.database).create(account, "test")

    def submit(self, *words: str, course: Course | None = None, token: str = "") -> Answer:
        course = course or self.course
        given = token or self.token(course.students[0])
        url = f"{self.portal.url}/c/{course.class_id}/a/{course.homework}"
        return outwit("submit", url, *words, OUTWIT_TOKEN=given)

    def newest(self) -> HandIn:
        return self.handins.of_homework(self.course.homework)[0]

    def build(self, result: BuildResult) -> None:
        """Finish the build of the newest hand-in, and let its mark wait."""
        key, job = self.newest().id, None
        while job is None or job.subject["handin"] != key:
            job = self.queue.claim("worker")
            assert job is not None
        assert self.queue.finish(job, lambda connection: store_build(connection, key, result))
        if result.built:
            self.queue.add(MARK, job.homework, {"handin": key}, f"mark {key}")

    def finish_all(self) -> None:
        """Finish what waits, with no effect."""
        while (job := self.queue.claim("worker")) is not None:
            self.queue.finish(job, lambda _: None)

    def mark(self, score: float = 7.0, *, counts: bool = True) -> None:
        """Mark the newest hand-in."""
        facts = {"score": score, "most": 10.0, "parts": []}
        report = {"output": f"ataxx: {score:g} of 10\n", "extra_data": facts}
        with self.database.session() as connection:
            store_mark(connection, self.newest().id, 1, report, whole=False, counts=counts)


@pytest.fixture(scope="session")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    room = Room(tmp_path_factory.mktemp("submit"))
    yield room
    room.database.close()
    room.portal.kill()
