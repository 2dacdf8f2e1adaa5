"""Requests to a portal: none that changes something is sent twice by the connection itself."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from threading import Thread

import pytest

from outwit.client.connection import Connection
from outwit.errors import NetworkFault

ANSWER = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
# What the portal does after it has read a request.
ANSWERS, CLOSES, ANSWERS_AND_CLOSES = "answers", "closes", "answers and closes"


class Portal:
    """Reads requests and does as it is told, one word for each."""

    def __init__(self, *script: str) -> None:
        self.script = list(script)
        self.heard: list[str] = []
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listening.getsockname()[1]}"
        self.thread = Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self) -> None:
        while self.script:
            connection, _ = self.listening.accept()
            with connection, connection.makefile("rb") as lines:
                while self.script and (first := lines.readline()):
                    while lines.readline().strip():
                        pass
                    self.heard.append(first.split()[0].decode())
                    word = self.script.pop(0)
                    if word != CLOSES:
                        connection.sendall(ANSWER)
                    if word != ANSWERS:
                        break

    def close(self) -> None:
        self.script.clear()
        # Whoever waits in accept is woken.
        with socket.create_connection(self.listening.getsockname(), 5):
            pass
        self.thread.join(10)
        self.listening.close()


@pytest.fixture
def portal(request: pytest.FixtureRequest) -> Iterator[Portal]:
    found = Portal(*request.param)
    yield found
    found.close()


@pytest.mark.parametrize("portal", [(ANSWERS, CLOSES, ANSWERS)], indirect=True)
def test_a_post_that_may_have_arrived_is_not_sent_again(portal: Portal) -> None:
    connection = Connection(portal.url, "token", timeout=10)
    connection.ask("GET", "/account")
    with pytest.raises(NetworkFault):
        connection.ask("POST", "/challenge/ann", {})
    assert portal.heard == ["GET", "POST"]
    connection.close()


@pytest.mark.parametrize("portal", [(ANSWERS, CLOSES, ANSWERS)], indirect=True)
def test_a_question_is_asked_again_on_a_new_connection(portal: Portal) -> None:
    connection = Connection(portal.url, "token", timeout=10)
    for _ in range(2):
        connection.ask("GET", "/account")
    assert portal.heard == ["GET", "GET", "GET"]
    connection.close()


@pytest.mark.parametrize("portal", [(ANSWERS_AND_CLOSES, ANSWERS)], indirect=True)
def test_a_post_takes_no_connection_that_the_portal_has_closed(portal: Portal) -> None:
    connection = Connection(portal.url, "token", timeout=10)
    connection.ask("GET", "/account")
    # Its end has arrived.
    (kept,) = connection._idle
    assert kept.sock.recv(1, socket.MSG_PEEK) == b""
    connection.ask("POST", "/challenge/ann", {})
    assert portal.heard == ["GET", "POST"]
    connection.close()
