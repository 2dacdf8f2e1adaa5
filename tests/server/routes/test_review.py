"""The review of a game: asked for after its end, computed once, and limited for each client."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from fastapi.testclient import TestClient

from outwit.server.jobs import analyses
from outwit.server.values import analysis
from outwit.server.values.analysis import GameAnalysis
from outwit.storage.stored import LINK
from tests.server.finished import finished_game, of
from tests.server.routes.test_playing import HERE, begin, portal, token, until

pytestmark = pytest.mark.compiled_only

JSON = {"accept": "application/json"}


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setattr(analysis, "NODES", 500)
    with portal(tmp_path) as client:
        yield client


def ask(client: TestClient, key: str, **headers: str) -> Any:
    data = {"csrf": token(client)}
    return client.post(f"/g/{key}/analysis", data=data, headers=headers or JSON)


def done(client: TestClient, key: str) -> dict[str, Any]:
    """Wait for an analysis and return it."""
    while True:
        found: dict[str, Any] = client.get(f"/g/{key}/analysis").json()
        if found["state"] != "running":
            return found
        time.sleep(0.01)


def test_a_game_that_goes_on_is_not_analysed_not_even_for_its_players(client: TestClient) -> None:
    key = begin(client, "ataxx", level="1")
    for answer in (client.get(f"/g/{key}/analysis"), ask(client, key)):
        assert answer.status_code == 403
        assert "when it is over" in answer.text
    assert of(client).running_analyses.progress(key) is None


def test_a_finished_game_is_analysed_once(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = finished_game(client)
    assert client.get(f"/g/{key}/analysis").json() == {"state": "none"}
    assert ask(client, key).status_code == 202
    found = done(client, key)
    assert found["state"] == "done"
    assert len(found["plies"]) == 7
    assert [player["accuracy"] is not None for player in found["players"]] == [True, True]

    def no_more(_: object) -> GameAnalysis:
        raise AssertionError("it is computed twice")

    monkeypatch.setattr(analyses, "GameAnalysis", no_more)
    assert ask(client, key).json() == found


def test_without_script_the_form_leads_back_to_the_game(client: TestClient) -> None:
    key = finished_game(client)
    answer = ask(client, key, accept="text/html")
    assert answer.url.path == f"/g/{key}"
    assert done(client, key)["state"] == "done"


def test_an_analysis_needs_the_token_of_a_page_of_ours(client: TestClient) -> None:
    key = finished_game(client)
    assert client.post(f"/g/{key}/analysis", data={"csrf": "0" * 32}).status_code == 403
    assert client.post(f"/g/{key}/analysis").status_code == 400
    assert client.get(f"/g/{key}/analysis").json() == {"state": "none"}


@pytest.mark.parametrize("key", ["nowhere1", "%00", "a" * 300])
def test_a_game_that_is_not_there_has_no_analysis(client: TestClient, key: str) -> None:
    assert client.get(f"/g/{key}/analysis").status_code == 404
    assert ask(client, key).status_code == 404


@pytest.fixture
def slow(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let analyses wait until the test is over."""
    go_on = Event()
    monkeypatch.setattr(GameAnalysis, "step", lambda _: go_on.wait(30))
    yield
    go_on.set()


@pytest.mark.usefixtures("slow")
def test_a_client_has_one_analysis_at_a_time(client: TestClient) -> None:
    begin(client, "ataxx", level="1")  # now there is an account
    first, second = finished_game(client), finished_game(client)
    assert ask(client, first).json() == {"state": "running", "done": 0, "of": 7}
    assert ask(client, first).status_code == 202
    refused = ask(client, second)
    assert refused.status_code == 403
    assert "wait until that is done" in refused.json()["message"]
    client.cookies.clear()
    assert ask(client, second).status_code == 202


@pytest.mark.usefixtures("slow")
def test_the_portal_has_so_many_analyses_at_a_time(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "MOST_RUNNING", 1)
    begin(client, "ataxx", level="1")
    assert ask(client, finished_game(client)).status_code == 202
    client.cookies.clear()
    assert "try again in a minute" in ask(client, finished_game(client)).json()["message"]


def test_a_link_shows_the_board_and_why_the_game_ended(client: TestClient) -> None:
    page = client.get(f"/g/{finished_game(client)}").text
    assert '<meta property="og:description" content="Blue wins: Red resigned">' in page
    assert 'content="http://testserver/g/' in page
    assert '.png">' in page
    assert "noindex" not in page


def test_what_only_a_link_leads_to_stays_out_of_search_engines(client: TestClient) -> None:
    key = finished_game(client, visibility=LINK)
    assert '<meta name="robots" content="noindex">' in client.get(f"/g/{key}").text
    for path in ("/analysis", ".txt", ".json", ".svg"):
        assert client.get(f"/g/{key}{path}").headers["x-robots-tag"] == "noindex"
    listed = finished_game(client)
    assert "x-robots-tag" not in client.get(f"/g/{listed}.txt").headers


def test_a_hint_is_for_games_against_our_bots(client: TestClient) -> None:
    key = begin(client, "ataxx", level="1")
    with client.websocket_connect(f"/ws/g/{key}", headers=HERE) as socket:
        socket.send_json({"t": "hint"})
        assert until(socket, "hint")["label"].startswith("Red ")
    key = begin(client, "ataxx", opponent="friend")
    first = dict(client.cookies)
    client.cookies.clear()
    client.post(f"/g/{key}/join", data={"csrf": token(client, f"/g/{key}")})
    client.cookies.clear()
    client.cookies.update(first)
    with client.websocket_connect(f"/ws/g/{key}", headers=HERE) as socket:
        socket.send_json({"t": "hint"})
        assert until(socket, "error")["code"] == "not-allowed"
