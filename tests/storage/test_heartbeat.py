"""The database is written now and then, to find out whether it can be."""

from __future__ import annotations

from sqlalchemy import select

from outwit.storage.database import Database
from outwit.storage.heartbeat import NAME, SECONDS, Heartbeat
from outwit.storage.tables import Keys


def written(database: Database) -> list[str]:
    with database.reading() as connection:
        return list(connection.scalars(select(Keys.value).where(Keys.name == NAME)))


def test_it_is_written_at_most_every_few_seconds(database: Database) -> None:
    moments = iter((100.0, 100.0 + SECONDS - 1, 100.0 + SECONDS))
    heart = Heartbeat(database, lambda: next(moments))
    found = []
    for _ in range(3):
        heart.check()
        found.append(written(database))
    assert len(found[0]) == 1
    assert found[0] == found[1] != found[2]


def test_several_processes_share_the_row(database: Database) -> None:
    for _ in range(3):
        Heartbeat(database).check()
    assert len(written(database)) == 1
