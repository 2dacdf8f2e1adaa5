"""Keeps a room up to date whose game another process owns."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from outwit.errors import OutwitError
from outwit.server.base.tasks import Tasks
from outwit.server.live.room import Room

log = logging.getLogger(__name__)
# Seconds until the game is loaded again after a fault of the database.
RETRY_SECONDS = 1.0


class Mirror:
    """Follows the owner's news in order; loads missed news from the database."""

    def __init__(self, room: Room, load: Callable[[Room], Awaitable[None]]) -> None:
        self.room = room
        self._load = load
        self._news: deque[dict[str, Any]] = deque()
        self._tasks = Tasks()
        self._task: asyncio.Task[None] | None = None
        # Whether the room is behind the news.
        self._is_behind = False
        # The last known owner, and the number of its last news.
        self._last = "", 0

    def hear(self, news: dict[str, Any]) -> None:
        """Take news of the owner; ignore news older than the last."""
        by, number = news["by"], news["number"]
        if by == self._last[0] and number < self._last[1]:
            return
        self._last = by, number
        self._news.append(news)
        if self._task is None or self._task.done():
            self._task = self._tasks.keep("mirror", self._follow)

    async def close(self) -> None:
        """Stop following."""
        await self._tasks.close()

    async def _follow(self) -> None:
        if self._is_behind:
            await self._load(self.room)
            await self.room.services.drawing.turn(self.room.tell_all)
            self._is_behind = False
        while self._news:
            self._is_behind = True
            news = self._news.popleft()
            while not self.room.follow(news):
                try:
                    await self._load(self.room)
                    # The loaded state may be newer than the news; newer news follow then.
                    self.room.follow(news)
                    break
                except OutwitError as error:
                    log.warning("game %s cannot be followed: %s", self.room.key, error)
                    await asyncio.sleep(RETRY_SECONDS)
            if self.room.live.is_over:
                await self._look()
            if not self._news:
                await self.room.services.drawing.turn(self.room.tell_all)
            self._is_behind = False

    async def _look(self) -> None:
        """Load the rating changes of the game."""
        try:
            await self.room.look()
        except OutwitError as error:
            log.warning("ratings of game %s cannot be shown: %s", self.room.key, error)
