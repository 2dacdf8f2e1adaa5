"""A copy of the database is whole, and can be put back."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from outwit.errors import StorageFault, UsageError
from outwit.storage.accounts import AccountStore
from outwit.storage.backup import back_up, restore
from outwit.storage.database import Database


@pytest.fixture
def portal(tmp_path: Path) -> Iterator[Database]:
    with Database(f"sqlite:///{tmp_path}/portal.db") as database:
        database.migrate()
        yield database


def test_a_copy_has_what_was_there_and_is_for_its_owner_alone(
    portal: Database, tmp_path: Path
) -> None:
    account = AccountStore(portal).guest()
    # Somebody is in the middle of a transaction.
    with portal.session():
        back_up(portal, tmp_path / "copy.db")
    assert stat.S_IMODE((tmp_path / "copy.db").stat().st_mode) == 0o600
    with Database(f"sqlite:///{tmp_path}/copy.db") as copy:
        assert AccountStore(copy).get(account.id) == account


def test_a_file_that_is_there_is_not_overwritten(portal: Database, tmp_path: Path) -> None:
    (tmp_path / "copy.db").write_text("mine")
    with pytest.raises(UsageError, match="is there already"):
        back_up(portal, tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_text() == "mine"


def test_a_copy_is_put_back_and_the_former_database_is_kept(
    portal: Database, tmp_path: Path
) -> None:
    first = AccountStore(portal).guest()
    back_up(portal, tmp_path / "copy.db")
    second = AccountStore(portal).guest()
    portal.close()
    kept = restore(portal, tmp_path / "copy.db")
    accounts = AccountStore(portal)
    assert accounts.find(first.name) == first
    assert accounts.find(second.name) is None
    with Database(f"sqlite:///{kept}") as former:
        assert AccountStore(former).get(second.id) == second


def test_no_former_database_is_ever_overwritten(portal: Database, tmp_path: Path) -> None:
    back_up(portal, tmp_path / "copy.db")
    found = []
    for _ in range(3):
        guest = AccountStore(portal).guest()
        portal.engine.dispose()
        kept = restore(portal, tmp_path / "copy.db")
        assert kept is not None
        found.append((kept, guest))
    assert [kept.name for kept, _ in found] == [
        "portal.db.old",
        "portal.db.old-2",
        "portal.db.old-3",
    ]
    for kept, guest in found:
        with Database(f"sqlite:///{kept}") as former:
            assert AccountStore(former).find(guest.name) == guest


def test_a_copy_that_cannot_be_written_is_named_as_it_was_given(
    portal: Database, tmp_path: Path
) -> None:
    for error, path in (
        (UsageError, tmp_path / "nowhere" / "copy.db"),
        (StorageFault, tmp_path / ("x" * 253)),
    ):
        with pytest.raises(error, match="cannot be written") as caught:
            back_up(portal, path)
        assert str(path) in str(caught.value)
        assert ".part" not in str(caught.value)


def test_a_copy_is_put_where_nothing_was(portal: Database, tmp_path: Path) -> None:
    back_up(portal, tmp_path / "copy.db")
    with Database(f"sqlite:///{tmp_path}/elsewhere/new.db") as new:
        assert restore(new, tmp_path / "copy.db") is None
        AccountStore(new).guest()


def test_nothing_is_put_back_under_a_portal_that_runs(portal: Database, tmp_path: Path) -> None:
    back_up(portal, tmp_path / "copy.db")
    account = AccountStore(portal).guest()
    with portal.reading() as connection:
        connection.exec_driver_sql("SELECT * FROM accounts")
        with pytest.raises(StorageFault, match="is in use: end the portal first"):
            restore(portal, tmp_path / "copy.db")
    assert AccountStore(portal).get(account.id) == account


@pytest.mark.parametrize("content", [None, b"", b"no database" * 1000, "cut"])
def test_what_is_no_whole_copy_is_refused(
    portal: Database, tmp_path: Path, content: bytes | str | None
) -> None:
    copy = tmp_path / "copy.db"
    if content == "cut":
        back_up(portal, copy)
        copy.write_bytes(copy.read_bytes()[:-30_000])
    elif isinstance(content, bytes):
        copy.write_bytes(content)
    account = AccountStore(portal).guest()
    with pytest.raises(StorageFault, match=r"copy\.db"):
        restore(portal, copy)
    assert AccountStore(portal).get(account.id) == account


def test_postgresql_has_its_own_ways(tmp_path: Path) -> None:
    pytest.importorskip("psycopg")
    database = Database("postgresql://x@localhost/x")
    with database, pytest.raises(UsageError, match="pg_dump"):
        back_up(database, tmp_path / "copy.db")


def test_a_copy_is_on_the_disk_before_it_takes_the_place_of_the_database(
    portal: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    AccountStore(portal).guest()
    back_up(portal, tmp_path / "copy.db")
    portal.close()
    done: list[tuple[str, str]] = []
    sync, replace = os.fsync, Path.replace

    def note_sync(handle: int) -> None:
        done.append(("sync", Path(f"/proc/self/fd/{handle}").resolve().name))
        sync(handle)

    def note_replace(path: Path, target: Path) -> Path:
        done.append(("replace", path.name))
        return replace(path, target)

    monkeypatch.setattr(os, "fsync", note_sync)
    monkeypatch.setattr(Path, "replace", note_replace)
    restore(portal, tmp_path / "copy.db")
    part = "portal.db.part"
    assert done == [("sync", part), ("replace", part), ("sync", tmp_path.name)]
    assert (tmp_path / "portal.db").read_bytes() == (tmp_path / "copy.db").read_bytes()
