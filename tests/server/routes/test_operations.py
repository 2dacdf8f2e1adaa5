"""Health, metrics and the log."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy
from fastapi.testclient import TestClient
from sqlalchemy import text

from outwit.errors import StorageFault, UsageError
from outwit.server.base import logs
from outwit.server.base.metrics import SECONDS
from tests.server.routes.test_playing import HERE, begin, my_turn, token, until
from tests.server.visits import portal, visited

pytestmark = pytest.mark.compiled_only

PASSWORD = "correct horse battery"


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[TestClient]:
    with visited(tmp_path, metrics_token="a token") as browser:
        browser.follow_redirects = True
        yield browser


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """Return what is logged, as JSON lines."""
    root, ours = logging.getLogger(), logging.getLogger("outwit")
    kept = root.handlers[:], root.level, ours.level
    stream = io.StringIO()
    logs.set_up("", stream)
    yield stream
    root.handlers[:], level, our_level = kept
    root.setLevel(level)
    ours.setLevel(our_level)


def lines(written: io.StringIO) -> list[dict[str, Any]]:
    """Read the log."""
    return [json.loads(line) for line in written.getvalue().splitlines()]


def metrics(browser: TestClient) -> dict[str, float]:
    """Return all metrics."""
    answer = browser.get("/metrics", headers={"authorization": "Bearer a token"})
    assert answer.headers["content-type"] == "text/plain; version=1.0.0; charset=utf-8"
    rows = [line.rpartition(" ") for line in answer.text.splitlines() if line[0] != "#"]
    return {name: float(number) for name, _, number in rows}


def test_alive_and_ready(browser: TestClient) -> None:
    assert browser.get("/health").text == "ok\n"
    assert browser.get("/ready").text == "ready\n"


def test_without_its_database_the_portal_is_alive_and_not_ready(
    browser: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone() -> None:
        raise StorageFault("gone")

    monkeypatch.setattr(portal(browser).heartbeat, "check", gone)
    assert browser.get("/health").status_code == 200
    assert browser.get("/ready").status_code == 503


def test_a_full_disk_is_not_ready_and_players_are_told(browser: TestClient) -> None:
    def only_read(connection: Any, *_: object) -> None:
        connection.execute("PRAGMA query_only=ON")

    key = begin(browser, "ataxx", level="1")
    database = portal(browser).database
    with browser.websocket_connect(f"/ws/g/{key}", headers=HERE) as socket:
        my_turn(socket)
        sqlalchemy.event.listen(database.engine, "checkout", only_read)
        try:
            socket.send_json({"t": "move", "n": 0, "m": "b7"})
            said = until(socket, "error")
            answer = browser.get("/ready")
        finally:
            sqlalchemy.event.remove(database.engine, "checkout", only_read)
            database.engine.dispose()
    assert said["message"].startswith("the server cannot store moves now")
    assert (answer.status_code, answer.text) == (503, "the database cannot be written\n")
    assert browser.get("/ready").status_code == 200


def test_a_portal_that_is_about_to_end_is_not_ready(browser: TestClient) -> None:
    portal(browser).closing.set()
    assert browser.get("/ready").status_code == 503


def test_metrics_are_for_this_machine_or_for_the_token(tmp_path: Path) -> None:
    with visited(tmp_path) as browser:
        assert browser.get("/metrics").status_code == 403
        assert browser.get("/metrics", headers={"authorization": "Bearer "}).status_code == 403
        local = TestClient(browser.app, client=("127.0.0.1", 1))
        local.portal = browser.portal
        assert local.get("/metrics").status_code == 200
        # A proxy on this machine asks for somebody else.
        for name in ("x-forwarded-for", "forwarded", "x-real-ip"):
            assert local.get("/metrics", headers={name: "127.0.0.1"}).status_code == 403


def test_a_wrong_token_reads_no_metrics(browser: TestClient) -> None:
    for given in ("Bearer a tokem", "a token", "Bearer \xff"):
        headers = [(b"authorization", given.encode("latin-1"))]
        assert browser.get("/metrics", headers=headers).status_code == 403


def test_games_moves_sockets_and_requests_are_counted(browser: TestClient) -> None:
    before = metrics(browser)

    def more(name: str) -> float:
        return after.get(name, 0) - before.get(name, 0)

    key = begin(browser, "ataxx", level="1")
    with browser.websocket_connect(f"/ws/g/{key}", headers=HERE) as socket:
        my_turn(socket)
        socket.send_json({"t": "move", "n": 0, "m": "b7"})
        until(socket, "ack")
        after = metrics(browser)
        assert more("outwit_sockets_open") == 1
        my_turn(socket)
        socket.send_json({"t": "resign"})
        assert my_turn(socket)["outcome"]
    browser.get("/g/another")
    after = metrics(browser)
    assert more("outwit_sockets_open") == 0
    assert more('outwit_games_begun_total{game="ataxx"}') == 1
    assert more('outwit_games_ended_total{game="ataxx"}') == 1
    assert more("outwit_move_seconds_count") == 1
    assert after["outwit_rooms_open"] == 1
    assert after["outwit_database_faults_total"] == 0
    route = 'method="GET",route="/g/{key}"'
    assert more(f'outwit_request_seconds_count{{{route},status="200"}}') == 1
    assert more(f'outwit_request_seconds_count{{{route},status="404"}}') == 1
    assert not any(key in name for name in after)


def test_addresses_that_are_not_there_share_one_row(browser: TestClient) -> None:
    before = len(metrics(browser))
    browser.get("/nowhere")
    once = len(metrics(browser))
    for number in range(20):
        browser.request(f"BREW{number}", f"/nowhere/{number}")
    browser.get("/nowhere/else")
    assert len(metrics(browser)) - once <= once - before + 2 * (len(SECONDS) + 3)


def test_every_request_is_one_line(browser: TestClient, written: io.StringIO) -> None:
    begin(browser, "ataxx", level="1")
    found = [line for line in lines(written) if line["event"] == "request"]
    assert [(line["method"], line["route"], line["status"]) for line in found] == [
        ("GET", "/", 200),
        ("POST", "/play", 303),
        ("GET", "/g/{key}", 200),
    ]
    assert "account" not in found[0]
    assert found[2]["account"] == 1
    assert all(line["ms"] > 0 for line in found)
    assert len({line["request"] for line in found}) == 3


def test_files_and_health_are_not_logged(browser: TestClient, written: io.StringIO) -> None:
    for path in ("/static/site.css", "/health", "/ready"):
        browser.get(path)
    assert lines(written) == []


def test_a_game_is_logged_when_it_begins_and_ends(
    browser: TestClient, written: io.StringIO
) -> None:
    key = begin(browser, "ataxx", level="1")
    with browser.websocket_connect(f"/ws/g/{key}", headers=HERE) as socket:
        my_turn(socket)
        socket.send_json({"t": "resign"})
        assert my_turn(socket)["outcome"]
    found = {line["event"]: line for line in lines(written)}
    assert found["game begun"]["game"] == "ataxx"
    assert found["game ended"]["result"] == "0-1"
    assert found["socket"]["route"] == "/ws/g/{key}"


def test_a_fault_is_logged_once_with_its_traceback(
    browser: TestClient, written: io.StringIO
) -> None:
    async def broken() -> None:
        raise RuntimeError("broken")

    browser.app.add_api_route("/broken", broken)  # type: ignore[attr-defined]

    answer = browser.get("/broken?password=hunter2")
    found = [line for line in lines(written) if line["level"] == "error"]
    assert len(found) == 1
    assert found[0]["request"] == answer.headers["x-request-id"]
    assert found[0]["traceback"].endswith("RuntimeError: broken")


def test_nothing_secret_is_logged(browser: TestClient, written: io.StringIO) -> None:
    accounts = portal(browser).accounts
    csrf = token(browser, "/login?next=/hush")
    for path in ("/register", "/login"):
        data = {"csrf": csrf, "name": "Ada", "password": PASSWORD}
        browser.post(path, data=data, headers={"authorization": "Bearer outwit_hush"})
        csrf = token(browser)
    browser.post("/login", data={"csrf": "x" * 80, "name": "Ada", "password": PASSWORD})
    browser.get(f"/nowhere/{PASSWORD}?token=outwit_hush")
    key = begin(browser, "ataxx", level="1")
    with browser.websocket_connect(f"/ws/g/{key}?token=outwit_hush", headers=HERE) as socket:
        socket.send_json({"t": "chat", "text": "hush, hush"})
        until(socket, "chat")
    with portal(browser).database.reading() as connection:
        hashed = connection.exec_driver_sql("SELECT password FROM accounts").scalar_one()

    # A fault whose statement carries the hash of a password.
    async def broken() -> None:
        with portal(browser).database.session() as connection:
            connection.execute(text("INSERT INTO nowhere VALUES (:hash)"), {"hash": hashed})

    browser.app.add_api_route("/broken", broken)  # type: ignore[attr-defined]
    assert browser.get("/broken").status_code == 503
    assert accounts.find("Ada") is not None
    said = written.getvalue()
    assert "INSERT INTO nowhere" in said
    secrets = [PASSWORD, "correct", "hush", csrf, browser.cookies["outwit"], hashed, key, "Ada"]
    assert [each for each in secrets if each in said] == []


@pytest.mark.parametrize(("proxies", "warnings"), [((), 1), (("192.0.2.0/24",), 0)])
def test_a_proxy_that_nobody_told_us_of_is_noticed_once(
    tmp_path: Path, written: io.StringIO, proxies: tuple[str, ...], warnings: int
) -> None:
    with visited(tmp_path, proxies=proxies) as browser:
        for _ in range(2):
            browser.get("/", headers={"x-forwarded-for": "203.0.113.1"})
    found = [line["event"] for line in lines(written) if line["level"] == "warning"]
    assert len(found) == warnings
    assert all("OUTWIT_PROXY does not name it" in each for each in found)


def test_a_terminal_gets_text_that_cannot_move_its_cursor() -> None:
    record = logging.LogRecord("x", logging.ERROR, "", 0, "a\nb\x1b[2J", (), None)
    line = logs.Lines(logs.TEXT).format(record)
    assert line.isprintable()
    assert line.endswith("error: a b [2J")


def test_another_form_of_log_is_refused() -> None:
    with pytest.raises(UsageError, match="OUTWIT_LOG is json or text"):
        logs.read_form("xml")
