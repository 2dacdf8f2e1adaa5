"""What is on its way to one browser."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

import orjson
from fastapi import WebSocket, WebSocketDisconnect

from outwit.server.base.metrics import DROPPED
from outwit.server.base.tasks import Tasks
from outwit.server.values.state import Seen, State

# Messages queued for a browser before it is disconnected as too slow.
MOST_WAITING = 100


class Outbox:
    """Sends messages in order, in a task of its own: nobody else waits for a slow browser.

    Of states that wait, only the last is sent; to a browser that asks for it, as what has changed
    since the last one that was sent.
    """

    def __init__(self, socket: WebSocket, *, changes: bool = False) -> None:
        self._socket = socket
        self._changes = changes
        self._last: Seen | None = None
        self._messages: deque[dict[str, Any]] = deque()
        self._wake = asyncio.Event()
        self._tasks = Tasks()
        # How Starlette says that a browser has gone.
        gone = WebSocketDisconnect, RuntimeError, OSError
        self._task = self._tasks.start("outbox", self._run(), gone)

    async def send(self, message: dict[str, Any]) -> None:
        """Take a message; raise OSError if the browser has gone."""
        if self._messages and isinstance(message, State):
            self._messages = deque(each for each in self._messages if not isinstance(each, State))
        if not self._task.done() and len(self._messages) >= MOST_WAITING:
            DROPPED.labels("game").inc()
            self._messages.clear()
            self._task.cancel()
        if self._task.done() or self._task.cancelling():
            raise ConnectionResetError("the browser has gone")
        self._messages.append(message)
        self._wake.set()

    async def close(self) -> None:
        """Stop sending. Whoever waits for it may be cancelled."""
        await self._tasks.close()

    async def join(self, other: asyncio.Task[Any]) -> None:
        """Wait until nothing can be sent any more, or another task ends."""
        await asyncio.wait((self._task, other), return_when=asyncio.FIRST_COMPLETED)

    async def _run(self) -> None:
        while True:
            while self._messages:
                await self._socket.send_text(self._text_of(self._messages.popleft()))
            self._wake.clear()
            await self._wake.wait()

    def _text_of(self, message: dict[str, Any]) -> str:
        """Return a message as it is sent."""
        if not isinstance(message, State):
            return orjson.dumps(message).decode()
        if not self._changes:
            return message.text
        last, self._last = self._last, message.seen
        return message.text_after(last)
