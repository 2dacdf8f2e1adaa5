"""A portal in a process of its own, which can be killed and started again."""

from __future__ import annotations

import os
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from outwit.client import Client
from outwit.storage.accounts import AccountStore
from outwit.storage.database import Database
from outwit.storage.tokens import TokenStore
from tests.nursery import Forked

# Seconds for a portal to start on a machine that has other things to do.
PATIENCE = 60.0


class LivePortal:
    """Runs ``outwit serve`` on a port and a database of its own, with settings if there are any."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.settings = settings
        self.database = f"sqlite:///{folder / 'portal.db'}"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        """Start it and wait until it answers."""
        words = ["serve", "--port", str(self.port), "--database", self.database]
        self.process = Forked(words, environment(**self.settings), stderr=sys.stderr.fileno())
        end = time.monotonic() + PATIENCE
        while True:
            with suppress(URLError, OSError), urlopen(f"{self.url}/health", timeout=5):
                return
            assert self.process.poll() is None, "the portal has ended"
            assert time.monotonic() < end, "the portal does not answer"
            time.sleep(0.05)

    def kill(self) -> None:
        """End it as a power failure would."""
        self.process.kill()
        self.process.wait()

    def token(self, name: str) -> str:
        """Make a bot and return a token of it."""
        with Database(self.database) as database:
            accounts = AccountStore(database)
            bot = accounts.make_bot(accounts.guest().id, name)
            return TokenStore(database).create(bot.id, "test")

    def client(self, name: str) -> Client:
        """Make a bot and return its client."""
        return Client(self.url, self.token(name))


def environment(**changes: str) -> dict[str, str]:
    """Return the environment of a process."""
    return {**os.environ, **changes}
