"""Short fault runs: whatever strikes the portal, nothing that it has promised is broken."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from bench.chaos_history import Acked, History, Violation
from bench.chaos_run import run_all
from bench.chaos_site import Cluster
from tests.mode import many, sample
from tests.storage.postgres import Postgres

pytestmark = pytest.mark.compiled_only
SECONDS = 1.3
CLIENTS = 4
# The first two have every kind of fault that is looked for.
SQLITE_SEEDS = (22, 48, 39)
# So does the first of these.
POSTGRESQL_SEEDS = (4, 15)


def run(seeds: Sequence[int], cluster: Cluster | None) -> set[str]:
    """Run with some seeds; return the kinds of faults that struck."""
    kinds: set[str] = set()

    def tell(seed: int, history: History, found: list[Violation]) -> None:
        assert not found, f"seed {seed}\n" + "\n".join(map(str, found))
        assert any(isinstance(entry, Acked) for entry in history.entries)
        kinds.update(fault.kind for fault in history.faults)

    asyncio.run(run_all(seeds, cluster, SECONDS, CLIENTS, tell))
    return kinds


def test_on_sqlite_kills_locks_and_full_disks_break_no_promise() -> None:
    assert {"kill", "lock", "full", "stop"} <= run(SQLITE_SEEDS[: many(2)], None)


def test_on_postgresql_kills_and_severed_connections_break_no_promise(postgres: Postgres) -> None:
    cluster = Cluster(postgres)
    try:
        assert {"kill", "sever"} <= run(POSTGRESQL_SEEDS[: sample(2, 1)], cluster)
    finally:
        cluster.close()
