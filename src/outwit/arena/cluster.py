"""A tournament on a cluster: the same games, played wherever Ray has a worker.

Needs the extra ``outwit[cluster]``. A worker or machine that is lost takes nothing with it but
time: its games are played again elsewhere.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from outwit.arena.manifest import Manifest
from outwit.arena.schedule import Pairing
from outwit.arena.store import FinishedGame
from outwit.arena.worker import play_games
from outwit.errors import OutwitError, UsageError

LOCAL = "local"
# The same games lost so often in a row are no accident.
MOST_LOSSES = 5
# Seconds.
CONNECT_SECONDS = 5.0


def check_reachable(address: str) -> None:
    """Raise UsageError if nobody answers at a host and port; Ray would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdigit():
        return
    try:
        socket.create_connection((host, int(port)), timeout=CONNECT_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise UsageError(f"cluster {address[:60]!r} cannot be reached: {error}") from None


class RayExecutor:
    """Plays on a Ray cluster, by address; ``local`` starts one on this machine."""

    def __init__(self, manifest: Manifest, address: str, size: int | None = None) -> None:
        if find_spec("ray") is None:
            raise UsageError("a cluster needs Ray: pip install 'outwit[cluster]'")
        ray: Any = import_module("ray")
        self.ray = ray
        self.starts = not ray.is_initialized()
        if self.starts:
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
        self.size = size or max(1, int(ray.cluster_resources().get("CPU", 1)))
        self.manifest = ray.put(manifest.to_json())
        self.task = ray.remote(max_retries=0)(play_games)
        self.under_way: dict[Any, tuple[list[Pairing], int]] = {}

    def submit(self, pairings: list[Pairing], losses: int = 0) -> None:
        """Begin with some games."""
        self.under_way[self.task.remote(self.manifest, pairings)] = pairings, losses

    def collect(self) -> Iterator[list[FinishedGame]]:
        """Wait until something is finished, and yield it."""
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
        """Stop; games that are not finished are given up."""
        for reference in self.under_way:
            self.ray.cancel(reference, force=True)
        self.under_way.clear()
        if self.starts:
            self.ray.shutdown()
