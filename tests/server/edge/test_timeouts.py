"""Requests whose headers or bodies do not come are not waited for."""

from __future__ import annotations

import asyncio
import re
import resource
from typing import Any

import pytest
from uvicorn import Config
from uvicorn.server import ServerState

from outwit.server.edge.limits import ClientLimits
from outwit.server.edge.timeouts import PatientProtocol, patient
from outwit.server.process import MOST_FILES, allow_connections
from tests.clock import run_jumping

WHOLE = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
POST = b"POST %s HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n"
CHUNKS = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Answer once the body is there, after a while that is longer than headers may take."""
    while scope["path"] != "/early" and (message := await receive()).get("more_body"):
        assert message["type"] == "http.request"
    if scope["method"] == "GET":
        await asyncio.sleep(0.5)
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body"})


async def answer(
    *parts: bytes, protocol: type[PatientProtocol] = PatientProtocol, application: Any = app
) -> bytes:
    """Send some bytes, and return all that comes until the connection is closed."""
    config = Config(application, http=protocol, log_config=None, timeout_keep_alive=1)
    config.load()

    def new() -> PatientProtocol:
        return protocol(config, ServerState(), {})

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
    assert run_jumping(answer(*parts)).count(b"HTTP/1.1 204") == answers


@pytest.mark.parametrize(
    ("parts", "statuses"),
    [
        ((WHOLE[:10],), [408]),
        ((WHOLE + WHOLE[:10],), [204, 408]),
        ((POST % b"/",), [408]),
        ((POST % b"/", *[b"x"] * 10), [408]),
        ((CHUNKS, *[b"1\r\nx\r\n"] * 10), [408]),
        ((POST % b"/" + b"x" * 99, b"x"), [204]),
        ((POST % b"/", *[b"x" * 10] * 10), [204]),
        ((POST % b"/" + b"x" * 100 + POST % b"/",), [204, 408]),
        ((POST % b"/early",), [204]),
    ],
)
def test_a_body_that_does_not_get_on_is_answered_with_408_and_the_connection_closed(
    monkeypatch: pytest.MonkeyPatch, parts: tuple[bytes, ...], statuses: list[int]
) -> None:
    # The parts come every 50 ms: 10 bytes are quick enough, one byte is not.
    limits = ClientLimits(header_seconds=0.3, body_seconds=0.3, body_rate=100)
    found = run_jumping(answer(*parts, protocol=patient(limits)))
    assert [int(each) for each in re.findall(rb"HTTP/1.1 (\d+)", found)] == statuses
    if 408 in statuses:
        assert b"connection: close" in found.lower()


def test_a_request_that_was_given_up_is_over_for_the_application() -> None:
    told: list[str] = []

    async def listen(scope: Any, receive: Any, send: Any) -> None:
        told.append((await receive())["type"])
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})

    limits = ClientLimits(body_seconds=0.1)
    found = run_jumping(answer(POST % b"/", protocol=patient(limits), application=listen))
    assert (told, found.count(b"HTTP/1.1"), b" 408 " in found) == (["http.disconnect"], 1, True)


def test_a_portal_may_open_as_many_connections_as_the_system_permits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    set_to: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "setrlimit", lambda _, pair: set_to.append(pair))
    for soft, hard in ((1_024, 4_096), (1_024, 1 << 20), (1_024, resource.RLIM_INFINITY)):
        monkeypatch.setattr(resource, "getrlimit", lambda _, pair=(soft, hard): pair)
        allow_connections()
    assert [pair[0] for pair in set_to] == [4_096, MOST_FILES, MOST_FILES]
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1 << 20, 1 << 20))
    allow_connections()
    assert len(set_to) == 3
