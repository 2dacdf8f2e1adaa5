"""Tells accounts what is new: stored, shown in open pages, and sent where they want it.

Call ``tell`` from anywhere above; the sentence of each kind is in ``noticewords.html``, and a new
kind is one line in ``storage/noticechoices.py``.
"""

from __future__ import annotations

import asyncio
import logging

from outwit.errors import OutwitError
from outwit.server.base.logs import event
from outwit.server.base.tasks import Tasks
from outwit.server.news.hub import Hub, of_account
from outwit.storage.notices import NoticeStore
from outwit.storage.relations import FOLLOW, RelationStore
from outwit.storage.tables import now

# The type of the messages to the pages of an account that a notice is new, or that some are read.
NOTICE = "notice"


class Notices:
    """Tells accounts what is new, without delaying the caller."""

    def __init__(self, store: NoticeStore, hub: Hub) -> None:
        self.store = store
        self._hub = hub
        self._relations = RelationStore(store.database)
        self._tasks = Tasks()

    def tell(
        self,
        account: int | None,
        kind: str,
        key: str,
        *,
        path: str,
        by: int | None = None,
        **facts: str | int,
    ) -> None:
        """Tell an account something in the background; ``key`` is what it is about, told once.

        ``path`` is the page that the notice leads to, ``facts`` are the words of its sentence. Bots
        and engine levels, which have no page, are left out, and accounts that have blocked ``by``.
        """
        if account is not None:
            work = self._tell(account, kind, key, {"path": path, **facts}, by)
            self._tasks.start("tell notice", work, OutwitError)

    def tell_followers(
        self, players: tuple[int, ...], names: tuple[str, ...], *, path: str, game: str
    ) -> None:
        """Tell those who follow a player, once an hour for each, that a game of theirs begins."""
        work = self._tell_followers(dict(zip(players, names, strict=True)), path, game)
        self._tasks.start("tell followers", work, OutwitError)

    def done(self, account: int | None, prefix: str) -> None:
        """Mark all notices as read whose key begins with ``prefix``: what they ask for is done."""
        if account is not None:
            self._tasks.start("end notices", self._done(account, prefix), OutwitError)

    async def join(self) -> None:
        """Wait until all that was told is stored."""
        await self._tasks.join()

    async def close(self) -> None:
        """Store what was told, and end."""
        await self._tasks.join()

    async def _tell_followers(self, names: dict[int, str], path: str, game: str) -> None:
        try:
            pairs = await asyncio.to_thread(self._relations.followers, tuple(names))
        except OutwitError as error:
            event("notice lost", logging.WARNING, kind=FOLLOW, error=str(error))
            return
        for follower, player in pairs:
            opponent = next(name for each, name in names.items() if each != player)
            facts: dict[str, str | int] = {"path": path, "game": game, "opponent": opponent}
            key = f"{FOLLOW} {player} {now():%Y%m%d%H}"
            await self._tell(follower, FOLLOW, key, {**facts, "player": names[player]})

    async def _tell(
        self,
        account: int,
        kind: str,
        key: str,
        facts: dict[str, str | int],
        by: int | None = None,
    ) -> None:
        try:
            is_new = await asyncio.to_thread(self.store.add, account, kind, key, facts, by)
        except OutwitError as error:
            event("notice lost", logging.WARNING, kind=kind, error=str(error))
            return
        if is_new:
            self._hub.publish(of_account(account), {"type": NOTICE})

    async def _done(self, account: int, prefix: str) -> None:
        await asyncio.to_thread(self.store.read_about, account, prefix)
