"""Whatever comes over a socket is answered, by one error if it is wrong, and the socket stays."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import WebSocketTestSession

from outwit.server.edge.limits import ClientLimits
from outwit.storage.stored import NewGame, StoredSeat
from tests.server.routes.test_playing import HERE, begin
from tests.server.visits import portal, visited

pytestmark = pytest.mark.compiled_only

MANY = 1e9
LIMITS = ClientLimits(messages=MANY, messages_burst=MANY, chat=MANY, chat_burst=MANY)
HUGE = 2**70
NUMBERS = ("1e999", "-1e999", "NaN", "Infinity", "1e-999", str(2**63), str(HUGE), "9" * 1_500)
# What no page sends: as text, for much of it is no JSON.
HOSTILE = [
    *(f'{{"t": "move", "n": {number}, "m": "b7"}}' for number in NUMBERS),
    *(f'{{"t": "move", "n": {number}, "m": {number}}}' for number in NUMBERS),
    *(f'{{"t": "nonsense", "n": {number}}}' for number in NUMBERS),
    *(f'{{"t": {value}}}' for value in ("1", "null", "[]", "{}", '""', "1e999", '"\\ud800"')),
    *(
        f'{{"t": "move", "n": {value}, "m": "zz"}}'
        for value in ("true", "null", '"0"', "0.0", "-1")
    ),
    *(
        f'{{"t": "{kind}", "text": {value}}}'
        for kind in ("chat", "move")
        for value in ("1", "null")
    ),
    '{"t": "move", "n": 0, "m": "\\ud800"}',
    '{"t": "chat", "text": "\\udfff"}',
    '{"t": "move", "n": 0, "m": "' + "x" * 1_900 + '"}',
    '{"t": "\\u0000"}',
    "",
    "null",
    "[]",
    '"move"',
    "{",
    "[" * 1_999,
    '{"t":' * 300 + "1" + "}" * 300,
    "x" * 5_000,
    "\u202e\u200b\ufeff",
]
PLAIN = st.none() | st.booleans() | st.integers(-HUGE, HUGE) | st.floats() | st.text(max_size=20)
VALUES = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)
# Not those that end a game, or take a second.
KINDS = st.sampled_from(("move", "sync", "chat", "decline", "ping")) | VALUES
MESSAGES = st.fixed_dictionaries(
    {"t": KINDS}, optional=dict.fromkeys(("n", "m", "text", "flipped"), VALUES)
)
# Of a game's messages, those that come by themselves.
UNASKED = ("state", "talk", "chat")


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with visited(tmp_path_factory.mktemp("portal"), LIMITS) as browser:
        browser.follow_redirects = True
        yield browser


@pytest.fixture(scope="module")
def page(browser: TestClient) -> Iterator[WebSocketTestSession]:
    """Return the socket of a player."""
    key = begin(browser, "ataxx", opponent="friend")
    with browser.websocket_connect(f"/ws/g/{key}", headers=HERE) as socket:
        assert socket.receive_json()["t"] == "state"
        yield socket


@pytest.fixture(scope="module")
def news(browser: TestClient) -> Iterator[WebSocketTestSession]:
    """Return the socket of a list that changes."""
    with browser.websocket_connect("/ws/tournaments", headers=HERE) as socket:
        yield socket


@pytest.fixture(scope="module")
def bot(browser: TestClient) -> Iterator[WebSocketTestSession]:
    """Return the socket of a bot in its game."""
    inside = portal(browser)
    owner = inside.accounts.guest()
    made = inside.accounts.make_bot(owner.id, "Ann-bot")
    seats = StoredSeat(made.name, made.id), StoredSeat(owner.name, owner.id)
    key = inside.games.create(NewGame("ataxx", seats))
    headers = {"authorization": f"Bearer {inside.tokens.create(made.id, 'test')}"}
    with browser.websocket_connect(f"/api/ws/game/{key}", headers=headers) as socket:
        assert socket.receive_json()["type"] == "gameFull"
        yield socket


def answers(socket: WebSocketTestSession, text: str) -> list[dict[str, Any]]:
    """Send a message, and return what it is answered by: all until the answer to another one."""
    socket.send_text(text)
    socket.send_text('{"t": "the last"}')
    found = []
    while "'the last'" not in (message := socket.receive_json()).get("message", ""):
        if message["t"] not in UNASKED:
            found.append(message)
    return found


def said(socket: WebSocketTestSession, text: str) -> dict[str, Any]:
    """Send a message of a bot's, and return its answer, which is ok or an error."""
    socket.send_text(text)
    while True:
        line = socket.receive_text()
        # An empty one says that nothing happens.
        message: dict[str, Any] = json.loads(line) if line else {}
        if message.get("type") in ("ok", "error"):
            return message


@pytest.mark.parametrize("text", HOSTILE)
def test_a_wrong_message_is_answered_by_one_error(
    page: WebSocketTestSession, news: WebSocketTestSession, text: str
) -> None:
    for socket in (page, news):
        (error,) = answers(socket, text)
        assert error["t"] == "error"
        assert error["message"].isprintable()
        assert isinstance(error.get("n", 0), int)


@given(MESSAGES | VALUES)
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_every_message_is_answered_once_at_most(page: WebSocketTestSession, message: Any) -> None:
    assert len(answers(page, json.dumps(message))) <= 1


@pytest.mark.parametrize("text", HOSTILE)
def test_a_bots_wrong_message_is_answered_by_one_error(
    bot: WebSocketTestSession, text: str
) -> None:
    for name, theirs in (("t", "type"), ("n", "ply"), ("m", "move")):
        text = text.replace(f'"{name}":', f'"{theirs}":')
    assert said(bot, text)["type"] == "error"


@given(VALUES, VALUES)
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_every_message_of_a_bot_is_answered_by_one(
    bot: WebSocketTestSession, ply: Any, move: Any
) -> None:
    message = {"type": "move", "move": move, "ply": ply}
    assert said(bot, json.dumps(message))["type"] == "error"
