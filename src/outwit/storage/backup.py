"""Copies of a SQLite database: made while the portal runs, and put back when it does not."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from outwit.errors import StorageFault, UsageError
from outwit.storage.database import Database
from outwit.storage.filelock import sole_use

OLD = ".old"


def back_up(database: Database, path: Path) -> None:
    """Write a copy of the database to a new file; whoever plays meanwhile is not disturbed."""
    source = file_of(database)
    if path.exists():
        raise UsageError(f"{path} is there already: choose another name")
    if not source.exists():
        raise StorageFault(f"there is no database {source}")
    if not path.parent.is_dir():
        raise UsageError(f"{path} cannot be written: there is no folder {path.parent}")
    part = path.with_name(f"{path.name}.part")
    try:
        # It holds hashes of passwords.
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
        with closing(sqlite3.connect(source)) as given, closing(sqlite3.connect(part)) as copy:
            given.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
        # Whether SQLite has waited for the disk depends on how it was built.
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.rename(path)
        sync_folder(path.parent)
    except (OSError, sqlite3.Error) as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        # Not the name of the part, which nobody has given.
        said = (isinstance(error, OSError) and error.strerror) or error
        raise StorageFault(f"{path} cannot be written: {said}") from None


def restore(database: Database, path: Path) -> Path | None:
    """Put a copy in the place of the database; return where the former one is kept, if any.

    Raise StorageFault if the copy is damaged or no database of ours, or another program uses the
    database; UsageError if the portal runs.
    """
    target = file_of(database)
    check(path)
    with sole_use(database):
        return replace(target, path)


def replace(target: Path, path: Path) -> Path | None:
    """Put a copy in the place of a file of the database, which nobody uses; keep the file."""
    kept = unused(target.with_name(f"{target.name}{OLD}")) if target.exists() else None
    part = target.with_name(f"{target.name}.part")
    try:
        if kept is not None:
            # This needs the file for itself, and leaves all in that one file.
            with closing(sqlite3.connect(target, timeout=1)) as former:
                former.execute("PRAGMA journal_mode=DELETE")
        part.unlink(missing_ok=True)
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as copy, path.open("rb") as given:
            shutil.copyfileobj(given, copy)
            copy.flush()
            # On the disk before it has the name: a power failure leaves the one or the other.
            os.fsync(copy.fileno())
        if kept is not None:
            keep(target, kept)
        part.replace(target)
        sync_folder(target.parent)
    except sqlite3.OperationalError:
        raise StorageFault(f"{target} is in use: end the portal first") from None
    except (OSError, sqlite3.Error) as error:
        raise StorageFault(f"{target} cannot be written: {error}") from None
    return kept


def keep(target: Path, kept: Path) -> None:
    """Give a file another name; where the disk can, it has both until it is replaced."""
    try:
        os.link(target, kept)
    except OSError:
        target.replace(kept)


def sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def unused(path: Path) -> Path:
    """Return a path at which there is nothing: itself, else with the next number."""
    found, number = path, 1
    while os.path.lexists(found):
        number += 1
        found = path.with_name(f"{path.name}-{number}")
    return found


def check(path: Path) -> None:
    """Raise StorageFault unless a file is a whole database of ours."""
    if not path.is_file():
        raise StorageFault(f"there is no file {path}")
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as found:
            (word,) = found.execute("PRAGMA integrity_check(1)").fetchone()
            found.execute("SELECT version_num FROM alembic_version").fetchone()
            found.execute("SELECT count(*) FROM accounts").fetchone()
    except sqlite3.Error as error:
        raise StorageFault(f"{path} is no database of the portal: {error}") from None
    if word != "ok":
        raise StorageFault(f"{path} is damaged: {word}")


def file_of(database: Database) -> Path:
    """Return the file of a database; raise UsageError if it is in no file."""
    if not database.is_sqlite:
        raise UsageError("PostgreSQL has pg_dump and pg_restore for that: see docs/deploy.md")
    return Path(database.url.database or "")
