"""Secrets of the server, created once and shared by its processes."""

from __future__ import annotations

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from outwit.storage.database import Database
from outwit.storage.tables import Keys


class KeyStore:
    """The keys of a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def find(self, name: str) -> str | None:
        """Return a key by its name, None if there is none yet."""
        with self.database.reading() as connection:
            return connection.scalar(select(Keys.value).where(Keys.name == name))

    def get(self, name: str, new: str) -> str:
        """Return a key by its name; the first call stores ``new`` as the key."""
        found = self.find(name)
        if found is not None:
            return found
        kept = select(Keys.value).where(Keys.name == name)
        with self.database.session() as connection:
            try:
                with connection.begin_nested():
                    connection.execute(insert(Keys).values(name=name, value=new))
            except IntegrityError:
                pass  # another process was quicker
            return str(connection.execute(kept).scalar_one())
