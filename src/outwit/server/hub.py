"""Who waits for news of an account, a tournament or anything else gets it here."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from outwit.server.bus import Bus

Message = dict[str, Any]
# The kind of note by which processes tell each other.
HUB = "hub"
# Whoever reads so slowly that more messages wait has gone.
MOST_WAITING = 1_000
# How the channels of accounts begin.
ACCOUNT = "account "


class Hub:
    """Channels by name: what is published to one reaches everybody who listens to it now.

    They may listen in another process. Nothing is kept for those who come later: they read the
    database first, having subscribed.
    """

    def __init__(self, bus: Bus | None = None) -> None:
        self._bus = bus or Bus()
        self._queues: dict[str, set[asyncio.Queue[Message]]] = defaultdict(set)

    def publish(self, channel: str, message: Message) -> None:
        """Give a message, a few kilobytes of JSON, to everybody who listens to a channel."""
        self.deliver(channel, message)
        self._bus.tell(HUB, channel, message)

    def deliver(self, channel: str, message: Message) -> None:
        """Give a message to those who listen to a channel in this process."""
        for queue in tuple(self._queues.get(channel, ())):
            try:
                queue.put_nowait(message)
            except asyncio.QueueFull:
                self._queues[channel].discard(queue)

    def listeners(self, channel: str) -> int:
        """Return how many in this process listen to a channel."""
        return len(self._queues.get(channel, ()))

    def channels(self) -> tuple[str, ...]:
        """Return the channels to which somebody in this process listens."""
        return tuple(self._queues)

    @contextmanager
    def subscribe(self, channel: str) -> Iterator[asyncio.Queue[Message]]:
        """Yield the queue into which a channel's messages come."""
        queue: asyncio.Queue[Message] = asyncio.Queue(MOST_WAITING)
        self._queues[channel].add(queue)
        try:
            yield queue
        finally:
            self._queues[channel].discard(queue)
            if not self._queues[channel]:
                del self._queues[channel]


def of_account(account: int) -> str:
    """Return the channel of an account: its games and challenges."""
    return f"{ACCOUNT}{account}"


def of_tournament(tournament: str) -> str:
    """Return the channel of a tournament: games that end."""
    return f"tournament {tournament}"


# The channel of all tournaments: one has begun, or is to be looked at for another reason.
TOURNAMENTS = "tournaments"
