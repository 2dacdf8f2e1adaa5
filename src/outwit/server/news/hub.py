"""Who waits for news of an account, a tournament or anything else gets it here."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from outwit.server.news.bus import Bus
from outwit.server.news.feed import Feed

Message = dict[str, Any]
# The kind of note by which processes tell each other.
HUB = "hub"
# Messages queued for a reader before its feed ends because it is too slow.
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
        self._feeds: dict[str, set[Feed[Message]]] = defaultdict(set)
        # How many are present on a channel without reading it.
        self._present: Counter[str] = Counter()

    def publish(self, channel: str, message: Message) -> None:
        """Give a message, a few kilobytes of JSON, to everybody who listens to a channel."""
        self.deliver(channel, message)
        self._bus.tell(HUB, channel, message)

    def deliver(self, channel: str, message: Message) -> None:
        """Give a message to those who listen to a channel in this process."""
        for feed in tuple(self._feeds.get(channel, ())):
            if not feed.put(message):
                self._leave(channel, feed)

    def listeners(self, channel: str) -> int:
        """Return how many in this process listen to a channel, or are present on it."""
        return len(self._feeds.get(channel, ())) + self._present[channel]

    def channels(self) -> tuple[str, ...]:
        """Return the channels on which somebody in this process listens or is present."""
        return tuple({**self._feeds, **self._present})

    @contextmanager
    def subscribe(self, channel: str) -> Iterator[Feed[Message]]:
        """Yield the feed into which a channel's messages come; one that is not read ends."""
        feed: Feed[Message] = Feed("news", MOST_WAITING)
        self._feeds[channel].add(feed)
        try:
            yield feed
        finally:
            self._leave(channel, feed)

    @contextmanager
    def attend(self, channel: str) -> Iterator[None]:
        """Be present on a channel, without its messages."""
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
    """Return the channel of an account: its games and challenges."""
    return f"{ACCOUNT}{account}"


def of_tournament(tournament: str) -> str:
    """Return the channel of a tournament: games that end."""
    return f"tournament {tournament}"


# The channel of all tournaments: one has begun, or is to be looked at for another reason.
TOURNAMENTS = "tournaments"
