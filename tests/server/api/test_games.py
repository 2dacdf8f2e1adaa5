"""Playing over the API: challenges, moves, streams and sockets."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi.testclient import TestClient

from outwit.records.reader import read_records
from outwit.server.api import challenges
from outwit.server.portal import Portal
from tests.server.api.conftest import Headers, challenge, make_bot, post

pytestmark = pytest.mark.compiled_only


def lines(client: TestClient, path: str, headers: Headers) -> list[dict[str, Any]]:
    """Return what a stream begins with."""
    answer = client.get(f"/api/{path}?follow=false", headers=headers)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    return [json.loads(line) for line in answer.text.splitlines() if line]


def test_a_challenge_is_told_and_becomes_a_game(
    client: TestClient, ann: Headers, bob: Headers
) -> None:
    terms = {"game": "jesonmor", "options": {"size": "7"}, "clock.limit": 60, "clock.increment": 1}
    sent = client.post("/api/challenge/BOB-bot", headers=ann, json={**terms, "color": "black"})
    made = sent.json()
    assert (made["status"], made["color"], made["speed"]) == ("created", "second", "bullet")
    (event,) = lines(client, "stream/event", bob)
    assert event["type"] == "challenge"
    assert event["challenge"] == made
    assert event["challenge"]["challenger"]["title"] == "BOT"
    found = client.get("/api/challenge", headers=bob).json()
    assert [each["id"] for each in found["in"]] == [made["id"]]
    assert found["out"] == []
    assert post(client, f"challenge/{made['id']}/accept", bob) == (200, "")
    # Once more is harmless: the answer may have been lost.
    assert post(client, f"challenge/{made['id']}/accept", bob) == (200, "")
    (event,) = lines(client, "stream/event", bob)
    assert (event["type"], event["game"]["color"]) == ("gameStart", "first")
    assert event["game"]["isMyTurn"]
    assert event["game"]["start"].count("/") == 6
    (full,) = lines(client, f"bot/game/stream/{made['id']}", ann)
    assert (full["type"], full["color"], full["state"]["status"]) == (
        "gameFull",
        "second",
        "started",
    )
    assert full["state"]["firstTime"] <= 60_000
    assert full["state"]["secondIncrement"] == 1_000


def test_seeks_that_come_at_once_are_no_more_than_allowed(
    client: TestClient, ann: Headers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(challenges, "MOST_WAITING", 2)

    def seek(_: int) -> int:
        return client.post("/api/board/seek", headers=ann, json={"game": "push"}).status_code

    with ThreadPoolExecutor(8) as pool:
        codes = list(pool.map(seek, range(8)))
    assert sorted(codes) == [200] * 2 + [429] * 6


def test_terms_may_come_as_a_form(client: TestClient, ann: Headers, bob: Headers) -> None:
    form = {"game": "jesonmor", "option.size": "5", "clock.limit": "300", "rated": "false"}
    made = client.post("/api/challenge/bob-bot", headers=ann, data=form).json()
    assert made["options"]["legs"] == "yes"
    assert made["timeControl"]["show"] == "300+0"
    assert made["start"].count("/") == 4


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({}, "usage"),
        ({"game": "chess"}, "unknown-game"),
        ({"game": "ataxx", "speed": "fast"}, "usage"),
        ({"game": "ataxx", "clock.limit": "60"}, "usage"),
        ({"game": "ataxx", "clock.limit": 60, "clock.move": 2}, "usage"),
        ({"game": "ataxx", "clock.increment": 2}, "usage"),
        ({"game": "ataxx", "color": "green"}, "usage"),
        ({"game": "ataxx", "options": {"size": "7"}}, "bad-option"),
        ({"game": "ataxx", "position": "nonsense"}, "bad-position"),
        ({"game": "ataxx", "position": "7/7/7/7/7/7/xxxxxxx x 0 1"}, "usage"),
        ({"game": "ataxx", "rated": True}, "usage"),
        ({"game": "ataxx", "position": "x5o/7/7/7/7/7/o5x x 0 1", "rated": True}, "usage"),
    ],
)
def test_terms_that_cannot_be_are_explained(
    client: TestClient, ann: Headers, bob: Headers, terms: dict[str, Any], code: str
) -> None:
    answer = client.post("/api/challenge/bob-bot", headers=ann, json=terms)
    assert (answer.status_code, answer.json()["code"]) == (400, code), answer.text


CLOCK = {"clock.limit": 60, "clock.increment": 1}


@pytest.mark.parametrize(
    ("terms", "sentence"),
    [
        ({}, "a rated game needs a clock"),
        ({**CLOCK, "options": {"clock": "100"}}, "without variants"),
        ({**CLOCK, "position": "x5o/7/7/7/7/7/o5x o 0 1"}, "a position of one's own"),
    ],
)
def test_a_seek_is_rated_with_a_clock_and_no_variant_alone(
    client: TestClient, ann: Headers, terms: dict[str, Any], sentence: str
) -> None:
    body = {"game": "ataxx", "rated": True, **terms}
    answer = client.post("/api/board/seek", headers=ann, json=body)
    assert (answer.status_code, answer.json()["code"]) == (400, "usage")
    assert sentence in answer.json()["error"]
    usual = {"game": "ataxx", "rated": True, **CLOCK}
    assert client.post("/api/board/seek", headers=ann, json=usual).json()["rated"] is True


def test_bots_of_one_owner_play_no_rated_games(
    client: TestClient, portal: Portal, ann: Headers, bob: Headers
) -> None:
    terms = {"game": "ataxx", "rated": True, **CLOCK}
    answer = client.post("/api/challenge/bob-bot", headers=ann, json=terms)
    assert (answer.status_code, "own bots" in answer.json()["error"]) == (400, True)
    key = client.post("/api/board/seek", headers=ann, json=terms).json()["id"]
    answer = client.post(f"/api/board/seek/{key}/join", headers=bob)
    assert (answer.status_code, answer.json()["code"]) == (403, "not-allowed")
    assert "rated games among yourselves" in answer.json()["error"]
    other = make_bot(portal, portal.accounts.guest().id, "Cid-bot")
    assert post(client, f"board/seek/{key}/join", other) == (200, "")


def test_a_declined_and_a_withdrawn_challenge_are_told_by_name(
    client: TestClient, ann: Headers, bob: Headers, game: str
) -> None:
    for what, who, kind in (
        ("decline", bob, "challengeDeclined"),
        ("cancel", ann, "challengeCanceled"),
    ):
        key = challenge(client, ann, "bob-bot")
        why = {"reason": "it is busy"} if what == "decline" else {}
        with client.websocket_connect("/api/ws/event", headers=ann) as socket:
            # By then the stream is there for what follows.
            assert socket.receive_json()["game"]["id"] == game
            assert post(client, f"challenge/{key}/{what}", who, **why) == (200, "")
            event = socket.receive_json()
        assert (event["type"], event["challenge"]["id"]) == (kind, key)
        assert event["challenge"]["declineReason"] == why.get("reason")
        assert post(client, f"challenge/{key}/accept", bob) == (404, "not-found")
        assert post(client, f"challenge/{key}/{what}", who) == (404, "not-found")


def test_a_move_is_refused_out_of_turn_and_repeated_without_harm(
    client: TestClient, ann: Headers, bob: Headers, game: str
) -> None:
    path = f"bot/game/{game}/move"
    assert post(client, f"{path}/b7?ply=0", bob) == (409, "not-your-turn")
    assert post(client, f"{path}/d4?ply=0", ann) == (400, "illegal-move")
    assert post(client, f"{path}/%3Cb%3E?ply=0", ann) == (400, "unreadable-move")
    assert post(client, f"{path}/a%2F%2Fb?ply=0", ann) == (400, "unreadable-move")
    for _ in range(2):
        assert post(client, f"{path}/b7?ply=0", ann) == (200, "")
    assert post(client, f"{path}/a6?ply=0", ann) == (409, "stale-ply")
    assert post(client, f"{path}/a6?ply=7", ann) == (409, "stale-ply")
    assert post(client, f"{path}/f7", bob) == (200, "")
    (full,) = lines(client, f"bot/game/stream/{game}", ann)
    assert full["state"]["moves"] == "b7 f7"
    assert full["state"]["ply"] == 2
    assert full["state"]["position"].endswith(" x 0 2")
    assert "c7" in full["state"]["legalMoves"]


def test_a_stream_tells_moves_offers_chat_and_the_end(
    client: TestClient, ann: Headers, bob: Headers, game: str
) -> None:
    with client.websocket_connect(f"/api/ws/game/{game}", headers=bob) as socket:
        assert socket.receive_json()["type"] == "gameFull"
        assert post(client, f"bot/game/{game}/move/b7?ply=0&offeringDraw=true", ann) == (200, "")
        states = [socket.receive_json() for _ in range(2)]
        assert [each["firstDraw"] for each in states] == [False, True]
        assert post(client, f"bot/game/{game}/chat", ann, text="<b>hello</b>") == (200, "")
        said = socket.receive_json()
        assert said == {
            "type": "chatLine",
            "room": "player",
            "username": "Ann-bot",
            "text": "<b>hello</b>",
        }
        socket.send_json({"type": "move", "move": "d4", "ply": 1})
        assert socket.receive_json()["code"] == "illegal-move"
        wrong: list[Any] = [
            {"type": "dance"},
            {"type": "move"},
            [],
            {"type": "draw", "accept": "y"},
        ]
        for message in wrong:
            socket.send_json(message)
            assert socket.receive_json()["code"] == "usage"
        socket.send_json({"type": "draw", "accept": True})
        found = [socket.receive_json(), socket.receive_json()]
        end = next(each for each in found if each["type"] == "gameState")
        assert (end["status"], end["winner"]) == ("agreed-draw", None)
    assert "&lt;b&gt;hello" in client.get(f"/g/{game}").text


def test_a_move_is_taken_back_by_consent(
    client: TestClient, portal: Portal, ann: Headers, bob: Headers, game: str
) -> None:
    post(client, f"bot/game/{game}/move/b7?ply=0", ann)
    assert post(client, f"bot/game/{game}/takeback/yes", ann) == (200, "")
    assert post(client, f"bot/game/{game}/takeback/no", bob) == (200, "")
    assert post(client, f"bot/game/{game}/takeback/yes", bob) == (409, "nothing-to-undo")
    assert post(client, f"bot/game/{game}/takeback/yes", ann) == (200, "")
    assert post(client, f"bot/game/{game}/takeback/yes", bob) == (200, "")
    assert portal.games.load(game).moves == ()


def test_a_game_is_aborted_only_before_both_have_moved(
    client: TestClient, portal: Portal, ann: Headers, bob: Headers, game: str
) -> None:
    other = challenge(client, ann, "bob-bot", color="first")
    post(client, f"challenge/{other}/accept", bob)
    post(client, f"bot/game/{game}/move/b7?ply=0", ann)
    assert post(client, f"bot/game/{game}/abort", bob) == (200, "")
    assert portal.games.load(game).result == "*"
    assert client.get(f"/api/games/{game}").json()["status"] == "aborted"
    post(client, f"bot/game/{other}/move/b7?ply=0", ann)
    post(client, f"bot/game/{other}/move/f7?ply=1", bob)
    assert post(client, f"bot/game/{other}/abort", bob) == (403, "not-allowed")
    assert post(client, f"bot/game/{other}/resign", bob) == (200, "")
    assert post(client, f"bot/game/{other}/resign", bob) == (400, "game-over")


def test_a_record_comes_as_json_and_as_text(
    client: TestClient, ann: Headers, bob: Headers, game: str
) -> None:
    post(client, f"bot/game/{game}/move/b7?ply=0", ann)
    post(client, f"bot/game/{game}/resign", bob)
    found = client.get(f"/api/games/{game}").json()
    assert (found["moves"], found["winner"], found["status"]) == ("b7", "first", "resigned")
    assert found["second"] == {"id": "bob-bot", "username": "Bob-bot", "title": "BOT"}
    text = client.get(f"/api/games/{game}?format=text").text
    (record,) = read_records(text.splitlines(keepends=True))
    assert record.players == ("Ann-bot", "Bob-bot")


def test_a_level_accepts_at_once_and_answers(
    client: TestClient, portal: Portal, ann: Headers
) -> None:
    for name in ("level 1", "Level1", "1"):
        key = challenge(client, ann, name, color="first")
        with client.websocket_connect(f"/api/ws/game/{key}", headers=ann) as socket:
            assert socket.receive_json()["second"]["title"] == "BOT"
            socket.send_json({"type": "move", "move": "b7", "ply": 0})
            found = [socket.receive_json() for _ in range(3)]
        assert {each.get("ply") for each in found} == {None, 1, 2}
    answer = client.post("/api/challenge/level 11", headers=ann, json={"game": "ataxx"})
    assert answer.status_code == 404


def test_an_open_seat_is_listed_and_taken_once(
    client: TestClient, portal: Portal, owner: int, ann: Headers, bob: Headers
) -> None:
    made = client.post("/api/board/seek", headers=ann, json={"game": "push"}).json()
    assert made["destUser"] is None
    assert [each["id"] for each in client.get("/api/board/seek").json()["seeks"]] == [made["id"]]
    assert post(client, f"board/seek/{made['id']}/join", ann) == (403, "not-allowed")
    assert post(client, f"board/seek/{made['id']}/join", bob) == (200, "")
    assert client.get("/api/board/seek").json() == {"seeks": []}


def test_an_open_stream_says_that_a_bot_is_online(
    client: TestClient, ann: Headers, bob: Headers
) -> None:
    assert client.get("/api/bot/online").json() == {"bots": []}
    key = challenge(client, ann, "bob-bot")
    with client.websocket_connect("/api/ws/event", headers=bob) as socket:
        assert socket.receive_json()["challenge"]["id"] == key
        client.post(f"/api/challenge/{key}/cancel", headers=ann)
        assert socket.receive_json()["type"] == "challengeCanceled"
        (bot,) = client.get("/api/bot/online").json()["bots"]
    assert (bot["username"], bot["title"], bot["online"]) == ("Bob-bot", "BOT", True)


@pytest.mark.parametrize("body", [b"{", b"[1]", b"\xff\x00", b"[" * 10_000, b"x" * 20_000])
def test_a_body_that_cannot_be_read_is_refused(
    client: TestClient, ann: Headers, body: bytes
) -> None:
    for kind in ("application/json", "application/x-www-form-urlencoded", "text/plain"):
        headers = {**ann, "Content-Type": kind}
        answer = client.post("/api/board/seek", headers=headers, content=body)
        assert (answer.status_code, answer.json()["code"]) == (400, "usage")


def test_bytes_over_a_socket_are_answered_and_no_fault(
    client: TestClient, ann: Headers, game: str
) -> None:
    with client.websocket_connect(f"/api/ws/game/{game}", headers=ann) as socket:
        assert socket.receive_json()["type"] == "gameFull"
        socket.send_bytes(b"\x00\xff")
        said = socket.receive_json()
        assert (said["type"], said["error"]) == ("error", "a message is text, not bytes")
        socket.send_json({"type": "chat", "text": "still here"})
        assert "ok" in {socket.receive_json()["type"], socket.receive_json()["type"]}
    with client.websocket_connect("/api/ws/event", headers=ann) as socket:
        socket.send_bytes(b"\x00\xff")
        assert socket.receive_json()["type"] == "gameStart"
