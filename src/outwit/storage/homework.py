"""Assignments of classes: what is to be handed in, until when, and who sees what of the marks."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from outwit.arena.timecontrol import read_time_control
from outwit.core.value import Value
from outwit.errors import NotAllowed, NotFound, UsageError
from outwit.storage.contents import keep
from outwit.storage.counting import count
from outwit.storage.coursetables import HandIns, Homework, Partners
from outwit.storage.database import Database
from outwit.storage.ids import is_id, new_id
from outwit.storage.names import read_title
from outwit.storage.tables import Classes, Members, now

# The exam: the game's own, the file of the teacher, or points by results in games.
OWN, FILE, STRENGTH = EXAMS = ("own", "file", "strength")
# What students see of their marks: every case, the points, or nothing.
CASES, POINTS, NOTHING = SIGHTS = ("cases", "points", "nothing")
MOST_HOMEWORK, MOST_GROUP, LONGEST_PAPER = 50, 10, 1 << 20
MOST_LATE = 24 * 30


class NewHomework(Value):
    """An assignment to be stored; a draft until it is published.

    ``late_hours`` after the deadline hand-ins are accepted; each day begun costs ``late_percent``
    of the score. Without ``languages`` every language is welcome.
    """

    class_id: str
    title: str
    game: str
    options: dict[str, str] = {}  # noqa: RUF012  # never changed
    exam: str = OWN
    paper: str = ""
    time_control: str = "10+0.1"
    opens: datetime | None = None
    deadline: datetime | None = None
    late_hours: int = 0
    late_percent: int = 0
    group_size: int = 1
    languages: tuple[str, ...] = ()
    before: str = CASES
    after: str = CASES
    published: bool = False


class StoredHomework(NewHomework):
    """A stored assignment; while it is ``frozen`` nothing is handed in or made active."""

    frozen: bool = False
    revision: int = 1
    base: str | None = None
    id: str = ""
    created: datetime = datetime.min

    @property
    def last_moment(self) -> datetime | None:
        """Return the last moment at which something can be handed in."""
        return self.deadline and self.deadline + timedelta(hours=self.late_hours)

    def is_open(self, moment: datetime) -> bool:
        """Tell whether something can be handed in."""
        begun = self.opens is None or self.opens <= moment
        last = self.last_moment
        return self.published and not self.frozen and begun and (last is None or moment <= last)

    def is_over(self, moment: datetime) -> bool:
        """Tell whether the deadline, late hours included, is past: hidden cases may be seen."""
        last = self.last_moment
        return last is not None and moment > last

    def penalty(self, at: datetime) -> float:
        """Return the share of the score that a hand-in of a moment loses for being late."""
        if self.deadline is None or at <= self.deadline:
            return 0.0
        days = (at - self.deadline) // timedelta(days=1) + 1
        return min(1.0, days * self.late_percent / 100)

    def sight(self, moment: datetime) -> str:
        """Return what students see of their marks."""
        return self.after if self.is_over(moment) else self.before


class HomeworkStore:
    """The assignments of a database; an unknown id raises NotFound."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def create(self, new: NewHomework) -> str:
        """Store an assignment and return its id; raise UsageError for what makes no sense."""
        values = _values(new)
        key = new_id()
        with self.database.session() as connection:
            connection.execute(
                select(Classes.id).where(Classes.id == new.class_id).with_for_update()
            ).one()
            if count(connection, Homework.class_id == new.class_id) >= MOST_HOMEWORK:
                raise NotAllowed(f"a class has at most {MOST_HOMEWORK} assignments")
            row = {**values, "id": key, "created": now(), "frozen": False, "revision": 1}
            connection.execute(insert(Homework).values(row))
        return key

    def get(self, key: str) -> StoredHomework:
        """Return an assignment."""
        with self.database.reading() as connection:
            return one_homework(connection, key)

    def of_class(self, class_id: str) -> tuple[StoredHomework, ...]:
        """Return the assignments of a class, the newest first."""
        found = (
            select(Homework.__table__)
            .where(Homework.class_id == class_id)
            .order_by(Homework.created.desc(), Homework.id)
        )
        with self.database.reading() as connection:
            return tuple(_homework(row) for row in connection.execute(found))

    def all(self) -> tuple[StoredHomework, ...]:
        """Return all published assignments."""
        found = select(Homework.__table__).where(Homework.published).order_by(Homework.created)
        with self.database.reading() as connection:
            return tuple(_homework(row) for row in connection.execute(found))

    def change(self, key: str, new: NewHomework) -> StoredHomework:
        """Change an assignment; another exam begins a new revision.

        Raise NotAllowed for another game or class: hand-ins are programs for one game.
        """
        values = _values(new)
        with self.database.session() as connection:
            old = one_homework(connection, key, lock=True)
            if (new.class_id, new.game) != (old.class_id, old.game):
                raise NotAllowed("an assignment keeps its class and game: make a new one")
            same = (new.exam, new.paper, new.options) == (old.exam, old.paper, old.options)
            values["revision"] = old.revision if same else old.revision + 1
            connection.execute(update(Homework).where(Homework.id == key).values(values))
            return one_homework(connection, key)

    def freeze(self, key: str, *, frozen: bool) -> None:
        """Freeze an assignment, or thaw it."""
        with self.database.session() as connection:
            one_homework(connection, key, lock=True)
            connection.execute(update(Homework).where(Homework.id == key).values(frozen=frozen))

    def give(self, key: str, data: bytes) -> None:
        """Store the packed folder of base code, which students share without copying."""
        with self.database.session() as connection:
            one_homework(connection, key, lock=True)
            values = {"base": keep(connection, data)}
            connection.execute(update(Homework).where(Homework.id == key).values(values))

    def copy(self, key: str, class_id: str) -> str:
        """Copy an assignment, as a draft without dates, into a class; return the copy's id."""
        old = self.get(key)
        fields = {name: getattr(old, name) for name in NewHomework.fields}
        return self.create(
            NewHomework(**fields).replace(
                class_id=class_id, opens=None, deadline=None, published=False
            )
        )

    def delete(self, key: str) -> None:
        """Delete an assignment with all hand-ins, marks and games."""
        with self.database.session() as connection:
            one_homework(connection, key, lock=True)
            connection.execute(delete(Homework).where(Homework.id == key))

    def join(self, key: str, account: int, leader: int) -> None:
        """Have a student hand in with another; raise NotAllowed if the group is full.

        Both are members of the class, and the leader leads: is in nobody else's group. What the
        student has handed in alone plays no longer.
        """
        with self.database.session() as connection:
            found = one_homework(connection, key, lock=True)
            for each in (account, leader):
                _must_study(connection, found.class_id, each)
            if leader_of(connection, key, leader) != leader or account == leader:
                raise NotAllowed("this student is in a group already: ask its first member")
            led = Partners.leader == account
            if count(connection, (Partners.homework == key) & led):
                raise NotAllowed("others hand in with you: they must leave your group first")
            own = (Partners.homework == key) & (Partners.leader == leader)
            if count(connection, own & (Partners.account != account)) + 2 > found.group_size:
                raise NotAllowed(f"a group has at most {found.group_size} students")
            _leave(connection, key, account)
            connection.execute(
                insert(Partners).values(homework=key, account=account, leader=leader)
            )
            alone = (HandIns.homework == key) & (HandIns.account == account)
            connection.execute(update(HandIns).where(alone).values(active=False))

    def leave(self, key: str, account: int) -> None:
        """Have a student hand in alone again."""
        with self.database.session() as connection:
            one_homework(connection, key, lock=True)
            _leave(connection, key, account)

    def partners(self, key: str) -> dict[int, int]:
        """Return the leader of each student who hands in with another."""
        found = select(Partners.account, Partners.leader).where(Partners.homework == key)
        with self.database.reading() as connection:
            return {row.account: row.leader for row in connection.execute(found)}

    def leader(self, key: str, account: int) -> int:
        """Return the account that owns the hand-ins of a student."""
        with self.database.reading() as connection:
            return leader_of(connection, key, account)


