"""The chat between the players of a game."""

from __future__ import annotations

import asyncio

from outwit.errors import NotAllowed, UsageError
from outwit.server.edge.limits import Limiter
from outwit.server.live.room import WITHOUT, Room, Watcher
from outwit.server.values.shown import shown_day
from outwit.storage.chat import ChatStore, Message
from outwit.storage.relations import RelationStore
from outwit.storage.sanctions import MUTE, SanctionStore


class Talk:
    """Stores and sends chat messages; only players may write, within the rate limit.

    Nobody reads the messages of an account that he has blocked; its author cannot tell.
    """

    def __init__(
        self,
        store: ChatStore,
        limiter: Limiter,
        relations: RelationStore,
        sanctions: SanctionStore,
    ) -> None:
        self._store = store
        self._limiter = limiter
        self._relations = relations
        self._sanctions = sanctions

    def read(self, key: str, blocked: frozenset[int]) -> tuple[Message, ...]:
        """Return the messages of a game, without those of some accounts; call it in a thread."""
        return tuple(each for each in self._store.of_game(key) if each.account not in blocked)

    async def tell(self, room: Room, watcher: Watcher) -> None:
        """Send all messages so far, including those since the page was loaded."""
        said = await asyncio.to_thread(self.read, room.key, watcher.blocked)
        if said:
            lines = [{"name": each.name, "text": each.text} for each in said]
            await watcher.send({"t": "talk", "lines": lines})

    async def say(self, room: Room, watcher: Watcher, text: object) -> None:
        """Send a player's message to everybody; raise NotAllowed for a spectator or a muted one."""
        if watcher.account is None or watcher.side is None:
            raise NotAllowed("only the players of this game can talk here")
        if not isinstance(text, str):
            raise UsageError("a chat message has a text")
        self._limiter.take("chat", watcher.account)
        said, blockers = await asyncio.to_thread(self._say, room.key, watcher.account, text)
        at = said.said.isoformat()
        await room.say(
            {"t": "chat", "name": said.name, "text": said.text, "at": at, WITHOUT: blockers}
        )

    def _say(self, key: str, account: int, text: str) -> tuple[Message, list[int]]:
        """Store a message, and return it with the accounts that do not get it."""
        muted = self._sanctions.get(account, MUTE)
        if muted is not None and muted.until is not None:
            raise NotAllowed(f"a moderator has muted your chat until {shown_day(muted.until)}")
        if muted is not None:
            raise NotAllowed("a moderator has muted your chat")
        said = self._store.say(key, account, text)
        return said, sorted(self._relations.blockers(account))
