"""``outwit serve`` as a process: how it starts, and how it ends."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import sqlite3
import sys
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from outwit.cli.commands import run_command
from outwit.errors import StorageFault, UsageError
from tests.cli.command import outwit_process
from tests.nursery import Talking

pytestmark = pytest.mark.compiled_only


class Running:
    """A portal of its own, on a port that was free."""

    def __init__(self, folder: Path, *words: str, **environment: str) -> None:
        self.process = Talking(
            ["serve", "--port", "0", *words],
            {**os.environ, "OUTWIT_HOME": str(folder), **environment},
        )
        self.said = self.process.stdout.readline().decode()
        found = re.search(r"http://localhost:(\d+)", self.said)
        assert found is not None, self.said
        self.port = int(found[1])
        self.browser = httpx2.Client(base_url=found[0], timeout=30)

    def begin(self) -> str:
        """Begin a game against the strongest bot, which moves first; return its id."""
        page = self.browser.get("/").text
        csrf = re.search(r'name="csrf" value="(\w+)"', page)
        assert csrf is not None
        data = {"game": "advance", "csrf": csrf[1], "level": "10", "side": "1"}
        return self.browser.post("/play", data=data).headers["location"].rpartition("/")[2]

    def end(self, sign: signal.Signals = signal.SIGTERM) -> tuple[int, str, str]:
        """End it, and return its status, output and log."""
        self.process.send_signal(sign)
        out, err = self.process.communicate(timeout=30)
        assert self.process.returncode is not None
        return self.process.returncode, out.decode(), err.decode()


@contextmanager
def portal(folder: Path) -> Iterator[Running]:
    """Start a portal; it is gone afterwards."""
    started = Running(folder)
    try:
        yield started
    finally:
        started.browser.close()
        started.process.kill()
        started.process.communicate()


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    with portal(tmp_path) as started:
        yield started


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_in_good_order_though_a_bot_thinks_and_browsers_are_there(
    running: Running, sign: signal.Signals, tmp_path: Path
) -> None:
    assert running.said.startswith("Outwit is at http://localhost:")
    assert "Ctrl-C ends it" in running.said
    assert running.browser.get("/ready").text == "ready\n"
    key = running.begin()
    cookie = f"outwit={running.browser.cookies['outwit']}"
    with connect(
        f"ws://localhost:{running.port}/ws/g/{key}",
        additional_headers={"cookie": cookie},
        origin=Origin(f"http://localhost:{running.port}"),
    ) as wire:
        assert json.loads(wire.recv(timeout=30))["t"] == "state"
        status, out, err = running.end(sign)
        with pytest.raises(ConnectionClosed) as closed:
            deque(iter(lambda: wire.recv(timeout=30), None))
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
    assert status == 0
    assert out == "Outwit has ended. Games go on when it starts again.\n"
    assert "Traceback" not in err
    assert {json.loads(line)["level"] for line in err.splitlines()} == {"info"}
    with sqlite3.connect(tmp_path / "portal.db") as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    database.close()


def test_a_second_interrupt_ends_it_at_once(running: Running) -> None:
    # A request whose body never comes.
    with socket.create_connection(("localhost", running.port), timeout=30) as wire:
        wire.sendall(
            b"POST /play HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n"
            b"Content-Type: application/x-www-form-urlencoded\r\n\r\n"
        )
        assert running.browser.get("/health").status_code == 200
        running.process.send_signal(signal.SIGINT)
        while is_listening(running.port):
            time.sleep(0.02)
        status, out, _ = running.end(signal.SIGINT)
    assert (status, out) == (130, "")


def is_listening(port: int) -> bool:
    try:
        socket.create_connection(("localhost", port), timeout=30).close()
    except OSError:
        return False
    return True


HOSTILE = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 60_000 + b"\r\n\r\n",
    b"GET /" + b"x" * 60_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"\x16\x03\x01\x00garbage\r\n\r\n",
    b"GET /\0 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
)


def test_what_is_no_request_harms_nobody(running: Running) -> None:
    for given in HOSTILE:
        with socket.create_connection(("localhost", running.port), timeout=30) as wire:
            wire.sendall(given)
            assert wire.recv(10) in (b"HTTP/1.1 4", b""), given[:40]
        assert running.browser.get("/health").status_code == 200
    # A body that is announced too large is refused before it comes.
    with socket.create_connection(("localhost", running.port), timeout=30) as wire:
        wire.sendall(b"POST /play HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999999999\r\n\r\n")
        assert wire.recv(12) == b"HTTP/1.1 413"
    status, _, err = running.end()
    assert status == 0
    assert "Traceback" not in err


def serve(*words: str) -> None:
    """Run ``outwit serve``, which must fail before it listens."""
    run_command(["serve", "--port", "0", *words])


def test_a_port_that_is_taken_is_named_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        answer = outwit_process("serve", "--port", port, OUTWIT_HOME=str(tmp_path))
    assert (answer.status, answer.out) == (2, "")
    assert re.fullmatch(rf"outwit: cannot listen at 127.0.0.1:{port}: .*--port\n", answer.err)


def test_a_port_that_is_taken_leaves_the_database_as_it_is(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        new = f"sqlite:///{tmp_path / 'new.db'}"
        with pytest.raises(UsageError, match="cannot listen"):
            run_command(["serve", "--port", port, "--database", new])
    assert not (tmp_path / "new.db").exists()


def test_a_second_portal_on_the_same_file_is_refused_until_the_first_is_gone(
    running: Running, tmp_path: Path
) -> None:
    answer = outwit_process("serve", "--port", "0", OUTWIT_HOME=str(tmp_path))
    assert (answer.status, answer.out) == (2, "")
    number = running.process.pid
    assert re.fullmatch(
        rf"outwit: database .*portal.db is in use by process {number}: .*\n", answer.err
    )
    copy = tmp_path / "copy.db"
    assert outwit_process("database", "backup", str(copy), OUTWIT_HOME=str(tmp_path)).status == 0
    answer = outwit_process("database", "restore", str(copy), OUTWIT_HOME=str(tmp_path))
    assert (answer.status, "in use by process" in answer.err) == (2, True)
    running.process.kill()
    running.process.wait()
    with portal(tmp_path) as again:
        assert again.browser.get("/ready").status_code == 200


def test_a_database_that_cannot_be_opened_is_named_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "portal.db"
    file.write_bytes(b"this is no database" * 100)
    for url in (
        f"sqlite:///{file}",
        "sqlite:////proc/nowhere/x.db",
        "postgresql://x@127.0.0.1:1/x",
    ):
        with pytest.raises(StorageFault, match=r"^database [^\n]*$"):
            serve("--database", url)


def test_a_wrong_setting_is_named_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (
        ("OUTWIT_PROXY", "localhost"),
        ("OUTWIT_LIMIT_POSTS", "many"),
        ("OUTWIT_LIMIT_PSOTS", "1"),
        ("OUTWIT_LOG", "xml"),
    ):
        with monkeypatch.context() as changed:
            changed.setenv(name, value)
            with pytest.raises(UsageError, match=rf"^{name}[^\n]*$"):
                serve("--database", f"sqlite:///{tmp_path}/x.db")


def test_a_package_that_is_missing_is_named_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("outwit.server")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "fastapi", None)
    with pytest.raises(UsageError, match=r"^the portal needs fastapi: pip install '.*'$"):
        serve()


def test_a_socket_with_a_bad_token_is_refused_at_the_handshake(running: Running) -> None:
    with (
        pytest.raises(InvalidStatus) as refused,
        connect(
            f"ws://localhost:{running.port}/api/ws/event",
            additional_headers={"authorization": "Bearer outwit_wrong"},
        ),
    ):
        pass
    assert refused.value.response.status_code == 401
    assert json.loads(refused.value.response.body)["code"] == "bad-token"
    _, _, err = running.end()
    assert {json.loads(line)["level"] for line in err.splitlines()} == {"info"}
