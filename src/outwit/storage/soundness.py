"""Checks that a database is complete before the portal serves anything."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from outwit.errors import StorageFault
from outwit.storage.alltables import METADATA
from outwit.storage.database import BACKUP, Database


def check_sound(database: Database) -> None:
    """Raise StorageFault, with a one-line message, if a part of a migrated database is missing.

    The pages of the file are not read: that would take long for a large file.
    """
    with database.reading() as connection:
        if database.is_sqlite:
            _check_size(database, connection)
        found = inspect(connection)
        there = set(found.get_table_names())
        for name, table in METADATA.tables.items():
            if name not in there:
                raise StorageFault(
                    f"database {database} is damaged: it has no table {name}; {BACKUP}"
                )
            columns = {column["name"] for column in found.get_columns(name)}
            missing = [
                each for each in [column.name for column in table.columns] if each not in columns
            ]
            if missing:
                raise StorageFault(
                    f"database {database} is damaged: "
                    f"its table {name} has no column {missing[0]}; {BACKUP}"
                )


def _check_size(database: Database, connection: Connection) -> None:
    """Raise StorageFault if an SQLite file is shorter than its header says."""
    path = Path(database.url.database or "")
    pages, size = (
        connection.execute(text(f"PRAGMA {name}")).scalar_one()
        for name in ("page_count", "page_size")
    )
    log = path.with_name(f"{path.name}-wal")
    there = path.stat().st_size + (log.stat().st_size if log.exists() else 0)
    if there < pages * size:
        raise StorageFault(
            f"database {database} is damaged: it has {there} bytes of {pages * size}; {BACKUP}"
        )
