"""Grades on their way to learning platforms: as they are to be, and as they were sent."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, and_, insert, or_, select, update

from outwit.core.value import Value
from outwit.storage.database import Database
from outwit.storage.jobs import GRADE, LATER, add_job
from outwit.storage.platformlinks import LONGEST_ERROR, Link
from outwit.storage.platformtables import PlatformGrades, PlatformLinks

# After a failure the next try is a minute later, then two, then four and so on, up to six hours.
FIRST_PAUSE, LONGEST_PAUSE = timedelta(minutes=1), timedelta(hours=6)
# A grade that failed this often, for most of a day, is given up until the teacher asks again.
MOST_TRIES = 10
# A platform ignores a score that is not newer than the one it has; this is what clocks show.
TICK = timedelta(milliseconds=1)


class Grade(Value):
    """The grade of a student of a link's course since ``at``.

    ``sent`` is the ``at`` of the grade that the platform has, None if it has none of ours.
    """

    id: int
    link: str
    subject: str
    score: float
    most: float
    at: datetime
    sent: datetime | None
    tries: int
    due: datetime
    error: str

    @property
    def is_given_up(self) -> bool:
        """Tell whether nothing is tried any more."""
        return self.sent != self.at and self.tries >= MOST_TRIES


class GradeStore:
    """The grades of a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def want(self, link: Link, grades: Mapping[str, tuple[float, float]], moment: datetime) -> None:
        """Store points and most points by subject, and have sent what the platform has not.

        A grade that has changed is due at once, whatever became of the one before.
        """
        known = {each.subject: each for each in self.of_link(link.id)}
        if not _changed(known, grades) and not any(
            _is_due(each, moment) for each in known.values()
        ):
            return
        with self.database.session() as connection:
            found = select(PlatformGrades.__table__).where(PlatformGrades.link == link.id)
            rows = connection.execute(found.with_for_update())
            known = {row.subject: _grade(row) for row in rows}
            for subject in _changed(known, grades):
                score, most = grades[subject]
                old = known.get(subject)
                at = moment if old is None else max(moment, old.at + TICK)
                new = {"score": score, "most": most, "at": _in_milliseconds(at)}
                new |= {"tries": 0, "due": moment, "error": ""}
                if old is None:
                    more = {"link": link.id, "subject": subject, "sent": None}
                    connection.execute(insert(PlatformGrades).values({**new, **more}))
                else:
                    own = update(PlatformGrades).where(PlatformGrades.id == old.id)
                    connection.execute(own.values(new))
            for row in connection.execute(found).all():
                if _is_due(_grade(row), moment) and link.homework is not None:
                    what = {"grade": row.id}
                    add_job(connection, GRADE, link.homework, what, f"grade {row.id}", LATER)

    def get(self, key: int) -> Grade | None:
        """Return a grade, None if it is no longer wanted."""
        found = select(PlatformGrades.__table__).where(PlatformGrades.id == key)
        with self.database.reading() as connection:
            row = connection.execute(found).one_or_none()
        return None if row is None else _grade(row)

    def of_link(self, link: str) -> tuple[Grade, ...]:
        """Return the grades of a link."""
        found = select(PlatformGrades.__table__).where(PlatformGrades.link == link)
        with self.database.reading() as connection:
            rows = connection.execute(found.order_by(PlatformGrades.id)).all()
        return tuple(map(_grade, rows))

    def retry(self, homework: str, moment: datetime) -> None:
        """Try the grades of an assignment again, those that were given up too."""
        links = select(PlatformLinks.id).where(PlatformLinks.homework == homework)
        failed = and_(PlatformGrades.link.in_(links), PlatformGrades.error != "")
        unsent = or_(PlatformGrades.sent.is_(None), PlatformGrades.sent != PlatformGrades.at)
        with self.database.session() as connection:
            again = {"tries": 0, "due": moment}
            connection.execute(update(PlatformGrades).where(failed, unsent).values(again))


def note_sent(connection: Connection, grade: Grade) -> None:
    """Store that the platform has a grade, in a transaction.

    One that has changed since is still to be sent.
    """
    values = {"sent": grade.at, "error": "", "tries": 0}
    connection.execute(update(PlatformGrades).where(PlatformGrades.id == grade.id).values(values))


def note_failure(connection: Connection, grade: Grade, error: str, moment: datetime) -> None:
    """Store why a grade could not be sent, in a transaction; the next try is later each time."""
    same = and_(PlatformGrades.id == grade.id, PlatformGrades.at == grade.at)
    pause = min(FIRST_PAUSE * 2 ** min(grade.tries, 20), LONGEST_PAUSE)
    values = {"tries": grade.tries + 1, "due": moment + pause, "error": error[:LONGEST_ERROR]}
    connection.execute(update(PlatformGrades).where(same).values(values))


def _changed(known: Mapping[str, Grade], grades: Mapping[str, tuple[float, float]]) -> list[str]:
    """Return whose grades are not known as they are to be."""
    return [
        subject
        for subject, wanted in grades.items()
        if subject not in known or (known[subject].score, known[subject].most) != wanted
    ]


def _is_due(grade: Grade, moment: datetime) -> bool:
    return grade.sent != grade.at and grade.tries < MOST_TRIES and grade.due <= moment


def _in_milliseconds(moment: datetime) -> datetime:
    """Return a moment as it is sent."""
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


def _grade(row: Row[Any]) -> Grade:
    return Grade(*(getattr(row, field) for field in Grade.fields))
