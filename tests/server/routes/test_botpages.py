"""The pages of bots and of the API."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import insert

from outwit.server.app import create_app
from outwit.server.edge.settings import Settings
from outwit.server.portal import Portal, portal_of
from outwit.storage.botplays import Plays
from outwit.storage.stored import NewGame, StoredSeat
from outwit.storage.tables import Ratings
from tests.server.routes.test_playing import HERE
from tests.server.routes.test_playing import token as csrf_of
from tests.storage.conftest import WEAK

pytestmark = pytest.mark.compiled_only


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    settings = Settings(f"sqlite:///{tmp_path / 'portal.db'}")
    with TestClient(create_app(settings), follow_redirects=True) as client:
        portal_of(client.app).accounts.hasher = WEAK  # type: ignore[arg-type]
        yield client


@pytest.fixture
def portal(client: TestClient) -> Portal:
    return portal_of(client.app)  # type: ignore[arg-type]


def send(client: TestClient, path: str, **fields: str) -> tuple[int, str]:
    """Send a form and return status and page."""
    answer = client.post(path, data={"csrf": csrf_of(client), **fields})
    return answer.status_code, answer.text


def register(client: TestClient, name: str) -> None:
    client.cookies.clear()
    assert send(client, "/register", name=name, password="correct horse")[0] == 200


def test_a_person_makes_a_bot_and_its_token_works(client: TestClient, portal: Portal) -> None:
    register(client, "Ada")
    assert "Engine-9" in send(client, "/bots", name="Engine-9")[1]
    answer = client.post(
        "/bots/tokens", data={"csrf": csrf_of(client), "bot": "engine-9", "name": "<b>laptop</b>"}
    )
    assert answer.headers["cache-control"] == "no-store"
    assert "&lt;b&gt;laptop" in answer.text
    (secret,) = set(re.findall(r"outwit_[\w-]+", answer.text))
    assert f'curl -H "Authorization: Bearer {secret}" http://testserver/api' in answer.text
    page = client.get("/bots").text
    assert secret not in page
    headers = {"Authorization": f"Bearer {secret}"}
    client.cookies.clear()
    found = client.get("/api/account", headers=headers).json()
    assert (found["username"], found["title"], found["owner"]) == ("Engine-9", "BOT", "Ada")


def test_a_revoked_token_works_no_more(client: TestClient, portal: Portal) -> None:
    register(client, "Ada")
    send(client, "/bots", name="Engine-9")
    _, page = send(client, "/bots/tokens", bot="Engine-9")
    (secret,) = set(re.findall(r"outwit_[\w-]+", page))
    found = portal.tokens.find(secret)
    assert found is not None
    page = send(client, "/bots/tokens/revoke", bot="Engine-9", token=str(found.id))[1]
    assert "Revoke" not in page
    assert portal.tokens.find(secret) is None


def test_only_the_owner_has_a_bots_tokens(client: TestClient, portal: Portal) -> None:
    register(client, "Ada")
    send(client, "/bots", name="Engine-9")
    send(client, "/bots/tokens", bot="Engine-9")
    bot = portal.accounts.find("engine-9")
    assert bot is not None
    (kept,) = portal.tokens.list(bot.id)
    register(client, "Eve")
    assert "Engine-9" not in client.get("/bots").text
    assert send(client, "/bots/tokens", bot="Engine-9")[0] == 403
    assert send(client, "/bots/tokens", bot="Ada")[0] == 403
    assert send(client, "/bots/tokens/revoke", bot="Engine-9", token=str(kept.id))[0] == 403
    # Not even by way of an account of one's own.
    send(client, "/bots/tokens/revoke", bot="Eve", token=str(kept.id))
    assert portal.tokens.list(bot.id) == (kept,)


def test_guests_and_forged_forms_make_no_bots(client: TestClient, portal: Portal) -> None:
    assert "/login?next=/bots" in client.get("/bots").text
    assert send(client, "/bots", name="Engine-9")[0] == 403
    register(client, "Ada")
    for path in ("/bots", "/bots/tokens", "/bots/tokens/revoke"):
        data = {"csrf": "0" * 32, "name": "Engine-9", "bot": "Ada", "token": "1"}
        assert client.post(path, data=data).status_code == 403, path
    assert portal.accounts.find("engine-9") is None


@pytest.mark.parametrize("name", ["", "x", "<script>", "Ada", "admin", "level3", "a b", "\0\0\0"])
def test_a_bad_name_is_explained_and_kept(client: TestClient, name: str) -> None:
    register(client, "Ada")
    status, page = send(client, "/bots", name=name)
    assert status in (400, 422)
    assert "<script>" not in page


def test_a_bot_online_can_be_challenged(client: TestClient, portal: Portal) -> None:
    bot = portal.accounts.make_bot(portal.accounts.guest().id, "Engine-9")
    assert "No bot is connected" in client.get("/bots").text
    portal.accounts.see(bot.id)
    assert 'href="/play/ataxx?name=Engine-9"' in client.get("/bots").text


def test_bots_online_are_offered_in_the_form_of_the_games_they_play(
    client: TestClient, portal: Portal
) -> None:
    link = 'href="/play/ataxx?name=Engine-9">Engine-9 (1500?)</a>'
    bot = portal.accounts.make_bot(portal.accounts.guest().id, "Engine-9")
    assert "Bots online" not in client.get("/play/ataxx").text
    portal.accounts.see(bot.id)
    assert 'name=Engine-9">Engine-9</a>' in client.get("/play/ataxx").text
    with portal.ratings.database.session() as connection:
        values = {"account": bot.id, "game": "ataxx", "time_class": "blitz", "games": 3}
        figures = {"rating": 1500.0, "deviation": 350.0, "volatility": 0.06}
        connection.execute(insert(Ratings).values(**values, **figures))
    assert link in client.get("/play/ataxx").text
    portal.accounts.declare(bot.id, Plays(games=("push",)))
    assert "Engine-9" not in client.get("/play/ataxx").text
    assert "Engine-9" in client.get("/play/push").text


def test_the_page_says_how_to_install_outwit_and_that_a_token_comes_next(
    client: TestClient,
) -> None:
    register(client, "Ada")
    page = send(client, "/bots", name="Engine-9")[1]
    assert "make build\n. .venv/bin/activate" in page
    assert "Next: make a token" in page
    assert "Next: make a token" not in send(client, "/bots/tokens", bot="Engine-9")[1]


def test_the_page_of_the_api_has_every_operation(client: TestClient) -> None:
    schema = client.get("/api/openapi.json").json()
    page = client.get("/api").text
    for path, methods in schema["paths"].items():
        assert f"<code>/api{path}</code>" in page
        for about in methods.values():
            assert f'id="{about["operationId"]}"' in page
    assert "default-src 'self'" in client.get("/api").headers["content-security-policy"]


def test_an_account_that_became_a_bot_only_watches_on_pages(
    client: TestClient, portal: Portal
) -> None:
    register(client, "Ada")
    ada = portal.accounts.find("Ada")
    assert ada is not None
    portal.accounts.upgrade(ada.id)
    assert send(client, "/play", game="ataxx", level="1")[0] == 403
    assert "Ada" in client.get("/bots").text
    seats = StoredSeat("Ada", ada.id), StoredSeat("level 1", None, "level 1")
    key = portal.games.create(NewGame("ataxx", seats))
    with client.websocket_connect(f"/ws/g/{key}", headers=HERE) as socket:
        assert socket.receive_json()["you"] is None
        socket.send_json({"t": "move", "n": 0, "m": "b7"})
        assert socket.receive_json()["code"] == "not-your-turn"
