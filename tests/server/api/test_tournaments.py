"""Bots in tournaments."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from outwit.server.portal import Portal
from outwit.storage.classes import NewClass
from outwit.storage.progress import SWISS, NewTournament
from outwit.storage.tables import now
from tests.server.api.conftest import Headers, post

pytestmark = pytest.mark.compiled_only


@pytest.fixture
def key(portal: Portal, owner: int) -> str:
    """Make a tournament to come."""
    new = NewTournament("Spring", SWISS, "ataxx", "60+1", owner, now(), rounds=3)
    return portal.tournaments.create(new)


def names(portal: Portal, key: str) -> set[str]:
    """Return who takes part."""
    return {each.name for each in portal.tournaments.load(key).field}


def test_a_bot_finds_a_tournament_joins_and_withdraws(
    client: TestClient, portal: Portal, ann: Headers, bob: Headers, key: str
) -> None:
    found = client.get("/api/tournament").json()
    assert [each["name"] for each in found["created"]] == ["Spring"]
    assert found["started"] == found["finished"] == []
    for bot in (ann, bob):
        assert post(client, f"tournament/{key}/join", bot) == (200, "")
    shown = client.get(f"/api/tournament/{key}", headers=ann).json()
    assert (shown["system"], shown["nbPlayers"], shown["status"]) == ("swiss", 2, "created")
    assert shown["timeControl"]["limit"] == 60
    assert post(client, f"tournament/{key}/withdraw", bob) == (200, "")
    assert names(portal, key) == {"Ann-bot"}
    assert post(client, f"tournament/{key}/withdraw", bob) == (403, "not-allowed")


def test_nobody_joins_without_a_token_or_what_is_not_there(
    client: TestClient, portal: Portal, ann: Headers, key: str
) -> None:
    assert client.post(f"/api/tournament/{key}/join").status_code == 401
    assert post(client, "tournament/00000000/join", ann)[0] in (400, 404)
    assert names(portal, key) == set()


def test_a_night_of_a_class_is_not_there_for_others(
    client: TestClient, portal: Portal, owner: int, ann: Headers
) -> None:
    of_class = portal.classes.create(NewClass("Spring", owner, "ataxx", "60+0", 2))
    new = NewTournament("Night", SWISS, "ataxx", "60+0", owner, now(), class_id=of_class)
    night = portal.tournaments.create_night(new, [owner], [])
    assert night is not None
    assert post(client, f"tournament/{night}/join", ann) == (404, "not-found")
    assert client.get(f"/api/tournament/{night}", headers=ann).status_code == 404
