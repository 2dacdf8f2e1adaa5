"""A portal with two bots that have tokens."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from outwit.server.app import create_app
from outwit.server.edge.settings import Settings
from outwit.server.portal import Portal, portal_of
from tests.server.conftest import NAME
from tests.storage.conftest import WEAK

Headers = dict[str, str]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(f"sqlite:///{tmp_path / NAME}"))) as client:
        portal_of(client.app).accounts.hasher = WEAK  # type: ignore[arg-type]
        yield client


@pytest.fixture
def portal(client: TestClient) -> Portal:
    return portal_of(client.app)  # type: ignore[arg-type]


@pytest.fixture
def owner(portal: Portal) -> int:
    """Return the account that owns the bots: a guest will do, and needs no slow password."""
    return portal.accounts.guest().id


def make_bot(portal: Portal, owner: int, name: str) -> Headers:
    """Make a bot and return the headers of its requests."""
    bot = portal.accounts.make_bot(owner, name)
    return {"Authorization": f"Bearer {portal.tokens.create(bot.id, 'test')}"}


@pytest.fixture
def ann(portal: Portal, owner: int) -> Headers:
    return make_bot(portal, owner, "Ann-bot")


@pytest.fixture
def bob(portal: Portal, owner: int) -> Headers:
    return make_bot(portal, owner, "Bob-bot")


def challenge(client: TestClient, by: Headers, to: str, **terms: Any) -> str:
    """Challenge somebody and return the game's id."""
    answer = client.post(f"/api/challenge/{to}", headers=by, json={"game": "ataxx", **terms})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["id"])


@pytest.fixture
def game(client: TestClient, ann: Headers, bob: Headers) -> str:
    """Return a game of Ann, who begins, and Bob."""
    key = challenge(client, ann, "bob-bot", color="first")
    assert client.post(f"/api/challenge/{key}/accept", headers=bob).json() == {"ok": True}
    return key


def post(client: TestClient, path: str, headers: Headers, **body: Any) -> tuple[int, str]:
    """Post something and return status and code."""
    answer = client.post(f"/api/{path}", headers=headers, json=body or None)
    return answer.status_code, answer.json().get("code", "")
