"""Channels of news about accounts, tournaments and classes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from outwit.server.news.bus import Bus
from outwit.server.news.feed import Feed

Message = dict[str, Any]
# Kind of the notes between processes.
HUB = "hub"
# Messages queued for a reader before its feed ends because it is too slow.
MOST_WAITING = 1_000
# Prefix of the channels of accounts.
ACCOUNT = "account "


class Hub:
    """Channels by name: a published message reaches all current listeners, in all processes.

    Nothing is stored for later listeners: they subscribe first, and then read the database.
    """

    def __init__(self, bus: Bus | None = None) -> None:
        self._bus = bus or Bus()
        self._feeds: dict[str, set[Feed[Message]]] = defaultdict(set)
        # Number of those present on a channel without reading it.
        self._present: Counter[str] = Counter()

    def publish(self, channel: str, message: Message) -> None:
        """Send a message, at most a few kilobytes of JSON, to all listeners of a channel."""
        self.deliver(channel, message)
        self._bus.tell(HUB, channel, message)

    def deliver(self, channel: str, message: Message) -> None:
        """Send a message to the listeners of a channel in this process."""
        for feed in tuple(self._feeds.get(channel, ())):
            if not feed.put(message):
                self._leave(channel, feed)

    def listeners(self, channel: str) -> int:
        """Return the number in this process who listen to a channel or are present on it."""
        return len(self._feeds.get(channel, ())) + self._present[channel]

    def channels(self) -> tuple[str, ...]:
        """Return the channels with listeners or presence in this process."""
        return tuple({**self._feeds, **self._present})

    @contextmanager
    def subscribe(self, channel: str) -> Iterator[Feed[Message]]:
        """Yield a feed of a channel's messages; an unread feed ends."""
        feed: Feed[Message] = Feed("news", MOST_WAITING)
        self._feeds[channel].add(feed)
        try:
            yield feed
        finally:
            self._leave(channel, feed)

    @contextmanager
    def attend(self, channel: str) -> Iterator[None]:
        """Be present on a channel without reading it."""
        self._present[channel] += 1
        try:
            yield
        finally:
            self._present[channel] -= 1
            if not self._present[channel]:
                del self._present[channel]

    def _leave(self, channel: str, feed: Feed[Message]) -> None:
        self._feeds[channel].discard(feed)
        if not self._feeds[channel]:
            del self._feeds[channel]


def of_account(account: int) -> str:
    """Return the channel of an account, for its games and challenges."""
    return f"{ACCOUNT}{account}"


def of_tournament(tournament: str) -> str:
    """Return the channel of a tournament."""
    return f"tournament {tournament}"


# The channel of all tournaments: one has started or changed.
TOURNAMENTS = "tournaments"
