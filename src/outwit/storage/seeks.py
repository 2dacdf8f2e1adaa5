"""Open challenges to anyone."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Row, Select, delete, insert, select

from outwit.arena.timecontrol import read_time_control
from outwit.core.value import Value
from outwit.errors import UsageError
from outwit.storage.database import Database
from outwit.storage.ids import is_id, new_id
from outwit.storage.tables import Accounts, Seeks, now
from outwit.storage.timeclass import UNLIMITED

MOST = 5


class NewSeek(Value):
    """A challenge to be stored; ``side`` is the seeker's, None for either."""

    account: int
    game: str
    options: dict[str, str] = {}  # noqa: RUF012  # never changed
    time_control: str = UNLIMITED
    side: int | None = None
    rated: bool = False


class Seek(Value):
    """A stored challenge, with the seeker's name."""

    id: str
    name: str
    terms: NewSeek
    created: datetime


class SeekStore:
    """The open challenges of a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def create(self, new: NewSeek) -> str:
        """Store a challenge and return its id.

        Raise UsageError if the account has too many, or the time control cannot be read.
        """
        read_time_control(new.time_control)
        number = new_id()
        values = {name: getattr(new, name) for name in NewSeek.fields}
        with self.database.session() as connection:
            lock = select(Accounts.id).where(Accounts.id == new.account)
            connection.execute(lock.with_for_update(key_share=True)).all()
            own = connection.execute(select(Seeks.id).where(Seeks.account == new.account)).all()
            if len(own) >= MOST:
                raise UsageError(f"nobody has more than {MOST} open challenges at once")
            connection.execute(insert(Seeks).values(values | {"id": number, "created": now()}))
        return number

    def open(self, game: str | None = None) -> tuple[Seek, ...]:
        """Return the open challenges, of one game or of all, the oldest first."""
        found = _seeks().order_by(Seeks.created, Seeks.id)
        if game is not None:
            found = found.where(Seeks.game == game)
        with self.database.reading() as connection:
            return tuple(_seek(row) for row in connection.execute(found))

    def take(self, seek_id: str) -> Seek | None:
        """Remove a challenge and return it, to one caller only; None if it is gone."""
        if not is_id(seek_id):
            return None
        with self.database.session() as connection:
            row = connection.execute(_seeks().where(Seeks.id == seek_id)).one_or_none()
            gone = connection.execute(delete(Seeks).where(Seeks.id == seek_id)).rowcount
            return _seek(row) if row is not None and gone else None

    def withdraw(self, account: int) -> None:
        """Remove all challenges of an account."""
        with self.database.session() as connection:
            connection.execute(delete(Seeks).where(Seeks.account == account))


def _seeks() -> Select[Any]:
    return select(Accounts.name, Seeks.__table__).join(Accounts, Accounts.id == Seeks.account)


def _seek(row: Row[Any]) -> Seek:
    terms = NewSeek(*(getattr(row, name) for name in NewSeek.fields))
    return Seek(row.id, row.name, terms, row.created)
