"""Sockets and streams end with the session, token or membership that let them in."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from outwit.server.edge import passes as passes_module
from outwit.server.edge.passes import PassEnded, of_session, of_sessions, of_token
from outwit.server.gate.call import UNAUTHORIZED
from outwit.server.portal import Portal
from outwit.storage.sessions import LoginSession
from outwit.storage.stored import NewGame, StoredSeat
from tests.server.rooms import portals, until
from tests.server.routes.test_playing import HERE, begin, token
from tests.server.visits import portal, visited

pytestmark = pytest.mark.compiled_only

SIGNED = {"name": "Ada", "password": "correct horse"}
CHANGED = {"old": SIGNED["password"], "new": "battery staple"}


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[TestClient]:
    with visited(tmp_path, secret="a key for tests") as browser:
        browser.follow_redirects = True
        yield browser


def post(browser: TestClient, path: str, **fields: str) -> None:
    answer = browser.post(path, data={**fields, "csrf": token(browser, "/login")})
    assert answer.status_code == 200, answer.text


def ending(socket: WebSocketTestSession) -> tuple[int, str]:
    """Return the code with which a socket is closed, and what was said before."""
    said = ""
    while True:
        try:
            message = socket.receive_json()
        except WebSocketDisconnect as closed:
            return closed.code, said
        said = message.get("code", "")
        assert message.get("t") != "pong", "the socket is still there"


def bot_and_game(inside: Portal) -> tuple[dict[str, str], int, str]:
    """Make a bot with a token, and a game of it; return headers, token and game."""
    owner = inside.accounts.guest()
    bot = inside.accounts.make_bot(owner.id, "Ann-bot")
    secret = inside.tokens.create(bot.id, "test")
    (made,) = inside.tokens.list(bot.id)
    seats = StoredSeat(bot.name, bot.id), StoredSeat(owner.name, owner.id)
    return (
        {"authorization": f"Bearer {secret}"},
        made.id,
        inside.games.create(NewGame("ataxx", seats)),
    )


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/logout", {}),
        ("/settings/password", CHANGED),
        ("/settings/close", {"password": SIGNED["password"]}),
    ],
)
def test_a_socket_ends_with_its_session(
    browser: TestClient, path: str, fields: dict[str, str]
) -> None:
    post(browser, "/register", **SIGNED)
    key = begin(browser, "ataxx", level="1")
    with browser.websocket_connect(f"/ws/g/{key}", headers=HERE) as socket:
        assert socket.receive_json()["t"] == "state"
        post(browser, path, **fields)
        socket.send_json({"t": "resign"})
        socket.send_json({"t": "ping"})
        assert ending(socket) == (UNAUTHORIZED, "not-allowed")
    stored = portal(browser).games.load(key)
    assert (stored.ended is not None) == (path == "/settings/close")
    assert not portal(browser).passes._all


def test_a_socket_of_another_session_stays_at_a_sign_out(browser: TestClient) -> None:
    post(browser, "/register", **SIGNED)
    key = begin(browser, "ataxx", level="1")
    with browser.websocket_connect(f"/ws/g/{key}", headers=HERE) as socket:
        browser.cookies.clear()
        post(browser, "/login", **SIGNED)
        post(browser, "/logout")
        socket.send_json({"t": "resign"})
        while not (message := socket.receive_json()).get("outcome"):
            assert message["t"] == "state"


@pytest.mark.parametrize("path", ["/api/ws/event", "/api/ws/game/{key}"])
def test_a_bots_socket_ends_with_its_token(browser: TestClient, path: str) -> None:
    inside = portal(browser)
    headers, number, key = bot_and_game(inside)
    with browser.websocket_connect(path.format(key=key), headers=headers) as socket:
        assert socket.receive_json()["type"] in ("gameStart", "gameFull")
        inside.tokens.revoke(inside.games.load(key).setup.seats[0].account or 0, number)
        on_loop(browser, lambda: inside.passes.end(of_token(number)))
        socket.send_json({"type": "resign"})
        socket.send_json({"t": "ping"})
        assert ending(socket) == (UNAUTHORIZED, "bad-token")
    assert inside.games.load(key).ended is None


@pytest.mark.parametrize("path", ["/api/stream/event", "/api/bot/game/stream/{key}"])
def test_a_stream_ends_with_its_token(browser: TestClient, path: str) -> None:
    inside = portal(browser)
    headers, number, key = bot_and_game(inside)

    async def run() -> None:
        sent: list[dict[str, Any]] = []
        scope = {
            "type": "http",
            "method": "GET",
            "path": path.format(key=key),
            "raw_path": path.format(key=key).encode(),
            "query_string": b"",
            "root_path": "",
            "scheme": "http",
            "server": ("testserver", 80),
            "client": ("192.0.2.7", 50_000),
            "http_version": "1.1",
            "headers": [
                (b"host", b"testserver"),
                (b"authorization", headers["authorization"].encode()),
            ],
        }

        async def receive() -> dict[str, Any]:
            await asyncio.Event().wait()
            return {}

        async def send(message: Any) -> None:
            sent.append(message)

        serving = asyncio.ensure_future(browser.app(scope, receive, send))
        await until(lambda: any(each.get("body") for each in sent))
        inside.passes.end(of_token(number))
        async with asyncio.timeout(2):  # an empty line, which finds it out too, comes after five
            await serving
        assert not sent[-1].get("more_body")

    assert browser.portal is not None
    browser.portal.call(run)


def test_the_pages_that_revoke_tokens_and_close_accounts_end_what_those_let_in(
    browser: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = portal(browser)
    ended: list[str] = []
    monkeypatch.setattr(inside.passes, "end", lambda *grounds: ended.extend(grounds))
    post(browser, "/register", **SIGNED)
    post(browser, "/bots", name="Ann-bot")
    ada, bot = inside.accounts.find("Ada"), inside.accounts.find("Ann-bot")
    assert ada is not None
    assert bot is not None
    post(browser, "/bots/tokens", bot=bot.name, name="x")
    (made,) = inside.tokens.list(bot.id)
    post(browser, "/bots/tokens/revoke", bot=bot.name, token=str(made.id))
    assert ended.pop() == of_token(made.id)
    post(browser, "/settings/close", password=SIGNED["password"])
    assert ended == [of_sessions(ada.id), f"tokens {ada.id}", f"tokens {bot.id}"]


def on_loop(browser: TestClient, work: Callable[[], None]) -> None:
    """Do something in the event loop of a portal."""

    async def run() -> None:
        work()

    assert browser.portal is not None
    browser.portal.call(run)


async def served(inside: Portal, entry: LoginSession) -> str:
    """Hold a pass until it ends."""
    with inside.passes.hold(entry) as held:
        try:
            async with held:
                await asyncio.Event().wait()
        except PassEnded:
            return "ended"
    return ""


async def held_in(inside: Portal, entry: LoginSession) -> asyncio.Task[str]:
    task = asyncio.create_task(served(inside, entry))
    await until(lambda: inside.passes._all)
    return task


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
@pytest.mark.parametrize("lost", ["nothing", "note", "bus"])
def test_a_session_ends_in_every_process_even_if_the_bus_was_down(
    url: str, lost: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Without a note, what tells is a look into the database: now and then, or on reconnecting.
    monkeypatch.setattr(passes_module, "CHECK_SECONDS", 0.1 if lost == "note" else 600.0)

    async def run() -> None:
        async with portals(url, 2) as (here, there):
            account = here.accounts.guest().id
            entry = LoginSession(account, "name", time.time())
            task = await held_in(there, entry)
            if lost != "nothing":
                monkeypatch.setattr(here.bus, "tell", lambda *_: None)
            await here.identity.end_all(account)
            if lost == "bus":
                bus: Any = there.bus
                bus._break(ValueError("severed"), bus._speaking)
            async with asyncio.timeout(30):
                assert await task == "ended"

    asyncio.run(run())


def test_a_pass_that_ended_before_it_is_entered_lets_nobody_in(browser: TestClient) -> None:
    inside = portal(browser)

    async def run() -> None:
        with inside.passes.hold(LoginSession(1, "x", time.time())) as held:
            inside.passes.end(of_session("x"))
            with pytest.raises(PassEnded):
                async with held:
                    raise AssertionError("it lets somebody in")

    assert browser.portal is not None
    browser.portal.call(run)


def test_a_cancellation_from_outside_stays_one(browser: TestClient) -> None:
    inside = portal(browser)

    async def run() -> None:
        task = await held_in(inside, LoginSession(1, "x", time.time()))
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    assert browser.portal is not None
    browser.portal.call(run)
