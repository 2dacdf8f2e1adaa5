"""Tells accounts what is new: stored, shown in open pages, and sent where they want it.

Call ``tell`` from anywhere above; the sentence of each kind is in ``noticewords.html``, and a new
kind is one line in ``storage/noticechoices.py``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any

from outwit.server.base.tasks import Tasks
from outwit.server.news.hub import Hub, of_account
from outwit.storage.notices import NoticeStore
from outwit.storage.relations import FOLLOW, RelationStore
from outwit.storage.tables import now

# The type of the messages to the pages of an account that a notice is new, or that some are read.
NOTICE = "notice"
# Most tries to store a notice, with growing pauses.
TRIES = 4
# Most seconds that the end of a process waits for notices to be stored.
CLOSE_SECONDS = 5.0


class Notices:
    """Tells accounts what is new, without delaying the caller."""

    def __init__(self, store: NoticeStore, hub: Hub) -> None:
        self.store = store
        self._hub = hub
        self._relations = RelationStore(store.database)
        self._tasks = Tasks()
        # The last task for each account.
        self._last: dict[int, asyncio.Task[None]] = {}

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
            work = partial(self._tell, account, kind, key, {"path": path, **facts}, by)
            run = self._in_turn(account, work)
            self._note(account, self._tasks.keep("tell notice", run, TRIES))

    def tell_followers(
        self, players: tuple[int, ...], names: tuple[str, ...], *, path: str, game: str
    ) -> None:
        """Tell those who follow a player, once an hour for each, that a game of theirs begins."""
        named = dict(zip(players, names, strict=True))
        work = partial(self._tell_followers, named, path, game, f"{now():%Y%m%d%H}")
        self._tasks.keep("tell followers", work, TRIES)

    def done(self, account: int | None, prefix: str) -> None:
        """Mark all notices as read whose key begins with ``prefix``: what they ask for is done."""
        if account is not None:
            work = partial(self._done, account, prefix)
            run = self._in_turn(account, work)
            self._note(account, self._tasks.keep("end notices", run, TRIES))

    async def join(self) -> None:
        """Wait until all that was told is stored."""
        await self._tasks.join()

    async def close(self) -> None:
        """Store what was told, and end; give up what the database does not accept in time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._tasks.join()
        await self._tasks.close()

    def _in_turn(
        self, account: int, work: Callable[[], Awaitable[None]]
    ) -> Callable[[], Coroutine[Any, Any, None]]:
        """Let work wait for all before it for an account: a notice is stored, then read."""
        before = self._last.get(account)

        async def run() -> None:
            if before is not None and not before.done():
                await asyncio.wait((before,))
            await work()

        return run

    def _note(self, account: int, task: asyncio.Task[None]) -> None:
        self._last[account] = task
        task.add_done_callback(partial(self._forget, account))

    def _forget(self, account: int, task: asyncio.Task[None]) -> None:
        if self._last.get(account) is task:
            del self._last[account]

    async def _tell_followers(self, names: dict[int, str], path: str, game: str, hour: str) -> None:
        pairs = await asyncio.to_thread(self._relations.followers, tuple(names))
        for follower, player in pairs:
            opponent = next(name for each, name in names.items() if each != player)
            facts: dict[str, str | int] = {"path": path, "game": game, "opponent": opponent}
            key = f"{FOLLOW} {player} {hour}"
            await self._tell(follower, FOLLOW, key, {**facts, "player": names[player]})

    async def _tell(
        self,
        account: int,
        kind: str,
        key: str,
        facts: dict[str, str | int],
        by: int | None = None,
    ) -> None:
        if await asyncio.to_thread(self.store.add, account, kind, key, facts, by):
            self._hub.publish(of_account(account), {"type": NOTICE})

    async def _done(self, account: int, prefix: str) -> None:
        await asyncio.to_thread(self.store.read_about, account, prefix)
