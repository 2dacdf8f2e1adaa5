"""What one client may ask of the portal, and what happens beyond."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from outwit.errors import TooMany, UsageError
from outwit.server.base.metrics import REFUSALS
from outwit.server.edge import limits as module
from outwit.server.edge.limits import (
    HASHING,
    MOST_HASHING,
    Buckets,
    ClientLimits,
    Limiter,
    read_limits,
)
from tests.server.counts import number
from tests.server.routes.test_playing import HERE, begin, token, until
from tests.server.visits import portal, visited

pytestmark = pytest.mark.compiled_only


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_gives_its_burst_then_its_rate() -> None:
    clock = Clock()
    buckets = Buckets(clock)
    taken = [buckets.take("posts", "a", 2, 3) for _ in range(4)]
    assert taken[:3] == [0, 0, 0]
    assert taken[3] == pytest.approx(0.5)
    clock.now += 0.5
    assert buckets.take("posts", "a", 2, 3) == 0
    assert buckets.take("posts", "a", 2, 3) > 0


def test_a_refusal_costs_nothing() -> None:
    clock = Clock()
    buckets = Buckets(clock)
    for _ in range(50):
        buckets.take("posts", "a", 1, 1)
    clock.now += 1
    assert buckets.take("posts", "a", 1, 1) == 0


def test_clients_and_kinds_have_buckets_of_their_own() -> None:
    buckets = Buckets(Clock())
    assert buckets.take("posts", "a", 1, 1) == 0
    assert buckets.take("posts", "b", 1, 1) == 0
    assert buckets.take("chat", "a", 1, 1) == 0
    assert buckets.take("posts", "a", 1, 1) > 0


def test_many_clients_take_bounded_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_CLIENTS", 100)
    buckets = Buckets(Clock())
    for client in range(1_000):
        buckets.take("posts", client, 1, 1)
    assert len(buckets) == 100
    assert buckets.take("posts", 999, 1, 1) > 0


def test_few_passwords_are_hashed_at_once_and_few_wait() -> None:
    async def crowd() -> tuple[int, int]:
        limiter = Limiter(ClientLimits())
        busy, most, refused = 0, 0, 0

        async def sign_in() -> None:
            nonlocal busy, most, refused
            try:
                async with limiter.hashing():
                    busy += 1
                    most = max(most, busy)
                    await asyncio.sleep(0)
                    busy -= 1
            except TooMany:
                refused += 1

        await asyncio.gather(*(sign_in() for _ in range(HASHING + MOST_HASHING + 5)))
        return most, refused

    assert asyncio.run(crowd()) == (HASHING, 5)


def test_the_environment_sets_limits() -> None:
    assert read_limits({"OUTWIT_LIMIT_SOCKETS": "7", "HOME": "x"}) == ClientLimits(sockets=7)
    for wrong in ("", "many", "0", "-1", "nan", "inf"):
        with pytest.raises(UsageError, match="OUTWIT_LIMIT_SOCKETS is not a number above 0"):
            read_limits({"OUTWIT_LIMIT_SOCKETS": wrong})
    with pytest.raises(UsageError, match="no such limit"):
        read_limits({"OUTWIT_LIMIT_SOKCETS": "7"})


def test_too_many_requests_are_answered_by_a_page_that_says_when_to_come_back(
    tmp_path: Path,
) -> None:
    with visited(tmp_path, ClientLimits(requests_address=0.1, requests_address_burst=2)) as browser:
        assert [browser.get("/").status_code for _ in range(3)] == [200, 200, 429]
        answer = browser.get("/login")
        assert 1 <= int(answer.headers["retry-after"]) <= 10
        assert "Too many requests" in answer.text
        assert "Too much at once: try again in " in answer.text
        refused = browser.get("/api/account")
        assert refused.status_code == 429
        assert refused.json()["code"] == "too-many"


def test_files_and_health_are_never_refused(tmp_path: Path) -> None:
    with visited(tmp_path, ClientLimits(requests_address=0.1, requests_address_burst=1)) as browser:
        for _ in range(3):
            for path in ("/static/site.css", "/static/boards.css", "/health", "/ready"):
                assert browser.get(path).status_code == 200, path


def test_a_class_behind_one_address_can_browse_and_sign_up(tmp_path: Path) -> None:
    limiter = Limiter(ClientLimits(), Clock())
    for _ in range(40):  # people, in the same moment
        for _ in range(15):
            limiter.take("requests_address", "school")
        for _ in range(3):
            limiter.take("posts_address", "school")
        limiter.take("logins_address", "school")
        limiter.take("games_address", "school")


def test_an_account_has_a_limit_of_its_own(tmp_path: Path) -> None:
    with visited(tmp_path, ClientLimits(requests=0.1, requests_burst=4)) as browser:
        browser.follow_redirects = True
        begin(browser, "ataxx", level="1")
        assert [browser.get("/").status_code for _ in range(4)].count(429) >= 1
        browser.cookies.clear()
        assert browser.get("/").status_code == 200


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[TestClient]:
    limits = ClientLimits(
        posts_address=0.01,
        posts_address_burst=6,
        logins_address=0.01,
        logins_address_burst=3,
        logins_name=0.01,
        logins_name_burst=2,
    )
    with visited(tmp_path, limits) as browser:
        yield browser


def sign_in(browser: TestClient, name: str) -> int:
    data = {"csrf": token(browser, "/login"), "name": name, "password": "wrong horse"}
    return browser.post("/login", data=data).status_code


def test_passwords_are_tried_slowly_for_one_name_and_from_one_address(slow: TestClient) -> None:
    assert [sign_in(slow, "Ada") for _ in range(3)] == [403, 403, 429]
    assert sign_in(slow, "Grace") == 429
    assert "Too many requests" in slow.post("/register", data={}).text


def test_posts_have_a_limit(slow: TestClient) -> None:
    codes = [slow.post("/play", data={}).status_code for _ in range(8)]
    assert codes == [400] * 6 + [429] * 2


def test_games_are_begun_slowly_and_few_are_open(tmp_path: Path) -> None:
    with visited(tmp_path, ClientLimits(open_games=2)) as browser:
        browser.follow_redirects = True
        for _ in range(2):
            begin(browser, "ataxx", level="1")
        data = {"game": "ataxx", "csrf": token(browser)}
        refused = browser.post("/play", data=data)
        assert refused.status_code == 429
        assert "finish or resign some of them first" in refused.text
    with visited(tmp_path, ClientLimits(games=0.01, games_burst=1)) as browser:
        browser.follow_redirects = True
        begin(browser, "ataxx", level="1")
        data = {"game": "ataxx", "csrf": token(browser)}
        assert browser.post("/play", data=data).status_code == 429


def test_a_body_that_is_too_large_is_refused(tmp_path: Path) -> None:
    def parts() -> Iterator[bytes]:
        for _ in range(1_000):
            yield b"x" * 1_000

    kind = {"content-type": "application/x-www-form-urlencoded"}
    with visited(tmp_path, ClientLimits(body=10_000)) as browser:
        assert browser.post("/play", data={"game": "x" * 20_000}).status_code == 413
        # Without a length it is counted as it comes.
        assert browser.post("/play", content=parts(), headers=kind).status_code == 413
        assert browser.post("/play", headers={**kind, "content-length": "-1"}).status_code == 413


def test_an_address_or_headers_beyond_measure_are_refused(tmp_path: Path) -> None:
    with visited(tmp_path) as browser:
        assert browser.get("/" + "x" * 5_000).status_code == 414
        assert browser.get("/login", params={"next": "x" * 5_000}).status_code == 414
        assert browser.get("/", headers={"x": "x" * 20_000}).status_code == 431


@pytest.mark.parametrize("limits", [ClientLimits(sockets=1), ClientLimits(tabs=1)])
def test_sockets_are_counted_and_the_one_too_many_is_told(
    tmp_path: Path, limits: ClientLimits
) -> None:
    with visited(tmp_path, limits) as browser:
        browser.follow_redirects = True
        key = begin(browser, "ataxx", level="1")
        path = f"/ws/g/{key}"
        with browser.websocket_connect(path, headers=HERE) as first:
            until(first, "state")
            with browser.websocket_connect(path, headers=HERE) as second:
                assert second.receive_json()["code"] == "too-many"
                with pytest.raises(WebSocketDisconnect) as closed:
                    second.receive_json()
                assert closed.value.code == 1013
        with browser.websocket_connect(path, headers=HERE) as third:
            assert until(third, "state")


def test_whoever_floods_a_socket_loses_it(tmp_path: Path) -> None:
    with visited(tmp_path, ClientLimits(messages=0.01, messages_burst=3)) as browser:
        browser.follow_redirects = True
        key = begin(browser, "ataxx", level="1")
        with browser.websocket_connect(f"/ws/g/{key}", headers=HERE) as socket:
            for _ in range(4):
                socket.send_json({"t": "ping"})
            assert until(socket, "error")["code"] == "too-many"
            with pytest.raises(WebSocketDisconnect) as closed:
                until(socket, "nothing")
            assert closed.value.code == 1008
            assert closed.value.reason.startswith("too much at once: try again in ")
        with browser.websocket_connect(f"/ws/g/{key}", headers=HERE) as socket:
            assert until(socket, "state")


def test_chat_has_a_limit(tmp_path: Path) -> None:
    with visited(tmp_path, ClientLimits(chat=0.01, chat_burst=1)) as browser:
        browser.follow_redirects = True
        key = begin(browser, "ataxx", level="1")
        with browser.websocket_connect(f"/ws/g/{key}", headers=HERE) as socket:
            socket.send_json({"t": "chat", "text": "hello"})
            assert until(socket, "chat")["text"] == "hello"
            socket.send_json({"t": "chat", "text": "hello"})
            assert until(socket, "error")["code"] == "too-many"


@pytest.mark.parametrize(("proxies", "codes"), [((), [200, 429]), (("192.0.2.0/24",), [200, 200])])
def test_only_a_trusted_proxy_says_where_a_request_comes_from(
    tmp_path: Path, proxies: tuple[str, ...], codes: list[int]
) -> None:
    limits = ClientLimits(requests_address=0.01, requests_address_burst=1)
    with visited(tmp_path, limits, proxies=proxies) as browser:
        given = ["203.0.113.1", "203.0.113.2"]
        found = [browser.get("/", headers={"x-forwarded-for": each}) for each in given]
        assert [each.status_code for each in found] == codes


def test_refusals_are_counted(tmp_path: Path) -> None:
    kind = "requests_address"
    before = number(REFUSALS, kind)
    with visited(
        tmp_path, ClientLimits(requests_address=0.01, requests_address_burst=1)
    ) as browser:
        for _ in range(3):
            browser.get("/")
        assert number(REFUSALS, kind) == before + 2
        assert portal(browser).limiter.buckets


def test_a_flood_of_sockets_is_turned_away_before_anything_is_looked_up(tmp_path: Path) -> None:
    with visited(
        tmp_path, ClientLimits(requests_address=0.001, requests_address_burst=20)
    ) as browser:
        browser.follow_redirects = True
        key = begin(browser, "ataxx", level="1")
        refused = 0
        for _ in range(25):
            try:
                with browser.websocket_connect(f"/ws/g/{key}", headers=HERE) as socket:
                    until(socket, "state")
            except WebSocketDisconnect:
                refused += 1
        assert 5 <= refused < 25
