"""The portal as a browser meets it: forms, pages and sockets of a real application."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

import outwit
from outwit.server.app import create_app
from outwit.server.edge.settings import Settings
from outwit.server.portal import portal_of
from outwit.storage.stored import NewGame, StoredSeat
from tests.storage.conftest import WEAK

pytestmark = pytest.mark.compiled_only

GAMES = [game.name for game in outwit.all_games()]
HERE = {"origin": "http://testserver"}


@contextmanager
def portal(folder: Path) -> Iterator[TestClient]:
    """Start the portal on a database in a folder."""
    settings = Settings(f"sqlite:///{folder / 'portal.db'}")
    with TestClient(create_app(settings), follow_redirects=True) as client:
        portal_of(client.app).accounts.hasher = WEAK  # type: ignore[arg-type]
        yield client


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with portal(tmp_path) as client:
        yield client


def token(client: TestClient, path: str = "/") -> str:
    """Return the token of the forms on a page."""
    found = re.search(r'name="csrf" value="(\w+)"', client.get(path).text)
    assert found is not None
    return found[1]


def begin(client: TestClient, game: str, **fields: str) -> str:
    """Begin a game and return its id."""
    data = {"game": game, "csrf": token(client), **fields}
    answer = client.post("/play", data=data)
    assert answer.status_code == 200, answer.text
    return str(answer.url).rpartition("/")[2]


def until(socket: WebSocketTestSession, kind: str) -> dict[str, Any]:
    """Return the next message of a kind."""
    while True:
        message: dict[str, Any] = socket.receive_json()
        if message["t"] == kind:
            return message


def my_turn(socket: WebSocketTestSession) -> dict[str, Any]:
    """Return the next state in which there is something to do, or the last one."""
    while True:
        state = until(socket, "state")
        if state["moves"] or state["outcome"]:
            return state


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_to_its_end_against_a_bot(client: TestClient, game: str) -> None:
    fields = {"option-limit": "20"} if game == "advance" else {}
    key = begin(client, game, level="1", **fields)
    rng = Random(5)
    with client.websocket_connect(f"/ws/g/{key}", headers=HERE) as socket:
        state = my_turn(socket)
        assert state["you"] == 0
        while not state["outcome"]:
            move = rng.choice(state["moves"])
            socket.send_json({"t": "move", "n": state["n"], "m": move["text"]})
            state = my_turn(socket)
    assert state["outcome"]["result"] in ("1-0", "0-1", "1/2-1/2")
    assert state["outcome"]["sentence"] in client.get(f"/g/{key}").text.replace("&#39;", "'")


def test_after_a_restart_the_game_goes_on(tmp_path: Path) -> None:
    with portal(tmp_path) as client:
        key = begin(client, "ataxx", level="1")
        cookie = dict(client.cookies)
        with client.websocket_connect(f"/ws/g/{key}", headers=HERE) as socket:
            socket.send_json({"t": "move", "n": 0, "m": "b7"})
            until(socket, "ack")
    with portal(tmp_path) as client:
        client.cookies.update(cookie)
        with client.websocket_connect(f"/ws/g/{key}", headers=HERE) as socket:
            state = my_turn(socket)
            assert state["played"][0]["text"] == "b7"
            assert state["n"] == 2
            assert state["you"] == 0


def test_a_repeated_move_is_harmless_and_another_for_its_ply_is_stale(client: TestClient) -> None:
    key = begin(client, "ataxx", level="1")
    with client.websocket_connect(f"/ws/g/{key}", headers=HERE) as socket:
        my_turn(socket)
        for _ in range(2):
            socket.send_json({"t": "move", "n": 0, "m": "b7"})
            assert until(socket, "ack")["n"] == 0
        socket.send_json({"t": "move", "n": 0, "m": "a6"})
        assert until(socket, "error")["code"] == "stale-ply"
        socket.send_json({"t": "move", "n": 7, "m": "a6"})
        assert until(socket, "error")["code"] == "stale-ply"


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"t": "move", "n": 0, "m": "d4"}, "illegal-move"),
        ({"t": "move", "n": 0, "m": "<b>"}, "unreadable-move"),
        ({"t": "move", "n": "0", "m": "b7"}, "usage"),
        ({"t": "move"}, "usage"),
        ({"t": "dance"}, "usage"),
        ({"t": 7}, "usage"),
        ([], "usage"),
    ],
)
def test_a_bad_message_is_answered_with_its_code(
    client: TestClient, message: object, code: str
) -> None:
    key = begin(client, "ataxx", level="1")
    with client.websocket_connect(f"/ws/g/{key}", headers=HERE) as socket:
        my_turn(socket)
        socket.send_json(message)
        assert until(socket, "error")["code"] == code
        socket.send_json({"t": "ping"})
        assert until(socket, "pong")


def test_somebody_else_watches_and_cannot_move_resign_or_talk(
    client: TestClient, tmp_path: Path
) -> None:
    key = begin(client, "ataxx", level="1")
    client.cookies.clear()
    with client.websocket_connect(f"/ws/g/{key}", headers=HERE) as socket:
        state = until(socket, "state")
        assert state["you"] is None
        assert state["moves"] == []
        for message, code in (
            ({"t": "move", "n": 0, "m": "b7"}, "not-your-turn"),
            ({"t": "resign"}, "not-your-turn"),
            ({"t": "takeback"}, "not-your-turn"),
            ({"t": "hint"}, "not-your-turn"),
            ({"t": "chat", "text": "hello"}, "not-allowed"),
        ):
            socket.send_json(message)
            assert until(socket, "error")["code"] == code


def test_a_forged_cookie_is_a_stranger(client: TestClient) -> None:
    key = begin(client, "ataxx", level="1")
    value = client.cookies["outwit"]
    client.cookies.clear()
    client.cookies.set("outwit", "Mg" + value[2:])
    with client.websocket_connect(f"/ws/g/{key}", headers=HERE) as socket:
        assert until(socket, "state")["you"] is None


def test_a_socket_from_another_site_is_refused(client: TestClient) -> None:
    key = begin(client, "ataxx", level="1")
    for headers in ({"origin": "https://elsewhere.example"}, {}):
        with (
            pytest.raises(WebSocketDisconnect),
            client.websocket_connect(f"/ws/g/{key}", headers=headers),
        ):
            pass


def test_a_form_without_its_token_is_refused(client: TestClient) -> None:
    answer = client.post("/play", data={"game": "ataxx", "csrf": "0" * 32})
    assert answer.status_code == 403
    assert "go back and try again" in answer.text


def test_two_people_meet_by_a_link_and_agree_on_a_draw(client: TestClient, tmp_path: Path) -> None:
    key = begin(client, "ataxx", opponent="friend")
    first = dict(client.cookies)
    assert "Take the free seat" not in client.get(f"/g/{key}").text
    client.cookies.clear()
    assert "Take the free seat" in client.get(f"/g/{key}").text
    client.post(f"/g/{key}/join", data={"csrf": token(client, f"/g/{key}")})
    second = dict(client.cookies)
    with client.websocket_connect(f"/ws/g/{key}", headers=HERE) as two:
        assert until(two, "state")["you"] == 1
        client.cookies.clear()
        client.cookies.update(first)
        with client.websocket_connect(f"/ws/g/{key}", headers=HERE) as one:
            state = my_turn(one)
            assert state["you"] == 0
            one.send_json({"t": "move", "n": 0, "m": "b7"})
            assert my_turn(two)["n"] == 1
            two.send_json({"t": "chat", "text": "<b>hello</b>"})
            assert until(one, "chat")["text"] == "<b>hello</b>"
            one.send_json({"t": "draw"})
            two.send_json({"t": "draw"})
            state = my_turn(two)
            while not state["outcome"]:
                state = until(two, "state")
    assert state["outcome"] == {
        "result": "1/2-1/2",
        "winner": None,
        "sentence": "Draw: both players agreed",
    }
    page = client.get(f"/g/{key}").text
    assert "&lt;b&gt;hello&lt;/b&gt;" in page
    assert "<b>hello" not in page
    assert first != second


def test_a_guest_becomes_an_account_and_signs_in_again(client: TestClient) -> None:
    key = begin(client, "ataxx", level="1")
    data = {"csrf": token(client), "name": "Ada", "password": "correct horse"}
    assert "Ada" in client.post("/register", data=data).text
    assert "Ada" in client.get(f"/g/{key}").text
    client.post("/logout", data={"csrf": token(client)})
    wrong = client.post("/login", data={**data, "csrf": token(client), "password": "wrong horse"})
    nobody = client.post("/login", data={**data, "csrf": token(client), "name": "Nobody"})
    assert wrong.status_code == nobody.status_code == 403
    assert "The name or the password is wrong." in wrong.text
    assert "The name or the password is wrong." in nobody.text
    assert "Ada" in client.post("/login", data={**data, "csrf": token(client)}).text
    with client.websocket_connect(f"/ws/g/{key}", headers=HERE) as socket:
        assert until(socket, "state")["you"] == 0


def test_nothing_but_our_own_scripts_may_run(client: TestClient) -> None:
    for path in ("/", "/play/push", "/rules/push", "/login", "/nowhere"):
        answer = client.get(path)
        assert "default-src 'self'" in answer.headers["content-security-policy"], path
        assert not re.search(r"<script(?![^>]*(src=|application/json))", answer.text), path
        assert " style=" not in re.sub(r"<svg.*?</svg>", "", answer.text, flags=re.DOTALL), path


def test_the_beginnings_of_addresses_lead_somewhere(client: TestClient) -> None:
    for path in ("/rules", "/analysis"):
        page = client.get(path).text
        for game in GAMES:
            assert f'href="{path}/{game}"' in page
    for path, to in (("/play", "/"), ("/people", "/leaders")):
        assert client.get(path).url.path == to


def test_against_our_bots_there_is_nobody_to_talk_to(client: TestClient) -> None:
    hidden = 'aria-labelledby="talk-title" hidden'
    assert hidden in client.get(f"/g/{begin(client, 'ataxx', level='1')}").text
    assert hidden not in client.get(f"/g/{begin(client, 'ataxx', opponent='friend')}").text


def test_a_game_that_waits_has_no_clock_running_and_no_moves(client: TestClient) -> None:
    key = begin(client, "ataxx", opponent="friend", clock="300+3")
    with client.websocket_connect(f"/ws/g/{key}", headers=HERE) as socket:
        state = until(socket, "state")
    assert (state["waits"], state["moves"]) == (True, [])
    assert state["clocks"]["running"] is None
    assert "Waiting for your opponent" in client.get(f"/g/{key}").text
    client.cookies.clear()
    page = client.get(f"/g/{key}").text
    assert re.search(r"Guest \d+ invites you to Ataxx, 5 min \+ 3 s", page)
    assert "watching" not in page


def test_rules_have_a_drawn_board_and_none_in_letters(client: TestClient) -> None:
    for game in GAMES:
        page = client.get(f"/rules/{game}").text
        head, section, _ = page.partition("<h2>Rules</h2>")
        assert section
        assert "<pre>" not in head.rpartition('class="prose"')[2]


@pytest.mark.parametrize("path", ["/play/nope", "/rules/nope", "/g/nope", "/g/nope/ply/0.svg"])
def test_what_is_not_there_says_so(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "There is nothing here" in answer.text


def test_no_id_stands_twice_on_a_page(client: TestClient) -> None:
    for path in ("/", "/play/ataxx", "/rules/ataxx"):
        found = re.findall(r' id="([^"]+)"', client.get(path).text)
        assert len(found) == len(set(found)), path


def test_against_a_bot_a_move_is_taken_back_with_its_answer(client: TestClient) -> None:
    key = begin(client, "ataxx", level="1")
    with client.websocket_connect(f"/ws/g/{key}", headers=HERE) as socket:
        my_turn(socket)
        socket.send_json({"t": "takeback"})
        assert until(socket, "error")["code"] == "nothing-to-undo"
        socket.send_json({"t": "move", "n": 0, "m": "b7"})
        assert my_turn(socket)["n"] == 2
        socket.send_json({"t": "takeback"})
        state = my_turn(socket)
        assert (state["n"], state["turn"]) == (0, 0)
        socket.send_json({"t": "move", "n": 0, "m": "a6"})
        assert my_turn(socket)["played"][0]["text"] == "a6"


def test_a_bot_that_begins_thinks_on_when_there_is_nothing_to_take_back(client: TestClient) -> None:
    key = begin(client, "ataxx", level="1", side="1")
    with client.websocket_connect(f"/ws/g/{key}", headers=HERE) as socket:
        socket.send_json({"t": "takeback"})
        assert until(socket, "error")["code"] == "nothing-to-undo"
        socket.send_json({"t": "sync"})
        assert my_turn(socket)["n"] == 1


def test_time_runs_out_by_itself(client: TestClient) -> None:
    key = begin(client, "ataxx", opponent="bot", level="1", clock="0.1/move")
    with client.websocket_connect(f"/ws/g/{key}", headers=HERE) as socket:
        state = until(socket, "state")
        while not state["outcome"]:
            state = until(socket, "state")
    assert state["outcome"]["sentence"] == "You lost: your time ran out"


def test_both_players_of_a_rematch_come_to_the_same_game(client: TestClient) -> None:
    key = begin(client, "ataxx", level="1")
    with client.websocket_connect(f"/ws/g/{key}", headers=HERE) as socket:
        my_turn(socket)
        refused = client.post(f"/g/{key}/rematch", data={"csrf": token(client)})
        assert refused.status_code == 403
        socket.send_json({"t": "resign"})
        assert my_turn(socket)["outcome"]
    answers = [client.post(f"/g/{key}/rematch", data={"csrf": token(client)}) for _ in range(2)]
    paths = {answer.url.path for answer in answers}
    assert len(paths) == 1
    with client.websocket_connect(f"/ws{paths.pop()}", headers=HERE) as socket:
        assert until(socket, "state")["you"] == 1


def test_a_game_that_cannot_be_opened_does_not_keep_the_portal_from_starting(
    tmp_path: Path,
) -> None:
    with portal(tmp_path) as client:
        begin(client, "ataxx", level="1")
        store = portal_of(client.app).games  # type: ignore[arg-type]
        key = store.create(NewGame("gone", (StoredSeat("Ada", None, "3"), StoredSeat())))
    with portal(tmp_path) as client:
        assert client.get("/").status_code == 200
        assert client.get(f"/g/{key}").status_code == 400
