"""Links in courses of learning platforms: the assignment each opens, and the course's roster."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from outwit.core.value import Value
from outwit.errors import NotFound
from outwit.storage.database import Database
from outwit.storage.homework import one_homework
from outwit.storage.ids import is_id, new_id
from outwit.storage.jobs import ROSTER, SOON, add_job
from outwit.storage.platformtables import (
    PlatformGrades,
    PlatformLinks,
    PlatformPeople,
    PlatformRoster,
)
from outwit.storage.tables import Members, now

# Most characters of a title or a name that a platform gives, and of an error that is kept.
LONGEST_NAME, LONGEST_ERROR = 100, 300


class NewLink(Value):
    """A link as a launch describes it; an address is empty if the platform offers no such service.

    ``item_url`` is the link's column of grades; at ``items_url`` one can be made.
    """

    platform: str
    deployment: str
    resource: str
    title: str = ""
    roster_url: str = ""
    items_url: str = ""
    item_url: str = ""
    scopes: tuple[str, ...] = ()


class Link(NewLink):
    """A stored link; without ``homework`` it opens nothing yet.

    ``read`` is when the roster was last asked for, ``error`` why it could not be read.
    """

    id: str = ""
    homework: str | None = None
    read: datetime | None = None
    error: str = ""


class LinkStore:
    """The links of a database; an unknown id raises NotFound."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def note(self, new: NewLink) -> Link:
        """Store a link that was launched, or its present services, and return it."""
        values = {field: getattr(new, field) for field in NewLink.fields}
        values |= {"title": short(new.title), "scopes": list(new.scopes)}
        own = (
            (PlatformLinks.platform == new.platform)
            & (PlatformLinks.deployment == new.deployment)
            & (PlatformLinks.resource == new.resource)
        )
        with self.database.session() as connection:
            found = select(PlatformLinks.__table__).where(own)
            row = connection.execute(found.with_for_update()).one_or_none()
            if row is None:
                try:
                    with connection.begin_nested():
                        fresh = {"id": new_id(), "read": None, "error": ""}
                        connection.execute(insert(PlatformLinks).values({**values, **fresh}))
                except IntegrityError:
                    pass  # another launch was quicker
            else:
                # A column that was made here stays, though launches do not name it.
                values["item_url"] = new.item_url or row.item_url
                connection.execute(update(PlatformLinks).where(own).values(values))
            return _link(connection.execute(found).one())

    def get(self, key: str) -> Link:
        """Return a link."""
        if is_id(key):
            with self.database.reading() as connection:
                found = select(PlatformLinks.__table__).where(PlatformLinks.id == key)
                row = connection.execute(found).one_or_none()
            if row is not None:
                return _link(row)
        raise NotFound(f"there is no link {key[:40]!r} of a learning platform")

    def of_homework(self, homework: str) -> tuple[Link, ...]:
        """Return the links that open an assignment."""
        return self._all(PlatformLinks.homework == homework)

    def tied(self) -> tuple[Link, ...]:
        """Return all links that open an assignment."""
        return self._all(PlatformLinks.homework.is_not(None))

    def tie(self, key: str, homework: str) -> None:
        """Let a link open an assignment, and have its roster read.

        Grades for another assignment are forgotten here; on the platform they stay.
        """
        with self.database.session() as connection:
            one_homework(connection, homework, lock=True)
            own = PlatformLinks.id == key
            connection.execute(
                delete(PlatformGrades).where(
                    PlatformGrades.link == key,
                    select(PlatformLinks.id)
                    .where(own, PlatformLinks.homework.is_distinct_from(homework))
                    .exists(),
                )
            )
            connection.execute(update(PlatformLinks).where(own).values(homework=homework))
            ask_roster(connection, key, homework)

    def ask(self, homework: str) -> None:
        """Have the rosters of an assignment's links read anew."""
        links = self.of_homework(homework)
        with self.database.session() as connection:
            for each in links:
                if each.roster_url:
                    ask_roster(connection, each.id, homework)

    def note_item(self, key: str, item_url: str) -> None:
        """Store the column of grades that was made for a link."""
        with self.database.session() as connection:
            own = update(PlatformLinks).where(PlatformLinks.id == key)
            connection.execute(own.values(item_url=item_url))

    def meet(self, key: str, subject: str, name: str) -> None:
        """Add a student who has launched a link to its roster."""
        own = (PlatformRoster.link == key) & (PlatformRoster.subject == subject)
        with self.database.session() as connection:
            connection.execute(delete(PlatformRoster).where(own))
            new = {"link": key, "subject": subject, "name": short(name)}
            connection.execute(insert(PlatformRoster).values(new))

    def roster(self, key: str) -> dict[str, str]:
        """Return the names of the students of a link's course by subject."""
        found = select(PlatformRoster.subject, PlatformRoster.name)
        with self.database.reading() as connection:
            rows = connection.execute(found.where(PlatformRoster.link == key))
            return {row.subject: row.name for row in rows}

    def absent(self, homework: str, class_id: str) -> list[str]:
        """Return the names of students of the platforms' courses who are not in the class."""
        there = (
            select(PlatformPeople.subject)
            .join(Members, Members.account == PlatformPeople.account)
            .where(
                Members.class_id == class_id,
                PlatformPeople.platform == PlatformLinks.platform,
                PlatformPeople.subject == PlatformRoster.subject,
            )
        )
        found = (
            select(PlatformLinks.platform, PlatformRoster.subject, PlatformRoster.name)
            .join(PlatformLinks, PlatformLinks.id == PlatformRoster.link)
            .where(PlatformLinks.homework == homework, ~there.exists())
        )
        with self.database.reading() as connection:
            rows = connection.execute(found).all()
        names = {(row.platform, row.subject): row.name for row in rows}
        return sorted(names.values(), key=str.casefold)

    def _all(self, condition: Any) -> tuple[Link, ...]:
        found = select(PlatformLinks.__table__).where(condition).order_by(PlatformLinks.id)
        with self.database.reading() as connection:
            return tuple(_link(row) for row in connection.execute(found))


def ask_roster(connection: Connection, key: str, homework: str) -> None:
    """Add the job that reads a roster, in a transaction."""
    add_job(connection, ROSTER, homework, {"link": key}, f"roster {key}", SOON)


def store_roster(connection: Connection, key: str, names: Mapping[str, str]) -> None:
    """Replace the roster of a link, in a transaction."""
    connection.execute(delete(PlatformRoster).where(PlatformRoster.link == key))
    rows = [
        {"link": key, "subject": subject, "name": short(name)} for subject, name in names.items()
    ]
    if rows:
        connection.execute(insert(PlatformRoster), rows)
    note_reading(connection, key, "")


def note_reading(connection: Connection, key: str, error: str) -> None:
    """Store that a roster was asked for now, and why it could not be read."""
    values = {"read": now(), "error": error[:LONGEST_ERROR]}
    connection.execute(update(PlatformLinks).where(PlatformLinks.id == key).values(values))


def short(text: str) -> str:
    """Return a text of a platform on one line of limited length, without signs nobody sees."""
    plain = "".join(each if each.isprintable() else " " for each in text[: 4 * LONGEST_NAME])
    return " ".join(plain.split())[:LONGEST_NAME]


def _link(row: Row[Any]) -> Link:
    values = {field: getattr(row, field) for field in Link.fields}
    return Link(**{**values, "scopes": tuple(row.scopes)})
