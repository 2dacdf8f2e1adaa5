"""Queues of messages for one reader, which end on overflow or with the portal."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any, Generic, TypeVar
from weakref import WeakSet

from outwit.server.base.metrics import DROPPED

T = TypeVar("T")


class Ended(Exception):
    """A feed has ended: its reader was too slow, or the portal is about to end."""


class Feed(Generic[T]):
    """A queue for one reader. It ends when ``most`` messages wait and one more arrives.

    The reader then gets ``Ended``, and starts again from the database because it has missed
    messages. ``name`` is the kind of feed in the metrics.
    """

    def __init__(self, name: str, most: int) -> None:
        self.name = name
        self.most = most
        self.is_ended = False
        self._waiting: deque[T] = deque()
        self._wake = asyncio.Event()

    def put(self, message: T) -> bool:
        """Add a message; return False if the feed has ended."""
        if not self.is_ended and len(self._waiting) >= self.most:
            DROPPED.labels(self.name).inc()
            self.end()
        if self.is_ended:
            return False
        self._waiting.append(message)
        self._wake.set()
        return True

    async def get(self) -> T:
        """Wait for the next message; raise Ended when the feed has ended."""
        while not self._waiting:
            if self.is_ended:
                raise Ended
            self._wake.clear()
            await self._wake.wait()
        return self._waiting.popleft()

    def take(self) -> list[T]:
        """Return all queued messages without waiting."""
        found = list(self._waiting)
        self._waiting.clear()
        return found

    def end(self) -> None:
        """End the feed and drop queued messages."""
        self.is_ended = True
        self._waiting.clear()
        self._wake.set()


class Closing:
    """Whether the portal is about to end; added feeds end then."""

    def __init__(self) -> None:
        self._is_set = False
        self._feeds: WeakSet[Feed[Any]] = WeakSet()

    def add(self, feed: Feed[Any]) -> None:
        """End a feed with the portal."""
        self._feeds.add(feed)
        if self._is_set:
            feed.end()

    def set(self) -> None:
        """Note that the portal is about to end."""
        self._is_set = True
        for feed in tuple(self._feeds):
            feed.end()

    def is_set(self) -> bool:
        """Tell whether the portal is about to end."""
        return self._is_set
