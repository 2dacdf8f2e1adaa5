"""The database: connections, migrations and transactions."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from pathlib import Path
from sqlite3 import SQLITE_BUSY, OperationalError
from threading import Lock
from time import monotonic, sleep
from typing import Self

from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor
from sqlalchemy.exc import ArgumentError, DataError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from outwit.errors import StorageFault, UsageError
from outwit.home import home
from outwit.storage.alltables import METADATA

DATABASE = "OUTWIT_DATABASE"
# The name of a given database in error messages.
GIVEN_BY = f"the database (--database or {DATABASE})"
FILE = "portal.db"
SQLITE, POSTGRESQL = "sqlite", "postgresql"
MIGRATIONS = Path(__file__).with_name("migrations")
# A commit returns when it is on the disk. Readers and the writer do not block each other.
PRAGMAS = ("busy_timeout=10000", "synchronous=FULL", "foreign_keys=ON")
# Seconds to retry the switch to WAL, and seconds between two tries. Several processes may open
# a new file at once, and busy_timeout does not cover this statement.
WAL_PATIENCE, WAL_PAUSE = 10.0, 0.01
READING = "outwit_reading"
# Connections kept open; opening one takes longer than storing a move. Further threads wait.
CONNECTIONS = 20
# SQLite's messages for a damaged file, and the advice that ours give.
DAMAGED = ("malformed", "file is not a database")
BACKUP = "put a backup in its place with: outwit database restore FILE"
ANOTHER = "choose another database with --database or OUTWIT_DATABASE"
# The advisory lock for migrations: one process migrates, the others wait.
MIGRATING = 0x6F757477


def database_url() -> str:
    """Return the database that ``$OUTWIT_DATABASE`` names, else the file in the home folder."""
    return os.environ.get(DATABASE) or f"{SQLITE}:///{home() / FILE}"


class Database:
    """A database by its URL: ``sqlite:///path`` or ``postgresql+psycopg://user@host/name``.

    Thread-safe. Raise UsageError for another kind of URL. The first use opens the connection;
    call ``migrate`` before anything else.
    """

    def __init__(self, url: str | None = None) -> None:
        self.url = _read_url(database_url() if url is None else url)
        self.is_sqlite = self.url.get_backend_name() == SQLITE
        try:
            self.engine = create_engine(
                self.url,
                pool_size=CONNECTIONS,
                max_overflow=0,
                # Values, such as password hashes, must not reach the log.
                hide_parameters=True,
                # The PostgreSQL server may have restarted since the last use.
                pool_pre_ping=not self.is_sqlite,
            )
        except ImportError as error:
            driver = self.url.get_driver_name()
            hint = "pip install 'outwit[postgresql]'"
            raise UsageError(f"database {self} needs {driver}: {hint} ({error})") from None
        # Number of driver errors so far.
        self.faults = 0
        # SQLite has one writer at a time. This lock queues the threads; SQLite's own
        # sleep-and-retry is slower and not fair.
        self._writing: AbstractContextManager[object] = Lock() if self.is_sqlite else nullcontext()
        if self.is_sqlite:
            _set_up_sqlite(self.engine)
        self._is_closed = False
        event.listen(self.engine, "checkin", self._check_in)

    def _check_in(self, connection: DBAPIConnection | None, record: ConnectionPoolEntry) -> None:
        """Close a connection that is returned after ``close``."""
        if self._is_closed and connection is not None:
            record.invalidate()

    def __str__(self) -> str:
        return self.url.render_as_string(hide_password=True)

    @contextmanager
    def session(self) -> Iterator[Connection]:
        """Yield a connection in a transaction that may write.

        It is committed at the end, and rolled back on an error. Raise StorageFault for an error
        of the database. A session within a session deadlocks.
        """
        with self._faults(), self._writing, self.engine.begin() as connection:
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Yield a connection in a read-only transaction, which does not wait for writers."""
        with self._faults(), self.engine.connect() as connection:
            connection.execution_options(**{READING: True})
            with connection.begin():
                yield connection

    def migrate(self, to: str = "head") -> None:
        """Migrate an empty or older database to version ``to``, all steps or none.

        Raise StorageFault if a newer program wrote it. Several processes may call this at once.
        """
        steps = ScriptDirectory(MIGRATIONS, version_locations=[MIGRATIONS])
        if self.is_sqlite:
            self._make_file()
        with self.session() as connection:
            if not self.is_sqlite:
                connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATING})"))
            context = MigrationContext.configure(connection)
            found = context.get_current_revision()
            if found == steps.get_current_head() and to == "head":
                return
            if found is None:
                self._check_foreign(connection)
            elif all(found != step.revision for step in steps.walk_revisions()):
                raise StorageFault(
                    f"database {self} is of version {found}, newer than this program's "
                    f"{steps.get_current_head()}: it needs a newer Outwit"
                )
            with Operations.context(context):
                for step in reversed([*steps.iterate_revisions(to, found or "base")]):
                    if step.revision != found:
                        step.module.upgrade()
                        context.stamp(steps, step.revision)

    def _check_foreign(self, connection: Connection) -> None:
        """Raise StorageFault if a foreign database has a table with one of our table names."""
        there = inspect(connection).get_table_names()
        others = [name for name in there if name in METADATA.tables]
        if others:
            raise StorageFault(
                f"database {self} has a table {others[0]} that is not Outwit's: {ANOTHER}"
            )

    def ping(self) -> None:
        """Run an empty query; raise StorageFault if the database does not answer."""
        with self.reading() as connection:
            connection.execute(text("SELECT 1"))

    def close(self) -> None:
        """Close all connections; one that a thread still uses is closed when it is returned."""
        self._is_closed = True
        self.engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _make_file(self) -> None:
        """Create the file, readable by its owner only: it holds password hashes."""
        path = Path(self.url.database or "")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.exists() and not path.is_file():
                what = "a folder" if path.is_dir() else "a device or pipe"
                raise StorageFault(f"database {self}: this is {what}, and a file is needed")
            with suppress(FileExistsError):
                # A file that is there is not opened: closing it again would end all locks of this
                # process on it, and another process would delete the log that ours writes to.
                os.close(os.open(path.resolve(), os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        except OSError as error:
            raise StorageFault(f"database {self}: {error.strerror}") from None

    @contextmanager
    def _faults(self) -> Iterator[None]:
        """Turn driver errors into StorageFault; a value that no column takes into UsageError."""
        try:
            yield
        except (DataError, OverflowError, UnicodeEncodeError):
            raise UsageError("a text or number here cannot be stored") from None
        except SQLAlchemyError as error:
            self.faults += 1
            said = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
            if any(each in said for each in DAMAGED):
                said = f"it is damaged ({said}); {BACKUP}"
            raise StorageFault(f"database {self}: {said}") from error


def _read_url(given: str) -> URL:
    """Read a URL or the path of an SQLite file; a UsageError never shows the password."""
    try:
        url = URL.create(SQLITE, database=given) if ":" not in given else make_url(given)
        backend = url.get_backend_name()
    except (ArgumentError, NoSuchModuleError, ValueError):
        backend = ""
    if backend not in (SQLITE, POSTGRESQL):
        raise UsageError(
            f"{GIVEN_BY} is neither a file nor a URL such as sqlite:///portal.db or "
            "postgresql+psycopg://outwit@localhost/outwit"
        )
    if backend == SQLITE and url.database in (None, "", ":memory:"):
        raise UsageError(f"{GIVEN_BY}: SQLite needs a file, as in sqlite:///portal.db")
    # Without a driver in the URL, SQLAlchemy would choose psycopg2.
    return url.set(drivername="postgresql+psycopg") if url.drivername == POSTGRESQL else url


def _turn_to_wal(cursor: DBAPICursor) -> None:
    """Switch the file to WAL, a permanent setting: readers and the writer work concurrently."""
    deadline = monotonic() + WAL_PATIENCE
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
        except OperationalError as error:
            if error.sqlite_errorcode != SQLITE_BUSY or monotonic() > deadline:
                raise
            sleep(WAL_PAUSE)
        else:
            return


def _set_up_sqlite(engine: Engine) -> None:
    """Set the pragmas of new connections, and begin transactions explicitly."""

    @event.listens_for(engine, "connect")
    def set_pragmas(connection: DBAPIConnection, _: object) -> None:
        connection.isolation_level = None
        with closing(connection.cursor()) as cursor:
            for pragma in PRAGMAS:
                cursor.execute(f"PRAGMA {pragma}")
            _turn_to_wal(cursor)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # A transaction that reads before it writes could not wait for another writer.
        reading = connection.get_execution_options().get(READING, False)
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")
