"""Packed folders, stored once by their content."""

from __future__ import annotations

from hashlib import sha256

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import IntegrityError

from outwit.errors import NotFound
from outwit.storage.coursetables import Contents, HandIns, Homework
from outwit.storage.database import Database
from outwit.storage.tables import now


class ContentStore:
    """The packed folders of a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def get(self, key: str) -> bytes:
        """Return the bytes of a hash; raise NotFound if there are none."""
        found = select(Contents.data).where(Contents.hash == key)
        with self.database.reading() as connection:
            data = connection.execute(found).scalar_one_or_none()
        if data is None:
            raise NotFound("these files are no longer there")
        return bytes(data)

    def tidy(self) -> int:
        """Delete what nothing has any more, and return how many contents these were."""
        used = select(HandIns.content).union(
            select(HandIns.built).where(HandIns.built.is_not(None)),
            select(Homework.base).where(Homework.base.is_not(None)),
        )
        with self.database.session() as connection:
            return connection.execute(delete(Contents).where(Contents.hash.not_in(used))).rowcount


def keep(connection: Connection, data: bytes) -> str:
    """Store bytes, unless they are there already, and return their hash."""
    key = sha256(data).hexdigest()
    if connection.execute(select(Contents.hash).where(Contents.hash == key)).first() is None:
        new = {"hash": key, "size": len(data), "data": data, "created": now()}
        try:
            with connection.begin_nested():
                connection.execute(insert(Contents).values(new))
        except IntegrityError:
            pass  # another transaction was quicker
    return key
