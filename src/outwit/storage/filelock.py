"""One server at a time on a file of SQLite."""

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
    """Hold the file of a database for one server; do nothing for PostgreSQL, which many share.

    A file beside it is locked. It stays there, and the system frees the lock whenever the process
    ends. Raise UsageError, with the number of the process, if another one has it.
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
            # Unlike flock, this is not shared by processes that ours may start.
            fcntl.lockf(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            number = os.read(held, 20).decode("ascii", "replace").strip() or "another"
            raise UsageError(
                f"database {path} is in use by process {number}: end that portal first"
            ) from None
        # Only for that message.
        with suppress(OSError):
            os.ftruncate(held, 0)
            os.pwrite(held, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(held)
