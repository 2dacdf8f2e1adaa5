"""Looks for what is due: games of a night whose hour has come, marks after a deadline.

Every worker looks; a job that is there already is not added again.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import Connection, select

from outwit.courses.schedule import WITH_CASES, Wanted, games_of_night, whole_mark
from outwit.storage.coursetables import Jobs
from outwit.storage.database import Database
from outwit.storage.handins import READY, active_of
from outwit.storage.homework import HomeworkStore, StoredHomework, one_homework
from outwit.storage.jobs import add_job
from outwit.storage.tables import Classes

# A night is played if a worker looks within this time after its hour.
GRACE = timedelta(hours=1)
# After the end of an assignment nights go on, and missing marks are made, for this long.
AFTERWARDS, MARKED = timedelta(days=1), timedelta(days=7)


def add_wanted(connection: Connection, homework: str, wanted: Wanted) -> None:
    """Add a job in a transaction."""
    add_job(
        connection,
        wanted.kind,
        homework,
        wanted.subject,
        wanted.key,
        wanted.priority,
        once=wanted.once,
    )


def add_due(database: Database, moment: datetime) -> None:
    """Add the jobs that are due in all assignments."""
    hours = hours_of_classes(database)
    for homework in HomeworkStore(database).all():
        night = night_of(homework, hours.get(homework.class_id), moment)
        is_over = is_marked_at(homework, moment)
        if night is not None or is_over:
            with database.session() as connection:
                add_of(connection, homework.id, night, is_over=is_over)


def add_of(connection: Connection, key: str, night: datetime | None, *, is_over: bool) -> None:
    """Add what is due in an assignment, in a transaction that locks it."""
    homework = one_homework(connection, key, lock=True)
    active = active_of(connection, key)
    if night is not None and not has_night(connection, key, night):
        for wanted in games_of_night(active, night):
            add_wanted(connection, key, wanted)
    if is_over:
        for handin in active:
            if handin.state == READY and handin.account is not None:
                add_wanted(connection, key, whole_mark(homework, handin))


def has_night(connection: Connection, key: str, night: datetime) -> bool:
    """Tell whether a night has been begun: who hands in later waits for the next."""
    own = Jobs.key.startswith(f"{night.isoformat()} ", autoescape=True)
    found = select(Jobs.id).where(Jobs.homework == key, own).limit(1)
    return connection.execute(found).first() is not None


def hours_of_classes(database: Database) -> dict[str, int]:
    """Return the hour of the nights of each class, in UTC."""
    with database.reading() as connection:
        return {row.id: row.hour for row in connection.execute(select(Classes.id, Classes.hour))}


def night_of(homework: StoredHomework, hour: int | None, moment: datetime) -> datetime | None:
    """Return the hour that has come, None if there is none, or no night is played any more."""
    if hour is None:
        return None
    night = latest(hour, moment)
    last = homework.last_moment
    is_played = last is None or night <= last + AFTERWARDS
    return night if is_played and homework.created <= night and moment - night < GRACE else None


def latest(hour: int, moment: datetime) -> datetime:
    """Return the last moment at which a clock of this time zone showed a full hour."""
    today = moment.replace(hour=hour, minute=0, second=0, microsecond=0)
    return today if today <= moment else today - timedelta(days=1)


def is_marked_at(homework: StoredHomework, moment: datetime) -> bool:
    """Tell whether marks by all cases may be missing."""
    last = homework.last_moment
    is_recent = last is not None and moment <= last + MARKED
    return homework.exam in WITH_CASES and homework.is_over(moment) and is_recent
