"""A lock that at most one process on a database holds."""

from __future__ import annotations

from contextlib import suppress
from threading import Lock

from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError

from outwit.storage.database import Database


class ProcessLock:
    """A lock by its number; the database releases it when the process that holds it ends.

    On PostgreSQL it is an advisory lock of a connection kept for it. SQLite has one process.
    """

    def __init__(self, database: Database, number: int) -> None:
        self.database = database
        self.number = number
        self._connection: Connection | None = None
        self._using = Lock()

    def hold(self) -> bool:
        """Take the lock, or check that it is still held; tell whether this process holds it."""
        if self.database.is_sqlite:
            return True
        with self._using:
            try:
                if self._connection is None:
                    return self._take()
                self._connection.execute(text("SELECT 1"))
            except SQLAlchemyError:
                self._drop()
                return False
        return True

    def release(self) -> None:
        """Release the lock at once."""
        with self._using:
            if self._connection is not None:
                # Unlock explicitly: the server may notice a closed connection late. A broken
                # connection holds no lock.
                with suppress(SQLAlchemyError):
                    self._connection.execute(text(f"SELECT pg_advisory_unlock({self.number})"))
            self._drop()

    def _take(self) -> bool:
        engine = self.database.engine.execution_options(isolation_level="AUTOCOMMIT")
        connection = engine.connect()
        asked = text(f"SELECT pg_try_advisory_lock({self.number})")
        if connection.execute(asked).scalar_one():
            self._connection = connection
            return True
        connection.close()
        return False

    def _drop(self) -> None:
        if self._connection is not None:
            # Closed, not returned: in the pool the connection would keep the lock.
            self._connection.invalidate()
            self._connection.close()
            self._connection = None
