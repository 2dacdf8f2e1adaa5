"""Classes: a teacher, the members who joined by the code, and the bots that play its ladder."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from outwit.arena.timecontrol import read_time_control
from outwit.core.value import Value
from outwit.errors import NotAllowed, NotFound, UsageError
from outwit.storage.contents import ContentStore
from outwit.storage.counting import count, lock_account
from outwit.storage.coursetables import Homework
from outwit.storage.database import Database
from outwit.storage.ids import is_id, new_id
from outwit.storage.names import read_title
from outwit.storage.tables import (
    ID_LENGTH,
    Accounts,
    Classes,
    Entrants,
    Members,
    Pairings,
    Tournaments,
    now,
)

# Codes are read out in a classroom: only capitals and digits that do not look alike.
CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
MOST_MEMBERS = 300
MOST_TAUGHT = 10
# Most bots that one member may enter in a class.
MOST_BOTS = 3


class NewClass(Value):
    """A class to be stored; it has a tournament every night at ``hour``, in UTC."""

    name: str
    teacher: int
    game: str
    time_control: str
    hour: int
    options: dict[str, str] = {}  # noqa: RUF012  # never changed


class StoredClass(NewClass):
    """A stored class; everybody who knows ``code`` can join."""

    id: str = ""
    code: str = ""
    created: datetime = datetime.min


class Member(Value):
    """A member of a class; one with ``plays`` takes part in its nightly tournaments."""

    account: int
    name: str
    is_bot: bool
    joined: datetime
    plays: bool = False
    brought_by: int | None = None


class ClassStore:
    """The classes of a database; an unknown id raises NotFound."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def create(self, new: NewClass) -> str:
        """Store a class and return its id; raise UsageError or NotAllowed if it cannot be."""
        name = read_title(new.name)
        if not 0 <= new.hour <= 23:
            raise UsageError("the hour of the night is a number from 0 to 23")
        if read_time_control(new.time_control).is_unlimited:
            raise UsageError("a class needs a clock: choose one with a limit")
        key = new_id()
        values = {field: getattr(new, field) for field in NewClass.fields} | {"name": name}
        with self.database.session() as connection:
            lock_account(connection, new.teacher)
            if count(connection, Classes.teacher == new.teacher) >= MOST_TAUGHT:
                raise NotAllowed(f"you teach {MOST_TAUGHT} classes already")
            row = {"id": key, "code": _new_code(), "created": now(), **values}
            connection.execute(insert(Classes).values(row))
        return key

    def get(self, key: str) -> StoredClass:
        """Return a class."""
        with self.database.reading() as connection:
            return _class(_one(connection, key))

    def all(self) -> tuple[StoredClass, ...]:
        """Return all classes."""
        with self.database.reading() as connection:
            rows = connection.execute(select(Classes.__table__).order_by(Classes.created)).all()
        return tuple(_class(row) for row in rows)

    def of_account(self, account: int) -> tuple[StoredClass, ...]:
        """Return the classes that an account teaches or belongs to, the newest first."""
        joined = select(Members.class_id).where(Members.account == account)
        found = (
            select(Classes.__table__)
            .where(or_(Classes.teacher == account, Classes.id.in_(joined)))
            .order_by(Classes.created.desc(), Classes.id)
        )
        with self.database.reading() as connection:
            return tuple(_class(row) for row in connection.execute(found))

    def members(self, key: str) -> tuple[Member, ...]:
        """Return the members, people and bots, by name."""
        found = (
            select(
                Members.account,
                Accounts.name,
                Accounts.is_bot,
                Members.joined,
                Members.plays,
                Members.brought_by,
            )
            .join(Accounts, Accounts.id == Members.account)
            .where(Members.class_id == key)
            .order_by(Accounts.key)
        )
        with self.database.reading() as connection:
            return tuple(Member(*row) for row in connection.execute(found))

    def may_see(self, key: str, account: int | None) -> bool:
        """Tell whether an account is the teacher or a member of a class."""
        if account is None or not is_id(key):
            return False
        member = select(Members.account).where(Members.class_id == key, Members.account == account)
        teacher = select(Classes.teacher).where(Classes.id == key, Classes.teacher == account)
        with self.database.reading() as connection:
            return connection.execute(member.union_all(teacher)).first() is not None

    def join(self, code: str, account: int) -> str:
        """Make an account a member by the code and return the class; a repeat changes nothing.

        Raise NotFound if no class has the code, NotAllowed if it is full.
        """
        with self.database.session() as connection:
            found = select(Classes.id, Classes.teacher).where(Classes.code == read_code(code))
            row = connection.execute(found.with_for_update(key_share=True)).one_or_none()
            if row is None:
                raise NotFound("no class has this code: ask your teacher for it again")
            if row.teacher != account:
                _add(connection, row.id, account, plays=False, brought_by=None)
            return str(row.id)

    def admit(self, key: str, account: int) -> None:
        """Make an account a member without the code; a repeat changes nothing.

        Raise NotAllowed if the class is full.
        """
        with self.database.session() as connection:
            if _one(connection, key, lock=True).teacher != account:
                _add(connection, key, account, plays=False, brought_by=None)

    def enter(self, key: str, account: int, brought_by: int | None = None) -> None:
        """Enter a member in the ladder, or a bot of a member.

        Raise NotAllowed if another member has entered the bot, or the member has too many bots.
        """
        with self.database.session() as connection:
            _one(connection, key, lock=True)
            own = (Members.class_id == key) & (Members.account == account)
            there = connection.execute(select(Members.__table__).where(own)).one_or_none()
            if there is not None and there.brought_by != brought_by:
                raise NotAllowed("somebody else has brought this bot")
            if brought_by is None:
                if there is None:
                    raise NotAllowed("only members of the class can play in it")
            else:
                bots = (Members.class_id == key) & (Members.brought_by == brought_by)
                if there is None and count(connection, bots) >= MOST_BOTS:
                    raise NotAllowed(f"a member brings at most {MOST_BOTS} bots")
            if there is None:
                _add(connection, key, account, plays=True, brought_by=brought_by)
            else:
                connection.execute(update(Members).where(own).values(plays=True))

    def rest(self, key: str, account: int) -> None:
        """Take a member out of the ladder; the member stays in the class."""
        own = (Members.class_id == key) & (Members.account == account)
        with self.database.session() as connection:
            connection.execute(update(Members).where(own).values(plays=False))

    def remove(self, key: str, account: int) -> bool:
        """Remove a member with their bots from a class; return False for a non-member."""
        gone = or_(Members.account == account, Members.brought_by == account)
        with self.database.session() as connection:
            found = delete(Members).where(Members.class_id == key, gone)
            return connection.execute(found).rowcount > 0

    def delete(self, key: str) -> None:
        """Delete a class with its assignments, and all that was handed in for them.

        Its nights are deleted; their games stay with those who played them.
        """
        nights = select(Tournaments.id).where(Tournaments.class_id == key)
        with self.database.session() as connection:
            _one(connection, key, lock=True)
            connection.execute(delete(Homework).where(Homework.class_id == key))
            for table in (Pairings, Entrants):
                connection.execute(delete(table).where(table.tournament.in_(nights)))
            connection.execute(delete(Tournaments).where(Tournaments.class_id == key))
            connection.execute(delete(Members).where(Members.class_id == key))
            connection.execute(delete(Classes).where(Classes.id == key))
        ContentStore(self.database).tidy()

    def change_code(self, key: str) -> str:
        """Give a class a new code and return it; the old code is invalid from now on."""
        code = _new_code()
        with self.database.session() as connection:
            _one(connection, key, lock=True)
            connection.execute(update(Classes).where(Classes.id == key).values(code=code))
        return code


