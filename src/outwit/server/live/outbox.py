"""The queue of messages to one browser."""

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
    """Sends messages in order, in a separate task: a slow browser delays no other.

    Of several queued states only the last is sent. A browser that asks for changes gets the
    difference from the last state that was sent.
    """

    def __init__(self, socket: WebSocket, *, changes: bool = False) -> None:
        self._socket = socket
        self._changes = changes
        self._last: Seen | None = None
        self._messages: deque[dict[str, Any]] = deque()
        self._wake = asyncio.Event()
        self._tasks = Tasks()
        # Starlette's errors for a disconnected browser.
        gone = WebSocketDisconnect, RuntimeError, OSError
        self._task = self._tasks.start("outbox", self._run(), gone)

    async def send(self, message: dict[str, Any]) -> None:
        """Queue a message; raise OSError if the browser has disconnected."""
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
        """Stop sending; the caller may be cancelled meanwhile."""
        await self._tasks.close()

    async def join(self, other: asyncio.Task[Any]) -> None:
        """Wait until sending ends, or another task ends."""
        await asyncio.wait((self._task, other), return_when=asyncio.FIRST_COMPLETED)

    async def _run(self) -> None:
        while True:
            while self._messages:
                await self._socket.send_text(self._text_of(self._messages.popleft()))
            self._wake.clear()
            await self._wake.wait()

    def _text_of(self, message: dict[str, Any]) -> str:
        """Return a message in its wire format."""
        if not isinstance(message, State):
            return orjson.dumps(message).decode()
        if not self._changes:
            return message.text
        last, self._last = self._last, message.seen
        return message.text_after(last)
