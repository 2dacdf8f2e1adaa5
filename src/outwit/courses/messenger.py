"""Does the jobs that go to learning platforms: sends grades, reads rosters."""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlalchemy import Connection

from outwit.errors import NetworkFault, OutwitError, StorageFault
from outwit.lti.keypair import KeyPair
from outwit.lti.outgoing import Sender, send
from outwit.lti.services import Services
from outwit.server.base.logs import event
from outwit.storage.database import Database
from outwit.storage.homework import HomeworkStore
from outwit.storage.jobs import GRADE, ROSTER, Job
from outwit.storage.platformgrades import Grade, GradeStore, note_failure, note_sent
from outwit.storage.platformlinks import Link, LinkStore, note_reading, store_roster
from outwit.storage.platforms import Platform, PlatformStore
from outwit.storage.tables import now

KINDS = (GRADE, ROSTER)
# Seconds for which a platform that could not be reached is not tried by other jobs.
REST_SECONDS = 60.0
Effect = Callable[[Connection], None]


class Messenger:
    """Talks to platforms for the jobs of a worker.

    A failure is no failed job: it is stored where the teacher sees it, with the next try.
    """

    def __init__(self, database: Database, sender: Sender = send) -> None:
        self._grades = GradeStore(database)
        self._links = LinkStore(database)
        self._platforms = PlatformStore(database)
        self._homework = HomeworkStore(database)
        self._services = Services(KeyPair(database), sender)
        # Platforms that could not be reached: until when they are left alone, and why.
        self._down: dict[str, tuple[float, str]] = {}

    def do(self, job: Job) -> Effect:
        """Do a job, and return what it changes in the transaction that finishes it.

        Raise NotFound if what it is about was deleted.
        """
        if job.kind == ROSTER:
            return self._read(self._links.get(str(job.subject["link"])))
        grade = self._grades.get(int(job.subject["grade"]))
        if grade is None or grade.sent == grade.at:
            return nothing
        return self._send(grade)

    def _send(self, grade: Grade) -> Effect:
        link = self._links.get(grade.link)
        platform = self._platforms.get(link.platform)

        def work() -> None:
            assert link.homework is not None
            homework = self._homework.get(link.homework)
            item = self._services.item(platform, link, homework, grade.most)
            if item != link.item_url:
                self._links.note_item(link.id, item)
            self._services.grade(platform, item, grade, final=homework.is_over(now()))

        if link.homework is None:
            return nothing
        error = self._tried(platform, work)
        if error:
            event("grade not sent", link=link.id, grade=grade.id, tries=grade.tries, error=error)
            return lambda connection: note_failure(connection, grade, error, now())
        return lambda connection: note_sent(connection, grade)

    def _read(self, link: Link) -> Effect:
        platform = self._platforms.get(link.platform)
        names: dict[str, str] = {}
        error = self._tried(platform, lambda: names.update(self._services.roster(platform, link)))
        if error:
            event("roster not read", link=link.id, error=error)
            return lambda connection: note_reading(connection, link.id, error)
        return lambda connection: store_roster(connection, link.id, names)

    def _tried(self, platform: Platform, work: Callable[[], None]) -> str:
        """Try to talk to a platform, and return why that failed; empty if it did not."""
        until, error = self._down.get(platform.id, (0.0, ""))
        if until > time.monotonic():
            return error
        try:
            work()
        except StorageFault:
            raise
        except NetworkFault as fault:
            if is_away(fault):
                self._down[platform.id] = time.monotonic() + REST_SECONDS, str(fault)
            return str(fault)
        except OutwitError as fault:
            return str(fault)
        return ""


def is_away(fault: NetworkFault) -> bool:
    """Tell whether a platform did not answer at all, so that others need not wait for it, too."""
    return isinstance(fault.__context__, OSError)


def nothing(connection: Connection) -> None:
    """Change nothing."""
