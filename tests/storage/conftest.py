"""Every store is tested on SQLite, and on PostgreSQL where it is installed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from sqlalchemy import text

from outwit.storage.accounts import AccountStore
from outwit.storage.database import Database
from outwit.storage.games import GameStore
from outwit.storage.tables import Table
from tests.storage.postgres import NoServer, Postgres
from tests.tools import NO_POSTGRESQL

# Quick, and far too weak for anything but tests.
WEAK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


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
def postgres_url(postgres: Postgres) -> str:
    with Database(postgres.url) as database:
        database.migrate()
    return postgres.url


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
    found = request.getfixturevalue("postgres_url")
    with Database(found) as database, database.session() as connection:
        # Several times as fast as TRUNCATE, which makes files anew.
        tables = reversed(Table.metadata.sorted_tables)
        emptied = "; ".join(f"DELETE FROM {table.name}" for table in tables)
        connection.execute(text(f"DO $$ BEGIN {emptied}; END $$"))
    return str(found)


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
