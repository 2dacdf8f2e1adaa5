"""A lock that allows one server at a time on an SQLite file."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from outwit.errors import StorageFault, UsageError
from outwit.storage.database import Database

LOCK = ".lock"


@contextmanager
def sole_use(database: Database) -> Iterator[None]:
    """Lock the file of an SQLite database for one server; do nothing for PostgreSQL.

    The lock is on a file beside the database, which is never deleted. The system releases the lock
    when the process ends. Raise UsageError, with the process id, if another process holds it.
    """
    if not database.is_sqlite:
        yield
        return
    path = Path(database.url.database or "").resolve()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        held = os.open(f"{path}{LOCK}", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise StorageFault(f"database {database}: {error.strerror}") from None
    try:
        try:
            # Unlike flock, lockf is not inherited by child processes.
            fcntl.lockf(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            number = os.read(held, 20).decode("ascii", "replace").strip() or "another"
            raise UsageError(
                f"database {path} is in use by process {number}: end that portal first"
            ) from None
        # The process id is only for the error message.
        with suppress(OSError):
            os.ftruncate(held, 0)
            os.pwrite(held, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(held)
