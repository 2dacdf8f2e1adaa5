"""Sends the messages of the queue, one after the other."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any

from outwit.errors import NetworkFault, UsageError
from outwit.server.base.logs import event
from outwit.server.base.tasks import Tasks, report
from outwit.storage.outgoing import Message, OutgoingStore

# Seconds between two looks into the queue: other processes add messages without a word.
LOOK_SECONDS = 5.0

# Sends the content of a message, in a thread, and returns when to come again with it, None if it
# is done. Raises NetworkFault if another try may help, and UsageError if none will.
Deliver = Callable[[dict[str, Any]], datetime | None]


class Sender:
    """Sends messages by their channel; a message whose channel nobody serves waits."""

    def __init__(self, store: OutgoingStore, channels: Mapping[str, Deliver]) -> None:
        self.store = store
        self.channels = channels
        self._tasks = Tasks()
        self._wake = asyncio.Event()

    def begin(self) -> None:
        """Begin to send."""
        self._tasks.keep("send messages", self._run)

    def wake(self) -> None:
        """Look into the queue now."""
        self._wake.set()

    async def close(self) -> None:
        """End; a message that is being sent is left to its thread."""
        await self._tasks.close()

    async def send_due(self) -> int:
        """Send all messages that are due; return how many were tried."""
        tried = 0
        while await asyncio.to_thread(self._send_next):
            tried += 1
        return tried

    def _send_next(self) -> bool:
        """Send the next message that is due; return False if there is none.

        The whole runs in one thread: a task that ends meanwhile leaves no claimed message unsent.
        """
        message = self.store.claim()
        if message is not None:
            self._send(message)
        return message is not None

    def _send(self, message: Message) -> None:
        try:
            again = self.channels[message.channel](message.content)
        except NetworkFault as error:
            is_kept = self.store.release(message)
            fields = {"channel": message.channel, "tries": message.tries, "error": str(error)}
            said = "message waits" if is_kept else "message given up"
            event(said, logging.WARNING, **fields)
        except UsageError as error:
            self.store.finish(message)
            event("message refused", logging.WARNING, channel=message.channel, error=str(error))
        except Exception as error:  # noqa: BLE001  # one bad message must not stop the others
            report("send a message", error)
            self.store.release(message)
        else:
            if again is None:
                self.store.finish(message)
            else:
                self.store.postpone(message, again)

    async def _run(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._wake.wait()
            self._wake.clear()
            await self.send_due()
