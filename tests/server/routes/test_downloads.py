"""What can be taken away: records that can be read again, pictures, films."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from fastapi.testclient import TestClient

import outwit
from outwit.errors import GameFault, NotAllowed
from outwit.records.jsonlines import from_json
from outwit.records.reader import read_records
from outwit.records.record import GameRecord
from outwit.records.replay import from_position
from outwit.server.jobs import filming
from outwit.server.jobs.filecache import FileCache
from outwit.server.jobs.filming import Filming, make_film
from tests.server.finished import finished_game, of
from tests.server.routes.test_playing import begin, portal

pytestmark = pytest.mark.compiled_only

ATAXX = outwit.game("ataxx")
RECORD = from_position(ATAXX, ATAXX.start())


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with portal(tmp_path) as client:
        yield client


@pytest.mark.parametrize("game", [game.name for game in outwit.all_games()])
def test_a_record_can_be_read_again(client: TestClient, game: str) -> None:
    key = finished_game(client, game)
    stored = of(client).games.record(key)
    answer = client.get(f"/g/{key}.txt")
    assert [*read_records(answer.text.splitlines())] == [stored]
    assert answer.headers["content-disposition"] == f'attachment; filename="{game}-{key}.txt"'
    assert from_json(client.get(f"/g/{key}.json").text) == stored


def test_a_picture_shows_the_ply_asked_for(client: TestClient) -> None:
    key = finished_game(client, moves=("b7", "b1"))

    def pieces(query: str) -> int:
        drawn = ET.fromstring(client.get(f"/g/{key}.svg?{query}").text)
        return len([each for each in drawn.iter() if each.get("class") == "piece"])

    assert [pieces(query) for query in ("ply=0", "ply=1", "", "ply=99", "ply=-5")] == [
        4,
        5,
        6,
        6,
        4,
    ]
    dark, light = (client.get(f"/g/{key}.svg?theme={theme}").text for theme in ("dark", "light"))
    assert dark != light
    assert client.get(f"/g/{key}.svg?theme=pink").status_code == 400
    png = client.get(f"/g/{key}.png?ply=1")
    assert png.content.startswith(b"\x89PNG")
    assert client.get(f"/g/{key}.png?ply=1").content == png.content


def test_a_game_that_goes_on_has_a_record_and_a_picture_and_no_film(client: TestClient) -> None:
    key = begin(client, "ataxx", level="1")
    assert client.get(f"/g/{key}.txt").status_code == 200
    assert client.get(f"/g/{key}.svg").headers["cache-control"] == "no-store"
    assert client.get(f"/g/{key}.gif").status_code == 403


def test_a_film_is_made_once(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    key = finished_game(client, moves=("b7", "b1"))
    film = client.get(f"/g/{key}.gif")
    assert film.headers["content-type"] == "image/gif"
    assert film.content.startswith(b"GIF89a")

    async def no_more(_: GameRecord) -> bytes:
        raise AssertionError("it is made twice")

    monkeypatch.setattr(filming, "make_film", no_more)
    assert client.get(f"/g/{key}.gif").content == film.content


def test_a_game_that_is_too_long_is_not_filmed(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(filming, "MOST_MOVES", 1)
    answer = client.get(f"/g/{finished_game(client)}.gif")
    assert answer.status_code == 400
    assert "too long for a film" in answer.text


@pytest.mark.parametrize("ending", ["txt", "json", "svg", "png", "gif"])
def test_of_a_game_that_is_not_there_nothing_can_be_taken(client: TestClient, ending: str) -> None:
    assert client.get(f"/g/nowhere1.{ending}").status_code == 404


def test_films_wait_for_each_other_and_a_client_for_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    running = 0

    async def make(record: GameRecord) -> bytes:
        nonlocal running
        assert running == 0
        running += 1
        await asyncio.sleep(0.01)
        running -= 1
        return record.result.encode()

    async def run() -> None:
        films = Filming()
        first = asyncio.create_task(films.film("a", RECORD, "Ada"))
        second = asyncio.create_task(films.film("b", RECORD, "Bob"))
        await asyncio.sleep(0)
        with pytest.raises(NotAllowed, match="another film"):
            await films.film("c", RECORD, "Ada")
        assert await first == await second == b"*"
        assert await films.film("c", RECORD, "Ada") == b"*"

    monkeypatch.setattr(filming, "make_film", make)
    asyncio.run(run())


def test_a_film_that_takes_too_long_or_fails_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filming, "PATIENCE", 0.0)
    with pytest.raises(GameFault, match="too long to make"):
        asyncio.run(make_film(RECORD))
    monkeypatch.setattr(filming, "PATIENCE", 60.0)
    with pytest.raises(GameFault, match=r"cannot be made: .*nope"):
        asyncio.run(make_film(RECORD.replace(game="nope")))


def test_a_shelf_drops_what_nobody_has_asked_for_longest() -> None:
    files = FileCache(10)
    for name in "abc":
        files.put(name, b"1234")
    assert (files.get("a"), files.get("b"), files.size) == (None, b"1234", 8)
    files.put("d", b"12")
    files.put("e", b"1")
    assert [files.get(name) is None for name in "bcde"] == [False, True, False, False]
    files.put("b", b"")
    assert files.size == 3
    files.put("huge", b"1" * 11)
    assert (files.get("huge"), files.size) == (None, 0)
