"""Programs that were handed in: numbered, kept, and one of each student active."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, and_, func, insert, select, update

from outwit.core.value import Value
from outwit.errors import NotAllowed, NotFound
from outwit.storage.contents import keep
from outwit.storage.coursetables import HandIns
from outwit.storage.database import Database
from outwit.storage.homework import leader_of, one_homework
from outwit.storage.ids import is_id, new_id
from outwit.storage.jobs import BUILD, FIRST, add_job
from outwit.storage.tables import now

# A hand-in waits for its build, is ready to play, or has no program.
WAITING, READY, REFUSED = "waiting", "ready", "refused"
# Most hand-ins of a student for an assignment, and bots of a teacher.
MOST_HANDINS, MOST_STAFF = 200, 12


class HandIn(Value):
    """A program that was handed in.

    ``account`` owns it, None for a bot of the teacher; ``by`` brought it. ``name`` is that of the
    student, the group or the teacher's bot. ``bot`` describes the
    program in the folder ``built``: fields of a ``BotSpec`` and ``declared``. ``failure`` says in a
    line why there is no program, or of one that is ready why it does not play; it is marked then.
    """

    id: str
    homework: str
    account: int | None
    number: int
    name: str
    by: int
    at: datetime
    content: str
    state: str
    active: bool
    language: str
    bot: dict[str, Any] | None
    built: str | None
    log: str
    failure: str

    @property
    def player(self) -> str:
        """Return its name in games: with its number, unless it is the teacher's."""
        return self.name if self.account is None else f"{self.name} #{self.number}"

    @property
    def is_playing(self) -> bool:
        """Tell whether it plays in the ladder: it is active, and a trial has shown that it can."""
        return self.active and self.state == READY and not self.failure


