"""Feeds: a reader that is too slow is told so, and none stays open and deaf."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from fastapi import WebSocket
from starlette.websockets import WebSocketDisconnect

from outwit.server.api import streams
from outwit.server.api.access import Caller
from outwit.server.api.streaming import written
from outwit.server.news import hub
from outwit.server.news.feed import Closing, Ended, Feed
from outwit.server.news.hub import Hub, of_account, of_tournament
from outwit.server.news.presence import Presence
from outwit.server.routes import following
from outwit.server.routes.sockets import send
from tests.server.tournament import entered, opened, people
from tests.server.visits import portal as portal_of
from tests.server.visits import visited

HERE = {"origin": "http://testserver"}


def test_a_reader_that_is_too_slow_gets_the_end_instead_of_silence() -> None:
    async def run() -> None:
        feed: Feed[int] = Feed("test", 2)
        assert [feed.put(number) for number in range(4)] == [True, True, False, False]
        with pytest.raises(Ended):
            await feed.get()

    asyncio.run(run())


def test_a_reader_that_waits_is_woken_by_the_end() -> None:
    async def run() -> None:
        feed: Feed[int] = Feed("test", 2)
        closing = Closing()
        closing.add(feed)
        asyncio.get_running_loop().call_later(0.01, closing.set)
        with pytest.raises(Ended):
            await asyncio.wait_for(feed.get(), 10)
        late: Feed[int] = Feed("test", 2)
        closing.add(late)
        assert late.is_ended

    asyncio.run(run())


def test_who_is_present_without_reading_stays_present() -> None:
    news = Hub()
    with news.attend(of_account(7)):
        for number in range(hub.MOST_WAITING + 1):
            news.publish(of_account(7), {"n": number})
        assert Presence(news).is_present(7)
        assert news.channels() == (of_account(7),)
    assert not Presence(news).is_present(7)
    assert news.channels() == ()


def test_a_stream_of_events_ends_when_it_is_read_too_slowly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "MOST_WAITING", 3)

    async def run() -> None:
        async with opened(tmp_path) as portal:
            bot = portal.accounts.make_bot(portal.accounts.guest().id, "Ann-bot")
            caller = Caller(bot, portal.tokens.create(bot.id, "test"), portal.tokens)
            presenter: Any = None  # there is nothing to show
            made = next(part for part in portal.parts() if isinstance(part, streams.Streams))
            lines = written(made.events(caller, presenter, True))
            monkeypatch.setattr(streams, "ALIVE_SECONDS", 0.01)
            assert await anext(lines) == "\n"
            for _ in range(5):
                portal.hub.publish(of_account(bot.id), {"type": "gameStart", "id": "aaaaaaaa"})
            rest = [line async for line in lines]
            assert rest == []

    asyncio.run(run())


def test_the_socket_of_a_page_that_is_too_slow_is_closed_so_that_it_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "MOST_WAITING", 3)
    with visited(tmp_path) as browser:
        portal = portal_of(browser)
        key = entered(portal, people(portal, 2), "swiss", rounds=3)
        with browser.websocket_connect(f"/ws/t/{key}", headers=HERE) as socket:
            socket.send_json({"t": "ping"})
            assert socket.receive_json() == {"t": "pong"}

            async def publish() -> None:
                for _ in range(5):
                    portal.hub.publish(of_tournament(key), {"type": "tournamentChanged"})

            assert browser.portal is not None
            browser.portal.call(publish)
            with pytest.raises(WebSocketDisconnect) as end:
                socket.receive_json()
            assert end.value.code == 1013


def test_the_socket_of_a_page_is_closed_when_its_news_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(socket: WebSocket, message: dict[str, Any]) -> None:
        if message == {"t": "changed"}:
            raise ZeroDivisionError("oh")
        await send(socket, message)

    monkeypatch.setattr(following, "send", fail)
    with visited(tmp_path) as browser:
        portal = portal_of(browser)
        key = entered(portal, people(portal, 2), "swiss", rounds=3)
        with browser.websocket_connect(f"/ws/t/{key}", headers=HERE) as socket:
            socket.send_json({"t": "ping"})
            assert socket.receive_json() == {"t": "pong"}
            message = {"type": "tournamentChanged"}
            assert browser.portal is not None
            browser.portal.call(portal.hub.publish, of_tournament(key), message)
            with pytest.raises(WebSocketDisconnect) as end:
                socket.receive_json()
            assert end.value.code == 1013
