"""Servers that start quickly: a process that has loaded all modules forks them."""

from __future__ import annotations

from bench.portal import Server
from tests.nursery import Forked, Nursery


class QuickServer(Server):
    """A server that starts again without loading its modules anew."""

    _nursery: Nursery | None = None

    def start(self) -> None:
        """Start it; the first time, the modules are loaded, and the clock that can be moved."""
        if self._nursery is None:
            self._nursery = Nursery(self.environment)
        words = ["serve", "--port", str(self.port)]
        self.process = Forked(  # type: ignore[assignment]
            words, self.environment, stderr=self.log.fileno(), own=self._nursery
        )

    def end(self) -> None:
        """End all processes."""
        assert self._nursery is not None
        self._nursery.close()
        self.log.close()
