"""What rooms need from the rest of the portal."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from outwit.arena.bots import Bots
from outwit.server.base.workqueue import Painting, Thinking
from outwit.server.edge.passes import Passes
from outwit.server.live.writer import Writer
from outwit.server.news.bus import Bus
from outwit.server.news.hub import Hub
from outwit.storage.games import GameStore

# Bots that keep their tables between moves: at most 16 MiB each.
MOST_RESTING = 8


class Services:
    """The store of games and the way into it, the threads that think, the news, and who is in."""

    def __init__(
        self,
        store: GameStore,
        thinking: Thinking,
        painting: Painting,
        hub: Hub,
        bus: Bus,
        passes: Passes,
    ) -> None:
        self.store = store
        self.writer = Writer(store)
        self.thinking = thinking
        self.painting = painting
        self.hub = hub
        self.bus = bus
        self.passes = passes
        self.resting = Resting(MOST_RESTING)
        self.drawing = Drawing()

    async def close(self) -> None:
        """Wait until every move is written."""
        await self.writer.close()


class Drawing:
    """One game at a time is drawn for its watchers; between two, moves that have come are answered.

    So under load pictures come later, and players know at once that their moves are safe.
    """

    def __init__(self) -> None:
        self._lock = asyncio.Lock()

    async def turn(self, draw: Callable[[], Awaitable[None]]) -> None:
        """Draw when it is this game's turn."""
        async with self._lock:
            await draw()
            await asyncio.sleep(0)


class Resting:
    """Bots between their moves. The last few keep what they have found out; others start anew."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._bots: dict[Bots, None] = {}

    def put(self, bots: Bots) -> None:
        """Let the bots of a game rest."""
        self._bots.pop(bots, None)
        self._bots[bots] = None
        while len(self._bots) > self._most:
            oldest = next(iter(self._bots))
            del self._bots[oldest]
            oldest.stop()

    def take(self, bots: Bots) -> None:
        """Note that the bots of a game are needed, or gone."""
        self._bots.pop(bots, None)
