"""Presence of accounts: a page that waits for games is open, or a program listens.

Processes that share a database exchange this every few seconds.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from secrets import token_hex

from outwit.server.base.tasks import Tasks
from outwit.server.news.hub import ACCOUNT, Hub, Message, of_account

PRESENCE = "presence"
# Seconds between two messages of a process, and seconds for which a message counts.
SECONDS, BELIEVED_SECONDS = 5.0, 16.0
# Most accounts in one message.
MOST_TOLD = 300


class Presence:
    """Tracks which accounts are present, in this process or another."""

    def __init__(self, hub: Hub, clock: Callable[[], float] = time.monotonic) -> None:
        self.hub = hub
        self.clock = clock
        self._process = token_hex(8)
        # When another process last reported an account as present.
        self._heard: dict[int, float] = {}
        self._tasks = Tasks()

    def begin(self) -> None:
        """Start sending and receiving."""
        self._tasks.keep("presence", self._run)

    async def close(self) -> None:
        """Stop sending."""
        await self._tasks.close()

    def is_present(self, account: int) -> bool:
        """Tell whether an account is present."""
        if self.hub.listeners(of_account(account)):
            return True
        return self.clock() - self._heard.get(account, float("-inf")) < BELIEVED_SECONDS

    def tell(self) -> None:
        """Send the accounts present in this process to the others."""
        there = [
            int(channel.removeprefix(ACCOUNT))
            for channel in self.hub.channels()
            if channel.startswith(ACCOUNT)
        ]
        for start in range(0, len(there), MOST_TOLD):
            accounts = there[start : start + MOST_TOLD]
            self.hub.publish(PRESENCE, {"from": self._process, "accounts": accounts})

    def hear(self, message: Message) -> None:
        """Note the accounts present in another process."""
        if message["from"] == self._process:
            return
        moment = self.clock()
        self._heard |= dict.fromkeys(message["accounts"], moment)

    def forget(self) -> None:
        """Forget accounts that were not reported for ``BELIEVED_SECONDS``."""
        since = self.clock() - BELIEVED_SECONDS
        self._heard = {account: at for account, at in self._heard.items() if at > since}

    async def _run(self) -> None:
        with self.hub.subscribe(PRESENCE) as news:
            while True:
                self.tell()
                self.forget()
                try:
                    async with asyncio.timeout(SECONDS):
                        while True:
                            self.hear(await news.get())
                except TimeoutError:
                    pass
