"""Plays the games of a tournament on a Ray cluster.

Needs the extra ``outwit[cluster]``. The games of a worker or machine that is lost are played again
elsewhere.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from outwit.arena.leftovers import clean_up_after_the_dead
from outwit.arena.manifest import Manifest
from outwit.arena.schedule import Pairing
from outwit.arena.store import FinishedGame
from outwit.arena.worker import play_games, try_bot
from outwit.errors import OutwitError, UsageError

LOCAL = "local"
# Give up when the same games have been lost this often.
MOST_LOSSES = 5
# How long to wait for an address to answer.
CONNECT_SECONDS = 5.0


def check_reachable(address: str) -> None:
    """Raise UsageError if nothing listens at a host and port, for which Ray takes minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdigit():
        return
    try:
        socket.create_connection((host, int(port)), timeout=CONNECT_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise UsageError(f"cluster {address[:60]!r} cannot be reached: {error}") from None


def connect(address: str, size: int | None = None) -> tuple[Any, bool]:
    """Return Ray, connected to a cluster, and whether we have to end the connection.

    ``local`` starts one on this machine. Raise UsageError if Ray is not installed or the cluster
    cannot be reached.
    """
    if find_spec("ray") is None:
        raise UsageError("a cluster needs Ray: pip install 'outwit[cluster]'")
    ray: Any = import_module("ray")
    is_ours = not ray.is_initialized()
    if is_ours:
        check_reachable(address)
        try:
            ray.init(
                address=None if address == LOCAL else address,
                num_cpus=size if address == LOCAL else None,
                include_dashboard=False,
                log_to_driver=False,
                logging_level="error",
            )
        except (ConnectionError, RuntimeError, ValueError) as error:
            line = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise UsageError(f"cluster {address[:60]!r} cannot be reached: {line}") from None
    return ray, is_ours


class RayExecutor:
    """Plays on the Ray cluster at an address; ``local`` starts one on this machine.

    Raise UsageError if Ray is not installed or the cluster cannot be reached.
    """

    def __init__(self, manifest: Manifest, address: str, size: int | None = None) -> None:
        ray, self.owns_cluster = connect(address, size)
        self.ray = ray
        self.size = size or max(1, int(ray.cluster_resources().get("CPU", 1)))
        self.manifest = ray.put(manifest.to_json())
        self.task = ray.remote(max_retries=0)(play_games)
        self.under_way: dict[Any, tuple[list[Pairing], int]] = {}

    def try_out(self, bots: Sequence[int]) -> Iterator[tuple[int, str]]:
        """Try bots on every machine; yield each with why it is refused, empty if not."""
        strategies = import_module("ray.util.scheduling_strategies")
        trial = self.ray.remote(max_retries=0)(try_bot)
        asked = []
        for node in self.ray.nodes():
            if node["Alive"] and node["Resources"].get("CPU"):
                place = strategies.NodeAffinitySchedulingStrategy(node["NodeID"], soft=False)
                there = trial.options(scheduling_strategy=place)
                asked += [(bot, there.remote(self.manifest, bot)) for bot in bots]
        for bot, reference in asked:
            try:
                yield bot, self.ray.get(reference)
            except self.ray.exceptions.RayError as error:
                raise OutwitError(f"bot {bot} cannot be tried on the cluster: {error}") from None

    def submit(self, pairings: list[Pairing], losses: int = 0) -> None:
        """Start a batch of games."""
        self.under_way[self.task.remote(self.manifest, pairings)] = pairings, losses

    def collect(self) -> Iterator[list[FinishedGame]]:
        """Wait for a batch and yield its games; raise OutwitError if it cannot be played."""
        done, _ = self.ray.wait(list(self.under_way), num_returns=1)
        for reference in done:
            pairings, losses = self.under_way.pop(reference)
            try:
                yield self.ray.get(reference)
            except self.ray.exceptions.RayTaskError as error:
                raise OutwitError(f"a game cannot be played: {error.cause}") from None
            except self.ray.exceptions.RayError as error:
                if losses >= MOST_LOSSES:
                    raise OutwitError(f"games were lost {losses} times: {error}") from None
                self.submit(pairings, losses + 1)

    def close(self) -> None:
        """Stop; unfinished games are dropped."""
        for reference in self.under_way:
            self.ray.cancel(reference, force=True)
        self.under_way.clear()
        if self.owns_cluster:
            self.ray.shutdown()
            clean_up_after_the_dead()
