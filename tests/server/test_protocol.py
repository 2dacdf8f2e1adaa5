"""Requests whose headers do not come are not waited for."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from uvicorn import Config
from uvicorn.server import ServerState

from outwit.server.protocol import PatientProtocol

WHOLE = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Answer after a while, longer than headers may take."""
    await asyncio.sleep(0.5)
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body"})


async def answer(*parts: bytes) -> bytes:
    """Send some bytes, and return all that comes until the connection is closed."""
    config = Config(app, http=PatientProtocol, log_config=None, timeout_keep_alive=1)
    config.load()

    def new() -> PatientProtocol:
        return PatientProtocol(config, ServerState(), {})

    server = await asyncio.get_running_loop().create_server(new, "127.0.0.1", 0)
    async with server:
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        for part in parts:
            writer.write(part)
            await asyncio.sleep(0.05)
        async with asyncio.timeout(30):
            found = await reader.read()
        writer.close()
        return found


@pytest.mark.parametrize(
    ("parts", "answers"),
    [
        ((), 0),
        ((WHOLE[:10],), 0),
        ((WHOLE[:10], WHOLE[10:20]), 0),
        ((WHOLE,), 1),
        ((WHOLE[:10], WHOLE[10:]), 1),
        ((WHOLE + WHOLE[:10],), 1),
        ((WHOLE + WHOLE,), 2),
    ],
)
def test_a_request_that_does_not_come_is_given_up_and_a_whole_one_answered(
    monkeypatch: pytest.MonkeyPatch, parts: tuple[bytes, ...], answers: int
) -> None:
    monkeypatch.setattr(PatientProtocol, "header_seconds", 0.3)
    assert asyncio.run(answer(*parts)).count(b"HTTP/1.1 204") == answers
