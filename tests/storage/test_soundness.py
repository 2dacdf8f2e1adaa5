"""A damaged or foreign database names itself in one line."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from outwit.errors import StorageFault
from outwit.storage.database import Database
from outwit.storage.soundness import check_sound


def opened(path: Path) -> None:
    """Do what a portal does before it serves."""
    with Database(f"sqlite:///{path}") as database:
        database.migrate()
        check_sound(database)


def run(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def garble(path: Path) -> None:
    path.write_bytes(b"no database at all " * 500)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:10_000])


def cut_the_end(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-4_096])


def put_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def drop_a_table(path: Path) -> None:
    run(path, "DROP TABLE tokens")


def drop_a_column(path: Path) -> None:
    run(path, "ALTER TABLE accounts DROP COLUMN plays")


def put_another(path: Path) -> None:
    path.unlink()
    run(path, "CREATE TABLE accounts (iban TEXT)")


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (garble, "is damaged"),
        (cut, "is damaged"),
        (cut_the_end, "is damaged"),
        (put_a_folder, "this is a folder"),
        (drop_a_table, "no table tokens"),
        (drop_a_column, "accounts has no column plays"),
        (put_another, "not Outwit's"),
    ],
)
def test_a_damaged_database_names_itself_and_the_cure(
    tmp_path: Path, sqlite_file: Path, damage: Callable[[Path], None], said: str
) -> None:
    path = tmp_path / "portal.db"
    path.write_bytes(sqlite_file.read_bytes())
    opened(path)
    damage(path)
    with pytest.raises(StorageFault) as refused:
        opened(path)
    message = str(refused.value)
    assert said in message
    assert str(path) in message
    assert "\n" not in message
    if damage is not put_a_folder:
        assert "outwit database restore FILE" in message or "--database" in message
