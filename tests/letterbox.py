"""A mail server on this machine that keeps what it gets."""

from __future__ import annotations

import re
import socketserver
import time
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from threading import Thread
from typing import Self

from outwit.server.edge.mailsettings import MailSettings

SITE = "http://testserver"
PATIENCE = 10.0


class Letterbox(socketserver.ThreadingTCPServer):
    """An SMTP server. The next letters get the answers in ``refusals``, such as 451 or 550."""

    allow_reuse_address = daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Session)
        self.letters: list[EmailMessage] = []
        self.refusals: list[int] = []
        self._thread = Thread(target=self.serve_forever, args=(0.02,))

    @property
    def settings(self) -> MailSettings:
        port = self.server_address[1]
        return MailSettings("127.0.0.1", port, "Outwit <games@example.org>", SITE)

    def wait(self, count: int) -> list[EmailMessage]:
        """Wait until there are so many letters, and return all."""
        deadline = time.monotonic() + PATIENCE
        while len(self.letters) < count and time.monotonic() < deadline:
            time.sleep(0.01)
        assert len(self.letters) == count, [letter["Subject"] for letter in self.letters]
        return self.letters

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self.server_close()
        self._thread.join()


class Session(socketserver.StreamRequestHandler):
    """One conversation by RFC 5321."""

    server: Letterbox

    def handle(self) -> None:
        self.say("220 letterbox")
        while line := self.rfile.readline().strip().decode():
            verb = line.split()[0].upper()
            if verb == "DATA":
                self.say("354 go on")
                self.take()
            elif verb == "QUIT":
                self.say("221 bye")
                return
            elif verb == "RCPT" and self.server.refusals:
                self.say(f"{self.server.refusals.pop(0)} no")
            else:
                self.say("250 letterbox")

    def take(self) -> None:
        lines = []
        while (line := self.rfile.readline()) != b".\r\n":
            lines.append(line.removeprefix(b"."))
        self.server.letters.append(message_from_bytes(b"".join(lines), policy=default))
        self.say("250 taken")

    def say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


def text_of(letter: EmailMessage) -> str:
    """Return the text of a letter."""
    text = letter.get_content()
    assert isinstance(text, str)
    return text


def link_in(letter: EmailMessage) -> str:
    """Return the path of the link in a letter."""
    found = re.search(rf"{SITE}(/\S+)", text_of(letter))
    assert found is not None
    return found[1]
