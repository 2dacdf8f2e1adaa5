"""The chat between the players of a game."""

from __future__ import annotations

import asyncio

from outwit.errors import NotAllowed, UsageError
from outwit.server.edge.limits import Limiter
from outwit.server.live.room import Room, Watcher
from outwit.storage.chat import ChatStore


class Talk:
    """Stores and sends chat messages; only players may write, within the rate limit."""

    def __init__(self, store: ChatStore, limiter: Limiter) -> None:
        self._store = store
        self._limiter = limiter

    async def tell(self, room: Room, watcher: Watcher) -> None:
        """Send all messages so far, including those since the page was loaded."""
        said = await asyncio.to_thread(self._store.of_game, room.key)
        if said:
            lines = [{"name": each.name, "text": each.text} for each in said]
            await watcher.send({"t": "talk", "lines": lines})

    async def say(self, room: Room, watcher: Watcher, text: object) -> None:
        """Send a player's message to everybody; raise NotAllowed for a spectator."""
        if watcher.account is None or watcher.side is None:
            raise NotAllowed("only the players of this game can talk here")
        if not isinstance(text, str):
            raise UsageError("a chat message has a text")
        self._limiter.take("chat", watcher.account)
        said = await asyncio.to_thread(self._store.say, room.key, watcher.account, text)
        await room.say(
            {"t": "chat", "name": said.name, "text": said.text, "at": said.said.isoformat()}
        )
