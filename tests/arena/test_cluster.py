"""A tournament on a cluster loses nothing when a worker is lost."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from outwit.arena.manifest import Manifest
from outwit.arena.openings import Book
from outwit.arena.referee import Terms
from outwit.arena.schedule import Schedule
from outwit.arena.store import FinishedGame, create_store
from outwit.arena.tournament import Tournament
from outwit.errors import UsageError
from outwit.players.roster import read_spec
from tests.tools import needs

pytestmark = [
    pytest.mark.compiled_only,
    needs("ray"),
]

BOTS = tuple(map(read_spec, ("a=engine:nodes=3000", "b=engine:nodes=2000", "careful", "random")))
MANIFEST = Manifest(
    "cup", "ataxx", BOTS, Schedule("round-robin", 4, pairs=1), Terms(), Book(), 5
).with_hashes()


def ray_workers() -> list[int]:
    """Return the processes that play for Ray."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                name = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if name.startswith(b"ray::play_games"):
                found.append(int(entry.name))
    return found


def test_a_killed_worker_costs_only_time() -> None:
    from outwit.arena.cluster import RayExecutor

    alone = create_store(":memory:", MANIFEST)
    Tournament(alone).run()
    shared = create_store(":memory:", MANIFEST)
    killed: list[int] = []

    def kill_one(_games: list[FinishedGame]) -> None:
        workers = ray_workers()
        if workers and not killed:
            killed.append(workers[0])
            os.kill(workers[0], signal.SIGKILL)

    executor = RayExecutor(MANIFEST, "local", 2)
    try:
        Tournament(shared, kill_one).run(executor=executor)
    finally:
        executor.close()
    assert killed
    assert [game.replace(record="") for game in shared.finished()] == [
        game.replace(record="") for game in alone.finished()
    ]


def test_a_cluster_that_is_not_there_is_named() -> None:
    from outwit.arena.cluster import RayExecutor

    with pytest.raises(UsageError, match=r"127\.0\.0\.1:1"):
        RayExecutor(MANIFEST, "127.0.0.1:1")
