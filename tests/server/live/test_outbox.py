"""What is on its way to one browser."""

from __future__ import annotations

import asyncio
from typing import Any

import anyio
import pytest

from outwit.server.live.outbox import Outbox


class Browser:
    """A socket that keeps what it is sent, or breaks."""

    def __init__(self, breaks: bool = False) -> None:
        self.breaks = breaks
        self.got: list[str] = []

    async def send_text(self, text: str) -> None:
        """Take one message."""
        if self.breaks:
            raise RuntimeError("the socket is closed")
        self.got.append(text)


def outbox_to(browser: Browser) -> Outbox:
    """Return an outbox; a browser needs no more than to take text."""
    socket: Any = browser
    return Outbox(socket)


def test_messages_come_in_order() -> None:
    browser = Browser()

    async def visit() -> None:
        outbox = outbox_to(browser)
        await outbox.send({"n": 1})
        await outbox.send({"n": 2})
        await asyncio.sleep(0.01)
        await outbox.close()

    asyncio.run(visit())
    assert browser.got == ['{"n":1}', '{"n":2}']


def test_a_browser_that_has_gone_is_told_nothing_more(caplog: pytest.LogCaptureFixture) -> None:
    async def visit() -> None:
        outbox = outbox_to(Browser(breaks=True))
        await outbox.send({"n": 1})
        await asyncio.sleep(0.01)
        with pytest.raises(ConnectionResetError):
            await outbox.send({"n": 2})
        await outbox.close()

    asyncio.run(visit())
    assert not caplog.records


def test_a_scope_that_is_cancelled_while_an_outbox_closes_ends_quietly() -> None:
    async def visit() -> bool:
        outbox = outbox_to(Browser())
        await asyncio.sleep(0)
        with anyio.CancelScope() as scope:
            asyncio.get_running_loop().call_soon(scope.cancel)
            await outbox.close()
        return scope.cancelled_caught

    assert asyncio.run(visit())
