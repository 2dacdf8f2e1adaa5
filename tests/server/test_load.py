"""Many games at once, a server killed in the middle: nothing acknowledged is lost."""

from __future__ import annotations

import asyncio

import pytest

from bench.portal import Load, Server
from tests.nursery import Forked

pytestmark = pytest.mark.compiled_only


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let servers begin with their modules loaded."""

    def start(server: Server) -> None:
        words = ["serve", "--port", str(server.port)]
        server.process = Forked(words, server.environment, stderr=server.log.fileno())  # type: ignore[assignment]

    monkeypatch.setattr(Server, "start", start)


def test_after_a_kill_every_acknowledged_move_is_there_and_clients_go_on(url: str) -> None:
    servers = 1 if url.startswith("sqlite") else 2
    load = Load(url, games=8, pace=0.2, servers=servers)
    try:
        before = asyncio.run(load.run(3.0, kill=True))
        assert load.lost() == []
        assert load.counts.errors == {}
        assert load.counts.reconnections > 0
        after = sum(len(match.acknowledged) for match in load.counts.matches)
        assert 0 < before < after
    finally:
        load.close()
