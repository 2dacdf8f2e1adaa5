"""Every store is tested on SQLite, and on PostgreSQL where it is installed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from sqlalchemy import Engine, create_engine, text

from outwit.storage import database as database_module
from outwit.storage.accounts import AccountStore
from outwit.storage.database import Database
from outwit.storage.games import GameStore
from outwit.storage.tables import Table
from tests.storage.postgres import NoServer, Postgres
from tests.tools import NO_POSTGRESQL

# Quick, and far too weak for anything but tests.
WEAK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)

# The first engine of each kind of database that was connected. Most of a short statement's time is
# its compilation.
ENGINES: dict[str, Engine] = {}


def engine_that_knows(*words: object, **options: object) -> Engine:
    """Return an engine that knows the statements that others have compiled."""
    engine: Engine = create_engine(*words, **options)  # type: ignore[call-overload]
    first = ENGINES.get(engine.dialect.name)
    if first is None or not hasattr(first.dialect, "default_isolation_level"):
        # A dialect learns about its database when it is first connected.
        ENGINES[engine.dialect.name] = engine
        return engine
    engine.dialect, engine._compiled_cache = first.dialect, first._compiled_cache
    return engine


@pytest.fixture(scope="session", autouse=True)
def knowing_engines() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database_module, "create_engine", engine_that_knows)
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    try:
        server = Postgres()
    except NoServer as error:
        pytest.skip(NO_POSTGRESQL.format(error))
    try:
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="session")
def shared(postgres: Postgres) -> Iterator[Database]:
    """Return the database on PostgreSQL that tests empty before they use it."""
    with Database(postgres.url) as database:
        database.migrate()
        yield database


@pytest.fixture(scope="session")
def postgres_url(shared: Database) -> str:
    return str(shared)


@pytest.fixture(scope="session")
def sqlite_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a database once; tests take copies, which is quicker than migrating."""
    path = tmp_path_factory.mktemp("sqlite") / "portal.db"
    with Database(f"sqlite:///{path}") as database:
        database.migrate()
    return path


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Name a database that is up to date and empty."""
    if request.param == "sqlite":
        file: Path = request.getfixturevalue("sqlite_file")
        return f"sqlite:///{shutil.copy(file, tmp_path)}"
    shared: Database = request.getfixturevalue("shared")
    with shared.session() as connection:
        # Triggers, which guard the log of the moderators, do not run for a replica.
        connection.execute(text("SET LOCAL session_replication_role = replica"))
        # Several times as fast as TRUNCATE, which makes files anew.
        tables = reversed(Table.metadata.sorted_tables)
        emptied = "; ".join(f"DELETE FROM {table.name}" for table in tables)
        connection.execute(text(f"DO $$ BEGIN {emptied}; END $$"))
    return str(shared)


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    with Database(url) as database:
        yield database


@pytest.fixture
def accounts(database: Database) -> AccountStore:
    return AccountStore(database, WEAK)


@pytest.fixture
def games(database: Database) -> GameStore:
    return GameStore(database)