class HandInStore:
    """The hand-ins of a database; an unknown id raises NotFound."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def add(self, homework: str, by: int, data: bytes, name: str, moment: datetime) -> HandIn:
        """Store a program of a student, have it built, and make it the active one.

        ``data`` is a folder packed by ``process.archive``, ``name`` that of the student or group.
        Raise NotAllowed if the assignment is closed, or the student has handed in too often.
        """
        with self.database.session() as connection:
            found = one_homework(connection, homework, lock=True)
            if not found.is_open(moment):
                raise NotAllowed("this assignment does not take hand-ins now")
            owner = leader_of(connection, homework, by)
            if count_of(connection, homework, owner) >= MOST_HANDINS:
                raise NotAllowed(f"a student hands in at most {MOST_HANDINS} times")
            own = and_(HandIns.homework == homework, HandIns.account == owner)
            connection.execute(update(HandIns).where(own).values(active=False))
            return _add(connection, homework, owner, by, data, name, moment)

    def add_staff(self, homework: str, teacher: int, data: bytes, name: str) -> HandIn:
        """Store a bot of the teacher, which plays in the ladder as ``name``."""
        with self.database.session() as connection:
            one_homework(connection, homework, lock=True)
            own = and_(HandIns.homework == homework, HandIns.account.is_(None), HandIns.active)
            found = select(func.count()).where(own)
            if connection.execute(found).scalar_one() >= MOST_STAFF:
                raise NotAllowed(f"an assignment has at most {MOST_STAFF} bots of the teacher")
            return _add(connection, homework, None, teacher, data, name, now())

    def get(self, key: str) -> HandIn:
        """Return a hand-in."""
        with self.database.reading() as connection:
            return one_handin(connection, key)

    def numbered(self, homework: str, account: int, number: int) -> HandIn:
        """Return a hand-in of a student by its number."""
        own = and_(HandIns.homework == homework, HandIns.account == account)
        found = select(HandIns.__table__).where(own, HandIns.number == number)
        with self.database.reading() as connection:
            row = connection.execute(found).one_or_none()
        if row is None:
            raise NotFound(f"there is no hand-in {number}")
        return _handin(row)

    def of_student(self, homework: str, account: int) -> tuple[HandIn, ...]:
        """Return all hand-ins that an account owns, the newest first."""
        own = and_(HandIns.homework == homework, HandIns.account == account)
        return self._all(own)

    def of_homework(self, homework: str) -> tuple[HandIn, ...]:
        """Return all hand-ins, those of the teacher included, the newest first."""
        return self._all(HandIns.homework == homework)

    def active(self, homework: str) -> tuple[HandIn, ...]:
        """Return the active hand-ins, those of the teacher included."""
        return self._all(and_(HandIns.homework == homework, HandIns.active))

    def activate(self, key: str, moment: datetime) -> None:
        """Make a hand-in the active one of its student; raise NotAllowed after the deadline."""
        with self.database.session() as connection:
            found = one_handin(connection, key)
            if not one_homework(connection, found.homework, lock=True).is_open(moment):
                raise NotAllowed("the active hand-in can no longer be changed")
            own = and_(HandIns.homework == found.homework, HandIns.account == found.account)
            connection.execute(update(HandIns).where(own).values(active=False))
            connection.execute(update(HandIns).where(HandIns.id == key).values(active=True))

    def retire(self, key: str) -> None:
        """Take a bot of the teacher out of the ladder."""
        own = and_(HandIns.id == key, HandIns.account.is_(None))
        with self.database.session() as connection:
            connection.execute(update(HandIns).where(own).values(active=False))

    def _all(self, condition: Any) -> tuple[HandIn, ...]:
        with self.database.reading() as connection:
            return _found(connection, condition)


class BuildResult(Value):
    """What became of the build of a hand-in; ``built`` is its packed folder if it can play."""

    bot: dict[str, Any] | None = None
    built: bytes | None = None
    language: str = ""
    log: str = ""
    failure: str = ""


def store_build(connection: Connection, key: str, result: BuildResult) -> None:
    """Store what became of a build, in the transaction that finishes its job.

    If the active program of a student cannot be built, the newest other one goes on in its place.
    """
    values = {
        "bot": result.bot,
        "built": None if result.built is None else keep(connection, result.built),
        "language": result.language,
        "log": result.log,
        "failure": result.failure,
        "state": REFUSED if result.built is None else READY,
    }
    connection.execute(update(HandIns).where(HandIns.id == key).values(values))
    if result.built is None:
        _step_back(connection, one_handin(connection, key))


def _step_back(connection: Connection, refused: HandIn) -> None:
    """Make the newest hand-in that is or may be built active in place of a refused one."""
    if not refused.active or refused.account is None:
        return
    own = and_(HandIns.homework == refused.homework, HandIns.account == refused.account)
    usable = select(HandIns.id).where(own, HandIns.state != REFUSED)
    last = connection.execute(usable.order_by(HandIns.number.desc()).limit(1)).scalar()
    if last is not None:
        connection.execute(update(HandIns).where(own).values(active=HandIns.id == last))


def count_of(connection: Connection, homework: str, account: int) -> int:
    """Return how many hand-ins an account owns."""
    own = and_(HandIns.homework == homework, HandIns.account == account)
    return int(connection.execute(select(func.count()).where(own)).scalar_one())


def active_of(connection: Connection, homework: str) -> tuple[HandIn, ...]:
    """Return the active hand-ins, those of the teacher included, the newest first."""
    return _found(connection, and_(HandIns.homework == homework, HandIns.active))


def one_handin(connection: Connection, key: str) -> HandIn:
    """Return a hand-in; raise NotFound if there is none."""
    if is_id(key):
        found = select(HandIns.__table__).where(HandIns.id == key)
        row = connection.execute(found).one_or_none()
        if row is not None:
            return _handin(row)
    raise NotFound(f"there is no hand-in {key[:40]!r}")


def _add(
    connection: Connection,
    homework: str,
    account: int | None,
    by: int,
    data: bytes,
    name: str,
    moment: datetime,
) -> HandIn:
    owner = HandIns.account.is_(None) if account is None else HandIns.account == account
    last = select(func.max(HandIns.number)).where(HandIns.homework == homework, owner)
    new = HandIn(
        new_id(),
        homework,
        account,
        (connection.execute(last).scalar_one() or 0) + 1,
        name[:100],
        by,
        moment,
        keep(connection, data),
        WAITING,
        True,
        "",
        None,
        None,
        "",
        "",
    )
    values = {field: getattr(new, field) for field in HandIn.fields}
    connection.execute(insert(HandIns).values(values))
    add_job(connection, BUILD, homework, {"handin": new.id}, f"{BUILD} {new.id}", FIRST)
    return new


def _found(connection: Connection, condition: Any) -> tuple[HandIn, ...]:
    found = (
        select(HandIns.__table__)
        .where(condition)
        .order_by(HandIns.at.desc(), HandIns.number.desc(), HandIns.id)
    )
    return tuple(_handin(row) for row in connection.execute(found))


def _handin(row: Row[Any]) -> HandIn:
    return HandIn(*(getattr(row, field) for field in HandIn.fields))
