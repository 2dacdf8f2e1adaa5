"""A lock that one process of several on the same database holds."""

from __future__ import annotations

from contextlib import suppress
from threading import Lock

from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError

from outwit.storage.database import Database


class ProcessLock:
    """A lock by its number; it is free again as soon as the process that holds it is gone.

    On PostgreSQL it is an advisory lock of a connection kept for it. SQLite has one process.
    """

    def __init__(self, database: Database, number: int) -> None:
        self.database = database
        self.number = number
        self._connection: Connection | None = None
        self._using = Lock()

    def hold(self) -> bool:
        """Take the lock, or look whether it is held still; tell whether it is ours."""
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
        """Let another process have the lock, at once."""
        with self._using:
            if self._connection is not None:
                # The server notices a closed connection only after a while. A broken one holds
                # no lock.
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
            # Closed for good: back in the pool it would keep the lock.
            self._connection.invalidate()
            self._connection.close()
            self._connection = None
