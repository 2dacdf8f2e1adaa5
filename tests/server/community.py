"""What tests of people's pages share: a portal, and who is at the browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookies import SimpleCookie
from pathlib import Path

from argon2 import PasswordHasher
from fastapi import Response
from fastapi.testclient import TestClient
from httpx2 import Response as Answer

from outwit.server.app import create_app
from outwit.server.edge.identity import COOKIE
from outwit.server.edge.settings import Settings
from outwit.server.portal import Portal, portal_of
from outwit.storage.accounts import Account
from outwit.storage.stored import NewGame, StoredSeat

PASSWORD = "correct horse"
# Quick, and far too weak for anything but tests.
WEAK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


class Community:
    """A portal and one browser, at which one person sits after another."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.portal: Portal = portal_of(client.app)  # type: ignore[arg-type]
        self.portal.accounts.hasher = WEAK

    def person(self, name: str, is_bot: bool = False) -> Account:
        """Make an account."""
        return self.portal.accounts.register(name, PASSWORD, is_bot)

    def sit(self, account: Account | None) -> None:
        """Let somebody take the browser, a stranger for None."""
        self.client.cookies.clear()
        if account is not None:
            answer = Response()
            self.portal.identity.remember(answer, account.id)
            cookie = SimpleCookie(answer.headers["set-cookie"])[COOKIE]
            self.client.cookies.set(COOKIE, cookie.value)

    def page(self, path: str, status: int = 200) -> str:
        """Return a page."""
        answer = self.client.get(path)
        assert answer.status_code == status, answer.text
        return answer.text

    def post(self, path: str, **fields: str) -> Answer:
        """Send a form as a page of ours would."""
        found = re.search(r'name="csrf" value="(\w+)"', self.client.get("/play/ataxx").text)
        assert found is not None
        return self.client.post(path, data={"csrf": found[1], **fields})

    def begin(self, **fields: str) -> str:
        """Begin a game of Ataxx and return its id."""
        answer = self.post("/play", **{"game": "ataxx", **fields})
        assert answer.status_code == 200, answer.text
        return str(answer.url).rpartition("/")[2]

    def over(self, first: Account, second: Account, result: str = "1-0", **more: object) -> str:
        """Store a finished game of two accounts."""
        seats = StoredSeat(first.name, first.id), StoredSeat(second.name, second.id)
        new = NewGame("ataxx", seats, time_control="300+3").replace(**more)
        key = self.portal.games.create(new)
        sentence = "Red wins: Blue resigned" if result == "1-0" else "Blue wins: Red resigned"
        self.portal.games.finish(key, result, "resigned", sentence)
        return key


@contextmanager
def community(folder: Path) -> Iterator[Community]:
    """Start a portal on the database in a folder, a new one if there is none."""
    app = create_app(Settings(f"sqlite:///{folder / 'portal.db'}"))
    with TestClient(app, follow_redirects=True) as client:
        yield Community(client)
