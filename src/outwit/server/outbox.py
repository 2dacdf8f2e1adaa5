"""What is on its way to one browser."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

import orjson
from fastapi import WebSocket

from outwit.server.room import State

# Whoever reads so slowly that more messages wait has gone.
MOST_WAITING = 100


class Outbox:
    """Sends messages in order, in a task of its own: nobody else waits for a slow browser.

    Of states that wait, only the last is sent.
    """

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._messages: deque[dict[str, Any]] = deque()
        self._wake = asyncio.Event()
        self._task = asyncio.create_task(self._run())

    async def send(self, message: dict[str, Any]) -> None:
        """Take a message; raise OSError if the browser has gone."""
        if self._messages and isinstance(message, State):
            self._messages = deque(each for each in self._messages if not isinstance(each, State))
        if self._task.done() or len(self._messages) >= MOST_WAITING:
            raise ConnectionResetError("the browser has gone")
        self._messages.append(message)
        self._wake.set()

    async def close(self) -> None:
        """Stop sending. Whoever waits for it may be cancelled."""
        self._task.cancel()
        # Not gather: it would raise the task's own cancellation in place of one from outside, which
        # the cancel scope that sent it would not know again.
        await asyncio.wait([self._task])
        if not self._task.cancelled():
            self._task.exception()

    async def _run(self) -> None:
        while True:
            while self._messages:
                await self._socket.send_text(text_of(self._messages.popleft()))
            self._wake.clear()
            await self._wake.wait()


def text_of(message: dict[str, Any]) -> str:
    """Return a message as it is sent."""
    return message.text if isinstance(message, State) else orjson.dumps(message).decode()