def read_code(text: str) -> str:
    """Return a typed code in its stored form, empty if it cannot be a code.

    >>> read_code(" abcd-2345 ")
    'ABCD2345'
    """
    code = "".join(text.upper().replace("-", " ").split())
    return code if len(code) == ID_LENGTH and set(code) <= set(CODE_LETTERS) else ""


def shown_code(code: str) -> str:
    """Return a code as it is displayed.

    >>> shown_code("ABCD2345")
    'ABCD-2345'
    """
    return f"{code[:4]}-{code[4:]}"


def _new_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(ID_LENGTH))


def _add(
    connection: Connection, key: str, account: int, *, plays: bool, brought_by: int | None
) -> None:
    """Add a member; do nothing if the account is a member already."""
    there = select(Members.account).where(Members.class_id == key, Members.account == account)
    if connection.execute(there).first() is not None:
        return
    if count(connection, Members.class_id == key) >= MOST_MEMBERS:
        raise NotAllowed(f"this class is full: it has {MOST_MEMBERS} members")
    new = {"class_id": key, "account": account, "joined": now()}
    try:
        connection.execute(insert(Members).values(**new, plays=plays, brought_by=brought_by))
    except IntegrityError:
        raise NotFound("there is no such account any more: sign in again") from None


def _one(connection: Connection, key: str, *, lock: bool = False) -> Row[Any]:
    if is_id(key):
        found = select(Classes.__table__).where(Classes.id == key)
        row = connection.execute(
            found.with_for_update(key_share=True) if lock else found
        ).one_or_none()
        if row is not None:
            return row
    raise no_class(key)


def no_class(key: str) -> NotFound:
    """Return the error for an unknown class, or a class that the account may not see."""
    return NotFound(f"there is no class {key[:40]!r}, or you are not in it: join it by its code")


def _class(row: Row[Any]) -> StoredClass:
    return StoredClass(*(getattr(row, name) for name in StoredClass.fields))
