"""The services that rooms use."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from outwit.arena.bots import Bots
from outwit.server.base.workqueue import Painting, Thinking
from outwit.server.edge.passes import Passes
from outwit.server.live.handinbots import HandInBots
from outwit.server.live.writer import Writer
from outwit.server.news.bus import Bus
from outwit.server.news.hub import Hub
from outwit.server.news.notices import Notices
from outwit.storage.games import GameStore
from outwit.storage.levelwins import LevelWinStore
from outwit.storage.plans import PlanStore
from outwit.storage.slowturns import TurnStore

# Most bots that keep their hash tables between moves, at most 16 MiB each.
MOST_RESTING = 8
# Most programs that were handed in and think at the same time.
MOST_TRYING = 2


class Services:
    """The game store and writer, the thread queues, the news and the limits."""

    def __init__(
        self,
        store: GameStore,
        thinking: Thinking,
        painting: Painting,
        hub: Hub,
        bus: Bus,
        passes: Passes,
        handin_bots: HandInBots,
        notices: Notices,
        turns: TurnStore,
    ) -> None:
        self.store = store
        self.turns = turns
        self.level_wins = LevelWinStore(store.database)
        self.plans = PlanStore(store.database)
        self.writer = Writer(store)
        self.thinking = thinking
        self.painting = painting
        self.hub = hub
        self.bus = bus
        self.passes = passes
        self.handin_bots = handin_bots
        self.notices = notices
        # Programs that were handed in keep no other bot from its thread.
        self.trying = Thinking(MOST_TRYING)
        self.resting = Resting(MOST_RESTING)
        self.drawing = Drawing()

    async def close(self) -> None:
        """Wait until every move is stored."""
        await self.writer.close()
        self.trying.close()


class Drawing:
    """Draws one game at a time for its watchers; moves are answered between two games.

    Under load pictures are delayed, and acknowledgements of moves are not.
    """

    def __init__(self) -> None:
        self._lock = asyncio.Lock()

    async def turn(self, draw: Callable[[], Awaitable[None]]) -> None:
        """Draw a game when it is its turn."""
        async with self._lock:
            await draw()
            await asyncio.sleep(0)


class Resting:
    """Bots between their moves. The last ``MOST_RESTING`` keep their hash tables."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._bots: dict[Bots, None] = {}

    def put(self, bots: Bots) -> None:
        """Add the bots of a game."""
        self._bots.pop(bots, None)
        self._bots[bots] = None
        while len(self._bots) > self._most:
            oldest = next(iter(self._bots))
            del self._bots[oldest]
            oldest.stop()

    def take(self, bots: Bots) -> None:
        """Remove the bots of a game, which are needed or have ended."""
        self._bots.pop(bots, None)