def leader_of(connection: Connection, key: str, account: int) -> int:
    """Return the account that owns the hand-ins of a student."""
    own = (Partners.homework == key) & (Partners.account == account)
    found = connection.execute(select(Partners.leader).where(own)).scalar_one_or_none()
    return account if found is None else int(found)


def one_homework(connection: Connection, key: str, *, lock: bool = False) -> StoredHomework:
    """Return an assignment; raise NotFound if there is none."""
    if is_id(key):
        found = select(Homework.__table__).where(Homework.id == key)
        row = connection.execute(found.with_for_update() if lock else found).one_or_none()
        if row is not None:
            return _homework(row)
    raise NotFound(f"there is no assignment {key[:40]!r}")


def _must_study(connection: Connection, class_id: str, account: int) -> None:
    own = (Members.class_id == class_id) & (Members.account == account)
    if not count(connection, own & Members.brought_by.is_(None)):
        raise NotAllowed("only members of the class hand in")


def _leave(connection: Connection, key: str, account: int) -> None:
    own = (Partners.homework == key) & (Partners.account == account)
    connection.execute(delete(Partners).where(own))


def _values(new: NewHomework) -> dict[str, Any]:
    """Return the columns of an assignment; raise UsageError for what makes no sense."""
    values = {name: getattr(new, name) for name in NewHomework.fields}
    values |= {"title": read_title(new.title), "languages": list(new.languages)}
    if new.exam not in EXAMS:
        raise UsageError(f"the exam is one of {', '.join(EXAMS)}")
    if (new.exam == FILE) != bool(new.paper.strip()):
        raise UsageError("an exam of your own needs its file, and no other exam has one")
    if len(new.paper) > LONGEST_PAPER:
        raise UsageError(f"an exam has at most {LONGEST_PAPER} characters")
    if new.before not in SIGHTS or new.after not in SIGHTS:
        raise UsageError(f"students see one of {', '.join(SIGHTS)}")
    if read_time_control(new.time_control).is_unlimited:
        raise UsageError("an assignment needs a clock: choose one with a limit")
    if new.opens and new.deadline and new.opens >= new.deadline:
        raise UsageError("the deadline is before the opening")
    if not 0 <= new.late_hours <= MOST_LATE:
        raise UsageError(f"the late hours are a number from 0 to {MOST_LATE}")
    if not 0 <= new.late_percent <= 100:
        raise UsageError("the percent lost by each late day are a number from 0 to 100")
    if not 1 <= new.group_size <= MOST_GROUP:
        raise UsageError(f"a group has 1 to {MOST_GROUP} students")
    return values


def _homework(row: Row[Any]) -> StoredHomework:
    found = {name: getattr(row, name) for name in StoredHomework.fields}
    return StoredHomework(**{**found, "languages": tuple(found["languages"])})
