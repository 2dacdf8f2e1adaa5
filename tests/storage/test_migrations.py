"""A database of any older version is brought up to date, and loses nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import inspect, text

from outwit.errors import NameTaken, StorageFault
from outwit.storage.accounts import AccountStore
from outwit.storage.database import Database
from outwit.storage.games import GameStore
from outwit.storage.stored import NewGame, StoredSeat
from outwit.storage.tables import Table
from tests.storage.conftest import WEAK

SEATS = (StoredSeat("level 1", bot="level 1"), StoredSeat("level 2", bot="level 2"))
FIRST_VERSION = {"alembic_version", "accounts", "tokens", "games", "moves"}


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """Give a database without any table; on PostgreSQL, one beside that of the other tests."""
    if request.param == "sqlite":
        with Database(f"sqlite:///{tmp_path / 'portal.db'}") as database:
            yield database
        return
    url: str = request.getfixturevalue("postgres").url
    other = url.replace("/postgres?", "/migrated?")
    with Database(url) as server:
        bare = server.engine.execution_options(isolation_level="AUTOCOMMIT")
        with bare.connect() as connection:
            connection.execute(text("CREATE DATABASE migrated"))
            with Database(other) as database:
                yield database
            connection.execute(text("DROP DATABASE migrated"))


def tables(database: Database) -> set[str]:
    with database.reading() as connection:
        return set(inspect(connection).get_table_names())


def differences(database: Database) -> list[Any]:
    with database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, Table.metadata))


def test_an_empty_database_gets_the_tables_of_the_program(empty: Database) -> None:
    empty.migrate()
    assert differences(empty) == []
    assert tables(empty) == {*Table.metadata.tables, "alembic_version"}


def test_what_is_up_to_date_stays_as_it_is(empty: Database) -> None:
    empty.migrate()
    games = GameStore(empty)
    game = games.create(NewGame("ataxx", SEATS))
    empty.migrate()
    assert games.unfinished() == (game,)


def test_version_1_keeps_its_games(empty: Database) -> None:
    empty.migrate("001")
    assert tables(empty) == FIRST_VERSION
    game, moment = "aaaaaaaa", "2026-01-02 03:04:05+00:00"
    with empty.session() as connection:
        connection.execute(
            text(
                "INSERT INTO games (id, game, options, start, time_control, first_bot, first_name,"
                " second_bot, second_name, rated, visibility, created, result, termination,"
                f" sentence) VALUES ('{game}', 'ataxx', '{{}}', '', 'unlimited', 'level 1',"
                f" 'level 1', 'level 2', 'level 2', false, 'public', '{moment}', '*', '', '')"
            )
        )
        connection.execute(
            text(f"INSERT INTO moves VALUES ('{game}', 0, 'b7', 1250, NULL, '{moment}')")
        )
    empty.migrate()
    assert differences(empty) == []
    kept = GameStore(empty).load(game)
    assert kept.setup == NewGame("ataxx", SEATS)
    assert [move.move for move in kept.moves] == ["b7"]


def test_accounts_that_look_the_same_stay_and_no_other_joins_them(empty: Database) -> None:
    empty.migrate("009")
    accounts, moment = AccountStore(empty, WEAK), "2026-01-02 03:04:05+00:00"
    hashed = WEAK.hash("correct horse")
    rows = [
        ("Ian", f"'{hashed}'"),
        ("lan", f"'{hashed}'"),
        ("Guest 1", "NULL"),
        ("B0b", "'closed'"),
    ]
    with empty.session() as connection:
        for name, password in rows:
            connection.execute(
                text(
                    "INSERT INTO accounts (name, key, password, is_bot, created, seen) VALUES"
                    f" ('{name}', '{name.lower()}', {password}, false, '{moment}', '{moment}')"
                )
            )
    empty.migrate()
    assert differences(empty) == []
    with empty.reading() as connection:
        found = connection.execute(text("SELECT skeleton FROM accounts ORDER BY id")).scalars()
        assert list(found) == ["lan", None, None, None]
    for name in ("Ian", "lan"):
        account = accounts.check(name, "correct horse")
        assert account is not None
        assert account.name == name
    with pytest.raises(NameTaken):
        accounts.register("1an", "correct horse")
    assert accounts.register("Bob", "correct horse").name == "Bob"


def test_a_newer_database_is_refused_in_one_line_and_left_alone(empty: Database) -> None:
    empty.migrate()
    with empty.session() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '999'"))
    with pytest.raises(
        StorageFault, match=r"^database .* version 999, newer than .* \d{3}: [^\n]*$"
    ):
        empty.migrate()
    assert "puzzles" in tables(empty)


def test_a_step_that_fails_leaves_nothing_behind(
    empty: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    from alembic import op

    make = op.create_table

    def fail(name: str, *columns: Any, **options: Any) -> Any:
        if name == "puzzles":
            raise RuntimeError("the power went")
        return make(name, *columns, **options)

    monkeypatch.setattr(op, "create_table", fail)
    with pytest.raises(RuntimeError):
        empty.migrate()
    assert tables(empty) == set()
    monkeypatch.undo()
    empty.migrate()
    assert differences(empty) == []


def test_two_servers_that_start_at_once_both_find_it_up_to_date(empty: Database) -> None:
    failed: list[Exception] = []

    def start() -> None:
        try:
            with Database(empty.url.render_as_string(hide_password=False)) as database:
                database.migrate()
        except StorageFault as error:
            failed.append(error)

    threads = [Thread(target=start) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert differences(empty) == []
