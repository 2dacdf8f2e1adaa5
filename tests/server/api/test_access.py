"""Who may use the API: a token acts for its account, and only for it."""

from __future__ import annotations

import pytest
from fastapi import Response
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketDenialResponse

from outwit.server.portal import Portal
from outwit.storage.stored import NewGame, StoredSeat
from tests.server.api.conftest import Headers, challenge, make_bot

pytestmark = pytest.mark.compiled_only

WRITES = (
    "challenge/level 1",
    "board/seek",
    "bot/account/upgrade",
    "bot/game/{game}/move/b7",
    "bot/game/{game}/resign",
    "challenge/{game}/cancel",
)


@pytest.mark.parametrize(
    "header",
    ["", "Bearer", "Bearer ", "Basic abc", "Bearer outwit_forged", f"Bearer {'x' * 5000}"],
)
def test_a_token_that_is_missing_or_forged_is_refused(client: TestClient, header: str) -> None:
    headers = {"Authorization": header} if header else {}
    for path in ("account", "stream/event", "challenge"):
        answer = client.get(f"/api/{path}", headers=headers)
        assert answer.status_code == 401, path
        assert answer.headers["www-authenticate"] == "Bearer"
        assert answer.json()["code"] == "bad-token"


def test_a_revoked_token_is_refused(
    client: TestClient, portal: Portal, owner: int, ann: Headers
) -> None:
    assert client.get("/api/account", headers=ann).status_code == 200
    bot = portal.accounts.find("ann-bot")
    assert bot is not None
    (token,) = portal.tokens.list(bot.id)
    assert portal.tokens.revoke(bot.id, token.id)
    assert client.get("/api/account", headers=ann).status_code == 401
    with (
        pytest.raises(WebSocketDenialResponse) as refused,
        client.websocket_connect("/api/ws/event", headers=ann),
    ):
        pass
    assert refused.value.status_code == 401
    assert refused.value.json()["code"] == "bad-token"


def test_the_cookie_of_a_page_does_not_act_in_the_api(
    client: TestClient, portal: Portal, game: str
) -> None:
    bot = portal.accounts.find("ann-bot")
    assert bot is not None
    response = Response()
    portal.identity.remember(response, bot.id)
    headers = {"Cookie": response.headers["set-cookie"].partition(";")[0]}
    for path in WRITES:
        address = f"/api/{path.format(game=game)}"
        answer = client.post(address, headers=headers, json={"game": "ataxx"})
        assert answer.status_code == 401, path
    assert portal.games.load(game).moves == ()


def test_a_person_cannot_play_by_token(client: TestClient, portal: Portal, game: str) -> None:
    person = portal.accounts.register("Ada", "correct horse")
    headers = {"Authorization": f"Bearer {portal.tokens.create(person.id, 'mine')}"}
    assert client.get("/api/account", headers=headers).json()["title"] is None
    for path in WRITES:
        if "upgrade" not in path:
            answer = client.post(
                f"/api/{path.format(game=game)}", headers=headers, json={"game": "ataxx"}
            )
            assert (answer.status_code, answer.json()["code"]) == (403, "not-allowed"), path
    assert client.get("/api/stream/event", headers=headers).status_code == 403


def test_an_account_that_has_not_played_becomes_a_bot(client: TestClient, portal: Portal) -> None:
    person = portal.accounts.register("Ada", "correct horse")
    headers = {"Authorization": f"Bearer {portal.tokens.create(person.id, 'mine')}"}
    for _ in range(2):
        assert client.post("/api/bot/account/upgrade", headers=headers).status_code == 200
    assert client.get("/api/user/ADA").json()["title"] == "BOT"


def test_an_account_that_has_played_stays_a_person(client: TestClient, portal: Portal) -> None:
    person = portal.accounts.register("Ada", "correct horse")
    seats = StoredSeat("Ada", person.id), StoredSeat("level 1", None, "level 1")
    portal.games.create(NewGame("ataxx", seats))
    headers = {"Authorization": f"Bearer {portal.tokens.create(person.id, 'mine')}"}
    assert client.post("/api/bot/account/upgrade", headers=headers).status_code == 403


