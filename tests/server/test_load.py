"""Many games at once, a server killed in the middle: nothing acknowledged is lost."""

from __future__ import annotations

import asyncio

import pytest

from bench.portal import Load

pytestmark = pytest.mark.compiled_only


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
