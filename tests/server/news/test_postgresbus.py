"""The bus on PostgreSQL: what one process tells, the others hear, though connections are lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import psycopg
import pytest
from sqlalchemy import make_url

from outwit.server.news import postgresbus
from outwit.server.news.postgresbus import PostgresBus
from tests.server.rooms import until

pytestmark = [
    pytest.mark.compiled_only,
    pytest.mark.parametrize("url", ["postgresql"], indirect=True),
]
KEY = "aaaaaaaa"
# A claim that PostgreSQL answers seconds later.
SLOW_CLAIM = "SELECT k FROM unnest(%s::bigint[]) AS k, pg_sleep(3)"


class Process:
    """A bus, what it has heard, and how its connection went and came."""

    def __init__(self, url: str) -> None:
        self.bus = PostgresBus(make_url(url))
        self.heard: list[tuple[str, str, Any]] = []
        self.changes: list[bool] = []

    async def open(self) -> None:
        await self.bus.open(lambda *note: self.heard.append(note), self.serve, self.changes.append)

    async def serve(self, key: str, request: Any) -> Any:
        return [key, *request]

    async def sever(self, connection: psycopg.AsyncConnection[Any] | None) -> None:
        """Let PostgreSQL end a connection of this process."""
        assert connection is not None
        async with await self.bus._connection() as other:
            await other.execute("SELECT pg_terminate_backend(%s)", (connection.info.backend_pid,))


@asynccontextmanager
async def two(url: str) -> AsyncIterator[tuple[Process, Process]]:
    here, there = Process(url), Process(url)
    await here.open()
    await there.open()
    try:
        yield here, there
    finally:
        await here.bus.close()
        await there.bus.close()


def test_a_new_connection_hears_though_a_claim_was_under_way_on_the_old_one(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresbus, "RETRY_SECONDS", 0.0)

    async def run() -> None:
        async with two(url) as (here, there):
            with monkeypatch.context() as slow:
                slow.setattr(postgresbus, "CLAIM", SLOW_CLAIM)
                claim = asyncio.create_task(here.bus.claim([KEY]))
                await asyncio.sleep(0.2)
            await here.sever(here.bus._listening)
            await until(lambda: here.changes == [False, True])
            assert await claim == set()
            assert await here.bus.claim([KEY]) == {KEY}
            there.bus.tell("word", KEY, 1)
            await until(lambda: here.heard)
            assert await there.bus.ask(KEY, ["move", 2], "number") == [KEY, "move", 2]

    asyncio.run(run())


def test_no_game_is_claimed_before_the_process_can_listen(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresbus, "RETRY_SECONDS", 0.0)

    async def run() -> None:
        async with two(url) as (here, _):
            connection, made, claimed = here.bus._connection, [1], []

            async def fail_once() -> psycopg.AsyncConnection[Any]:
                if len(made) == 2:
                    claimed.append(await here.bus.claim([KEY]))
                    made.append(0)
                    raise psycopg.OperationalError("no more connections")
                made.append(1)
                return await connection()

            lost = here.bus._listening
            monkeypatch.setattr(here.bus, "_connection", fail_once)
            assert lost is not None
            await lost.close()
            here.bus._break(psycopg.OperationalError("closed"), lost)
            await until(lambda: here.changes == [False, True])
            assert claimed == [set()]

    asyncio.run(run())