def test_somebody_else_can_do_nothing_in_a_game(
    client: TestClient, portal: Portal, owner: int, game: str
) -> None:
    eve = make_bot(portal, owner, "Eve-bot")
    for path in ("move/b7", "resign", "abort", "draw/yes", "takeback/yes", "chat"):
        answer = client.post(f"/api/bot/game/{game}/{path}", headers=eve, json={"text": "hello"})
        assert answer.status_code == 403, path
    assert client.get(f"/api/bot/game/stream/{game}", headers=eve).status_code == 403
    with client.websocket_connect(f"/api/ws/game/{game}", headers=eve) as socket:
        assert socket.receive_json()["code"] == "not-allowed"
    assert portal.games.load(game).ended is None


def test_a_challenge_is_answered_only_by_whom_it_is_for(
    client: TestClient, portal: Portal, owner: int, ann: Headers, bob: Headers
) -> None:
    eve = make_bot(portal, owner, "Eve-bot")
    key = challenge(client, ann, "Bob-bot")
    for who in (eve, ann):
        for what in ("accept", "decline"):
            answer = client.post(f"/api/challenge/{key}/{what}", headers=who)
            assert answer.status_code == 403, what
    for who in (eve, bob):
        assert client.post(f"/api/challenge/{key}/cancel", headers=who).status_code == 403
    assert client.post(f"/api/challenge/{key}/accept", headers=bob).status_code == 200


def test_an_account_waits_in_few_games(client: TestClient, ann: Headers) -> None:
    for _ in range(20):
        assert client.post("/api/board/seek", headers=ann, json={"game": "push"}).status_code == 200
    answer = client.post("/api/board/seek", headers=ann, json={"game": "push"})
    assert (answer.status_code, answer.json()["code"]) == (429, "too-many")


def test_nobody_signs_in_as_a_bot_that_somebody_owns(portal: Portal, ann: Headers) -> None:
    for password in ("", "Ann-bot", "correct horse"):
        assert portal.accounts.check("Ann-bot", password) is None


def limited(portal: Portal, **limits: float) -> None:
    """Give the portal other limits from now on."""
    portal.limiter.limits = portal.limiter.limits.replace(**limits)


def test_limits_by_account_hold_for_tokens(
    client: TestClient, portal: Portal, ann: Headers, bob: Headers
) -> None:
    limited(portal, posts=0.01, posts_burst=2, requests=0.01, requests_burst=6)
    for _ in range(2):
        assert client.post("/api/board/seek", headers=ann, json={"game": "push"}).status_code == 200
    answer = client.post("/api/board/seek", headers=ann, json={"game": "push"})
    assert (answer.status_code, answer.json()["code"]) == (429, "too-many")
    assert int(answer.headers["retry-after"]) > 0
    # Moves count as requests alone.
    path = f"/api/bot/game/{portal.games.unfinished()[0]}/move/b7"
    assert [client.post(path, headers=ann).status_code for _ in range(4)] == [409, 409, 409, 429]
    assert client.post("/api/board/seek", headers=bob, json={"game": "push"}).status_code == 200


def test_streams_and_sockets_of_a_token_are_counted_together(
    client: TestClient, portal: Portal, ann: Headers, bob: Headers, game: str
) -> None:
    limited(portal, sockets=1)
    paths = ("/api/stream/event?follow=false", f"/api/bot/game/stream/{game}?follow=false")
    with client.websocket_connect("/api/ws/event", headers=ann):
        for path in paths:
            answer = client.get(path, headers=ann)
            assert (answer.status_code, answer.json()["code"]) == (429, "too-many")
            assert client.get(path, headers=bob).status_code == 200
        with client.websocket_connect("/api/ws/event", headers=ann) as second:
            said = second.receive_json()
            assert (said["type"], said["code"]) == ("error", "too-many")
            assert "too many connections" in said["error"]
    assert [client.get(path, headers=ann).status_code for path in paths] == [200, 200]


def test_the_log_names_the_account_of_a_token(
    client: TestClient, portal: Portal, ann: Headers, caplog: pytest.LogCaptureFixture
) -> None:
    bot = portal.accounts.find("ann-bot")
    assert bot is not None
    with caplog.at_level("INFO", "outwit"):
        client.get("/api/account", headers=ann)
    (line,) = [each for each in caplog.records if each.getMessage() == "request"]
    assert bot.id in vars(line)["fields"].values()
