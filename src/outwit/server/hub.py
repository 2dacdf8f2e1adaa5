"""Who waits for news of an account, a tournament or anything else gets it here."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

Message = dict[str, Any]
# Whoever reads so slowly that more messages wait has gone.
MOST_WAITING = 1_000
# How the channels of accounts begin.
ACCOUNT = "account "


class Hub:
    """Channels by name: what is published to one reaches everybody who listens to it now.

    Nothing is kept for those who come later: they read the database first, having subscribed.
    """

    def __init__(self) -> None:
        self._queues: dict[str, set[asyncio.Queue[Message]]] = defaultdict(set)

    def publish(self, channel: str, message: Message) -> None:
        """Give a message to everybody who listens to a channel."""
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
