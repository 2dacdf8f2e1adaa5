"""Backups of a SQLite database: taken while the portal runs, restored while it is stopped."""

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
    """Write a copy of the database to a new file; the portal can keep running."""
    source = file_of(database)
    if path.exists():
        raise UsageError(f"{path} is there already: choose another name")
    if not source.exists():
        raise StorageFault(f"there is no database {source}")
    if not path.parent.is_dir():
        raise UsageError(f"{path} cannot be written: there is no folder {path.parent}")
    part = path.with_name(f"{path.name}.part")
    try:
        # Readable by the owner only: the file holds password hashes.
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
        with closing(sqlite3.connect(source)) as given, closing(sqlite3.connect(part)) as copy:
            given.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
        # Whether SQLite itself waits for the disk depends on its build options.
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.rename(path)
        sync_folder(path.parent)
    except (OSError, sqlite3.Error) as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        # The error's own text names the temporary file, which the user does not know.
        said = (isinstance(error, OSError) and error.strerror) or error
        raise StorageFault(f"{path} cannot be written: {said}") from None


def restore(database: Database, path: Path) -> Path | None:
    """Replace the database by a copy; return where the old one is kept, if there was one.

    Raise StorageFault if the copy is damaged, is not a portal database, or another program uses
    the database; UsageError if the portal runs.
    """
    target = file_of(database)
    check(path)
    with sole_use(database):
        return replace(target, path)


def replace(target: Path, path: Path) -> Path | None:
    """Replace a database file that no program uses by a copy; keep the old file."""
    kept = unused(target.with_name(f"{target.name}{OLD}")) if target.exists() else None
    part = target.with_name(f"{target.name}.part")
    try:
        if kept is not None:
            # Needs exclusive access, and moves the content of the WAL into this one file.
            with closing(sqlite3.connect(target, timeout=1)) as former:
                former.execute("PRAGMA journal_mode=DELETE")
        part.unlink(missing_ok=True)
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as copy, path.open("rb") as given:
            shutil.copyfileobj(given, copy)
            copy.flush()
            # Synced before the rename: after a power failure one complete file is there.
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
    """Rename a file; with hard links, the old name exists until another file replaces it."""
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
    """Return a path that does not exist: the given one, else with the next free number."""
    found, number = path, 1
    while os.path.lexists(found):
        number += 1
        found = path.with_name(f"{path.name}-{number}")
    return found


def check(path: Path) -> None:
    """Raise StorageFault unless a file is a complete database of the portal."""
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
    """Return the file of a SQLite database; raise UsageError for any other database."""
    if not database.is_sqlite:
        raise UsageError("PostgreSQL has pg_dump and pg_restore for that: see docs/run/backup.md")
    return Path(database.url.database or "")
