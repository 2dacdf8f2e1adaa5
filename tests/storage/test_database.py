"""The database opens, keeps or drops whole transactions, and says what is wrong in one line."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path
from threading import Barrier, Thread

import pytest
from sqlalchemy import func, insert, select, text

from outwit.errors import StorageFault, UsageError
from outwit.storage.accounts import AccountStore
from outwit.storage.database import Database, database_url
from outwit.storage.tables import Accounts, now
from tests.mode import many


def count(database: Database) -> int:
    with database.reading() as connection:
        return connection.scalar(select(func.count()).select_from(Accounts)) or 0


def write(database: Database, *names: str) -> None:
    """Make accounts in one session; a name that is no name raises ZeroDivisionError."""
    moment = now()
    with database.session() as connection:
        for name in names:
            new = {"name": name, "key": name, "is_bot": False, "created": moment, "seen": moment}
            connection.execute(insert(Accounts).values(new))
            assert 1 / len(name)


def test_the_environment_names_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTWIT_HOME", "/mine")
    assert database_url() == "sqlite:////mine/portal.db"
    monkeypatch.setenv("OUTWIT_DATABASE", "postgresql://ada@db/outwit")
    assert Database().url.drivername == "postgresql+psycopg"


@pytest.mark.parametrize(
    "url",
    ["portal.db:", "mysql://db/outwit", "nonsense://x", "sqlite://", "sqlite:///:memory:", ""],
)
def test_another_url_is_refused_in_one_line(url: str) -> None:
    with pytest.raises(
        UsageError,
        match=r"^the database \(--database or OUTWIT_DATABASE\).*sqlite:///portal.db[^\n]*$",
    ):
        Database(url)


def test_a_path_is_the_file_of_a_database(tmp_path: Path) -> None:
    with Database(str(tmp_path / "what is 5% of?.db")) as database:
        database.migrate()
    assert (tmp_path / "what is 5% of?.db").is_file()


def test_a_missing_driver_is_named_with_the_way_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(UsageError, match=r"needs psycopg: pip install 'outwit\[postgresql\]'"):
        Database("postgresql://ada@db/outwit")


def test_an_error_does_not_tell_the_password() -> None:
    database = Database("postgresql+psycopg://ada:s3cret@localhost:1/outwit")
    with pytest.raises(StorageFault) as caught, database.reading():
        pass
    assert "ada:***@localhost" in str(caught.value)
    assert "s3cret" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_sqlite_waits_for_the_disk_and_keeps_references(tmp_path: Path) -> None:
    path = tmp_path / "new" / "portal.db"
    with Database(f"sqlite:///{path}") as database:
        database.migrate()
        with database.reading() as connection:
            pragmas = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
            found = [connection.scalar(text(f"PRAGMA {name}")) for name in pragmas]
    assert found == ["wal", 2, 1, 10_000]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_file_that_cannot_be_a_database_is_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "portal.db"
    path.write_text("this is no database, however long one looks at it" * 30)
    with (
        Database(f"sqlite:///{path}") as database,
        pytest.raises(StorageFault, match=r"portal\.db"),
    ):
        database.migrate()
    with (
        Database(f"sqlite:///{tmp_path}") as database,
        pytest.raises(StorageFault, match="a folder"),
    ):
        database.migrate()


def test_a_session_is_written_at_its_end_and_dropped_after_an_error(database: Database) -> None:
    write(database, "ada")
    assert count(database) == 1
    with pytest.raises(ZeroDivisionError):
        write(database, "bob", "")
    assert count(database) == 1


def test_an_error_of_the_driver_becomes_ours_and_nothing_is_written(database: Database) -> None:
    with pytest.raises(StorageFault, match="database"):
        write(database, "ada", "ada")
    assert count(database) == 0


def test_a_reader_sees_the_last_commit_while_somebody_writes(database: Database) -> None:
    with database.session() as connection:
        moment = now()
        new = insert(Accounts).values(name="ada", key="ada", is_bot=False)
        connection.execute(new.values(created=moment, seen=moment))
        assert count(database) == 0
    assert count(database) == 1


def test_threads_write_one_after_the_other(accounts: AccountStore, database: Database) -> None:
    def make() -> None:
        for _ in range(10):
            accounts.guest()

    threads = [Thread(target=make) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert count(database) == 80


def test_those_who_open_a_new_file_at_once_wait_for_one_another(tmp_path: Path) -> None:
    # For a change of the journal's mode SQLite itself does not wait where that could be for ever.
    failed: list[Exception] = []

    def open_it(url: str, start: Barrier) -> None:
        start.wait()
        try:
            with Database(url) as database:
                database.ping()
        except StorageFault as error:
            failed.append(error)

    for number in range(many(60)):
        (tmp_path / f"{number}.db").touch()
        words = (f"sqlite:///{tmp_path / str(number)}.db", Barrier(6))
        threads = [Thread(target=open_it, args=words) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert failed == []


def test_what_cannot_hold_a_database_is_named(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    pipe = str(tmp_path / "pipe")
    for path, what in (("/dev/null", "device"), (pipe, "pipe"), (str(tmp_path), "folder")):
        with (
            Database(path) as database,
            pytest.raises(StorageFault, match=f"{path}: this is a .*{what}.* file is needed$"),
        ):
            database.migrate()


def test_a_second_opening_leaves_the_locks_of_the_first(tmp_path: Path) -> None:
    path = tmp_path / "portal.db"
    with Database(str(path)) as first, Database(str(path)) as second:
        first.migrate()
        with first.session() as connection:
            connection.execute(text("CREATE TABLE seen (number INTEGER)"))
        log = path.with_name("portal.db-wal").stat().st_ino
        second.migrate()
        second.close()
        # The last process to close a database deletes its log; ours has it open.
        other = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('SELECT * FROM seen')"
        subprocess.run([sys.executable, "-ISc", other, str(path)], check=True)
        assert path.with_name("portal.db-wal").stat().st_ino == log
