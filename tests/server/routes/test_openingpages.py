"""The opening explorer: its page, its panel, its API, and what they say without games."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

import outwit
from outwit.server.jobs.openingcounter import OpeningCounter
from tests.server.finished import finished_game, of
from tests.server.routes.test_playing import portal

pytestmark = pytest.mark.compiled_only


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with portal(tmp_path) as client:
        yield client


def test_the_explorer_shows_what_was_played_on_its_page_its_panel_and_in_the_api(
    client: TestClient,
) -> None:
    start = outwit.game("ataxx").start()
    first, *rest = [move.text for move in start.legal_moves]
    assert "No finished game reached" in client.get("/openings/ataxx").text
    keys = [finished_game(client, moves=(first,)), finished_game(client, moves=(rest[0],))]
    hidden = finished_game(client, moves=(rest[1],), visibility="link")
    counter = OpeningCounter(of(client).openings)
    assert counter.count() == 2
    asyncio.run(counter.close())
    page = client.get("/openings/ataxx").text
    panel = client.get("/openings/ataxx/table").text
    for shown in (page, panel):
        assert f'data-move="{first}"' in shown
        assert f'data-move="{rest[1]}"' not in shown
        assert all(f"/g/{key}" in shown for key in keys)
        assert hidden not in shown
    assert f"/openings/ataxx?moves={first}" in page
    found = client.get("/api/openings/ataxx").json()
    assert {move["move"] for move in found["moves"]} == {first, rest[0]}
    assert found["moves"][0]["second"] == 1
    assert {game["id"] for game in found["games"]} == set(keys)
    assert client.get("/api/openings/ataxx?speed=blitz").json()["moves"] == []
    deep = client.get(f"/openings/ataxx?moves={first}&pace=blitz&rating=1400").text
    assert "No game with this time class" in deep
    assert 'aria-current="page"' in deep


@pytest.mark.parametrize(
    ("query", "said"),
    [("moves=zz", "Move 1: "), ("position=nonsense", "x5o/7/7"), ("option-x=1", "option")],
)
def test_a_bad_position_is_named(client: TestClient, query: str, said: str) -> None:
    for path in ("/openings/ataxx", "/openings/ataxx/table"):
        answer = client.get(f"{path}?{query}")
        assert answer.status_code == 400
        assert said in answer.text
    answer = client.get(f"/api/openings/ataxx?{query}")
    assert answer.status_code == 400
    assert client.get("/api/openings/chess").status_code == 404
    assert client.get("/api/openings/ataxx?speed=instant").json()["error"].startswith("speed")


def test_every_game_has_an_explorer(client: TestClient) -> None:
    for game in outwit.all_games():
        assert client.get(f"/openings/{game.name}").status_code == 200
    assert client.get("/openings").status_code == 200
