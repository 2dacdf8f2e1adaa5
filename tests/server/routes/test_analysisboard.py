"""The analysis board: any position, both sides, and a clear line about what is wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from fastapi.testclient import TestClient

import outwit
from outwit.errors import NotAllowed
from outwit.server.base.workqueue import Thinking
from outwit.server.jobs import searches
from outwit.server.jobs.searches import Searches
from outwit.server.routes.analysisboard import address_of
from tests.server.finished import of
from tests.server.routes.test_playing import portal, token

pytestmark = pytest.mark.compiled_only

GAMES = [game.name for game in outwit.all_games()]
OVER = "7/7/7/7/7/7/x6 o 0 1"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with portal(tmp_path) as client:
        yield client


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_board_that_is_played_for_both_sides(
    client: TestClient, game: str
) -> None:
    assert 'id="board"' in client.get(f"/analysis/{game}").text
    shown = client.get(f"/analysis/{game}/position").json()
    played = []
    for side in (0, 1, 0):
        assert shown["turn"] == side
        played.append(shown["moves"][-1]["text"])
        query = {"position": shown["start"], "moves": " ".join(played)}
        shown = client.get(f"/analysis/{game}/position", params=query).json()
    assert [move["text"] for move in shown["played"]] == played
    assert shown["n"] == 3
    # The text alone stands for the same position.
    again = client.get(f"/analysis/{game}/position", params={"position": shown["text"]}).json()
    both = [{move["text"] for move in each["moves"]} for each in (again, shown)]
    assert both[0] == both[1]


@pytest.mark.parametrize("game", GAMES)
def test_the_engine_has_several_lines_with_labels(client: TestClient, game: str) -> None:
    found = client.get(f"/analysis/{game}/lines?seconds=0.05&count=2").json()
    assert found["depth"] >= 1
    assert len({line["moves"][0]["text"] for line in found["lines"]}) == 2
    for line in found["lines"]:
        assert line["words"]
        assert line["squares"]
        assert all(move["label"] for move in line["moves"])


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"position": "x x x x"}, "board"),
        ({"position": "é"}, "4 fields expected"),
        ({"position": "x" * 3_000}, "more than 2,000 characters"),
        ({"moves": "b7 d4"}, "Move 2: "),
        ({"moves": "<b>"}, "Move 1: "),
        ({"moves": "b7 " * 1_001}, "more than 1,000 moves"),
        ({"option-clock": "never"}, "clock"),
        ({"option-nope": "1"}, "has no option"),
        ({"option-": "1"}, "has no option"),
        ({"option-self": "1"}, "has no option"),
    ],
)
def test_a_bad_address_names_what_is_wrong_and_the_board_stays(
    client: TestClient, query: dict[str, str], said: str
) -> None:
    for what in ("position", "lines"):
        answer = client.get(f"/analysis/ataxx/{what}", params=query)
        assert answer.status_code == 400
        assert said in answer.json()["message"]
        assert "\n" not in answer.json()["message"]
    page = client.get("/analysis/ataxx", params=query)
    assert page.status_code == 400
    assert said in page.text
    assert 'id="board"' in page.text


def test_there_is_no_board_of_a_game_that_is_not_there(client: TestClient) -> None:
    for path in ("", "/position", "/lines"):
        assert client.get(f"/analysis/nope{path}").status_code == 404


@pytest.mark.parametrize("query", ["seconds=9", "seconds=0", "seconds=nan", "count=0", "count=99"])
def test_a_search_is_bounded(client: TestClient, query: str) -> None:
    assert client.get(f"/analysis/ataxx/lines?{query}").status_code == 400


def test_a_text_that_is_no_position_is_answered_with_one_that_is(client: TestClient) -> None:
    for path in ("/analysis/ataxx", "/analysis/ataxx/position"):
        answer = client.get(path, params={"position": "nonsense"})
        assert outwit.game("ataxx").start().text in answer.text


def test_a_finished_position_has_no_lines(client: TestClient) -> None:
    answer = client.get("/analysis/ataxx/lines", params={"position": OVER})
    assert (answer.status_code, answer.json()["message"]) == (400, "The game is over")


def test_the_address_of_a_position_leads_back_to_it(client: TestClient) -> None:
    position = outwit.game("jesonmor").start(legs="no")
    position.play(position.legal_moves[0])
    path, _, query = address_of(position).partition("?")
    params = dict(parse_qsl(query)) | {"moves": " ".join(position.played)}
    shown = client.get(f"{path}/position", params=params).json()
    assert (shown["text"], shown["options"]) == (position.text, {"legs": "no"})


def play(client: TestClient, **fields: str) -> str:
    data = {"game": "ataxx", "csrf": token(client), "level": "1", "side": "1", **fields}
    return client.post("/play", data=data).url.path.rpartition("/")[2]


def test_a_game_begins_with_the_position_on_the_board(client: TestClient) -> None:
    text = "x5o/x6/7/7/7/7/o5x o 0 1"
    record = of(client).games.record(play(client, start=text))
    assert (record.start, record.moves) == (text, ())


@pytest.mark.parametrize(
    ("start", "said"), [("nonsense", "4 fields expected"), (OVER, "nothing to play")]
)
def test_no_game_begins_with_a_position_that_cannot_be_played(
    client: TestClient, start: str, said: str
) -> None:
    data = {"game": "ataxx", "csrf": token(client), "start": start}
    answer = client.post("/play", data=data)
    assert answer.status_code == 400
    assert said in answer.text


def test_a_client_who_asks_again_ends_their_last_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searches, "MOST_SECONDS", 60.0)

    async def run() -> None:
        thinking = Thinking(2)
        looks = Searches(thinking)
        position = outwit.game("ataxx").start()
        first = asyncio.create_task(looks.lines(position.copy(), 60.0, 1, "Ada"))
        await asyncio.sleep(0.05)
        assert await looks.lines(position.copy(), 0.05, 1, "Ada")
        assert await asyncio.wait_for(first, 30)
        monkeypatch.setattr(searches, "MOST_RUNNING", 0)
        with pytest.raises(NotAllowed, match="try again"):
            await looks.lines(position.copy(), 0.05, 1, "Bob")
        thinking.close()

    asyncio.run(run())
