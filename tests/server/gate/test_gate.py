"""What every answer carries, and how hostile requests are answered."""

from __future__ import annotations

import gzip
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI, Request
from fastapi.responses import StreamingResponse
from fastapi.testclient import TestClient
from uvicorn.protocols.utils import ClientDisconnected

from outwit.errors import StorageFault
from outwit.server.edge.limits import ClientLimits
from outwit.server.edge.settings import Settings
from outwit.server.gate.visit import HEADERS
from tests.server.routes.test_playing import HERE, begin, token
from tests.server.visits import ADDRESS, portal, visited

pytestmark = pytest.mark.compiled_only


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """Start one portal for all tests that change nothing."""
    with visited(tmp_path_factory.mktemp("portal")) as browser:
        app: Any = browser.app
        add_routes(app)
        yield browser


def add_routes(app: FastAPI) -> None:
    """Add what breaks, and what streams."""
    api: FastAPI = app.state.api

    @app.get("/broken")
    @api.get("/broken")
    async def broken() -> None:
        raise RuntimeError("a secret of ours")

    @app.get("/away")
    async def away() -> None:
        raise StorageFault("database postgresql://x: gone")

    @app.get("/stream")
    async def stream(request: Request) -> StreamingResponse:
        async def lines() -> AsyncIterator[bytes]:
            yield b"{}\n" * 1_000
            yield b"{}\n"

        return StreamingResponse(lines(), media_type="text/plain")


@pytest.fixture
def browser(shared: TestClient) -> TestClient:
    shared.cookies.clear()
    return shared


@pytest.mark.parametrize(
    "path", ["/", "/nope", "/static/site.css", "/health", "/api/nope", "/broken"]
)
def test_every_answer_has_the_headers_that_keep_browsers_safe(
    browser: TestClient, path: str
) -> None:
    found = browser.get(path).headers
    for name, value in HEADERS.items():
        assert found[name] == value
    assert "strict-transport-security" not in found
    assert "server" not in found
    assert "unsafe" not in found["content-security-policy"]


def test_with_https_browsers_are_told_to_keep_to_it(tmp_path: Path) -> None:
    with visited(tmp_path, secure=True) as browser:
        assert "max-age" in browser.get("/").headers["strict-transport-security"]
        data = {"game": "ataxx", "csrf": token(browser)}
        assert "Secure" in browser.post("/play", data=data).headers["set-cookie"]


def test_personal_pages_are_not_kept(browser: TestClient) -> None:
    assert browser.get("/").headers["cache-control"] == "no-cache"
    browser.follow_redirects = True
    begin(browser, "ataxx", level="1")
    browser.follow_redirects = False
    assert browser.get("/").headers["cache-control"] == "no-store"


def test_a_browser_asks_whether_its_copy_of_a_file_is_the_newest(browser: TestClient) -> None:
    first = browser.get("/static/site.css")
    assert first.headers["cache-control"] == "no-cache"
    again = browser.get("/static/site.css", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("path", ["/", "/static/site.css", "/static/boards.css", "/static/game.js"])
def test_pages_and_files_are_packed(browser: TestClient, path: str) -> None:
    plain = browser.get(path, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert "Accept-Encoding" in plain.headers["vary"]
    with browser.stream("GET", path, headers={"accept-encoding": "gzip"}) as answer:
        packed = b"".join(answer.iter_raw())
        assert answer.headers["content-encoding"] == "gzip"
        assert int(answer.headers["content-length"]) == len(packed) < len(plain.content) / 2
    if path != "/":  # whose tokens differ
        assert gzip.decompress(packed) == plain.content


def test_the_first_page_with_all_its_files_is_small(browser: TestClient) -> None:
    import re

    page = browser.get("/").text
    paths = {"/", *re.findall(r'(?:src|href)="(/static/[^"]+)"', page)}
    total = 0
    for path in paths:
        with browser.stream("GET", path, headers={"accept-encoding": "gzip"}) as answer:
            assert answer.status_code == 200, path
            total += len(b"".join(answer.iter_raw()))
    assert len(paths) > 3
    assert total < 150_000


def test_what_is_streamed_is_not_packed_nor_held_back(browser: TestClient) -> None:
    with browser.stream("GET", "/stream", headers={"accept-encoding": "gzip"}) as answer:
        assert "content-encoding" not in answer.headers
        assert len(b"".join(answer.iter_raw())) == 3_003


@pytest.mark.parametrize("path", ["/", "/static/site.css", "/nope", "/stream", "/health"])
def test_head_is_get_without_the_body(browser: TestClient, path: str) -> None:
    asked, given = browser.head(path), browser.get(path)
    assert asked.status_code == given.status_code
    assert asked.headers["content-type"] == given.headers["content-type"]
    assert asked.content == b""


@pytest.mark.parametrize(
    ("method", "path", "status", "words"),
    [
        ("GET", "/nope", 404, "There is nothing here"),
        ("GET", "/g/%00", 404, "There is nothing here"),
        ("GET", "/people/a%00b", 404, "There is nothing here"),
        ("GET", "/login?next=%00", 404, "There is nothing here"),
        ("GET", "/static/%00", 404, "There is nothing here"),
        ("GET", "/static/..%2f..%2fapp.py", 404, "There is nothing here"),
        ("GET", "/static/%2e%2e/%2e%2e/app.py", 404, "There is nothing here"),
        ("GET", "/g/%ff%fe", 404, "There is nothing here"),
        ("GET", "/g/%ed%a0%80", 404, "There is nothing here"),
        ("GET", "/" + "a/" * 900, 404, "There is nothing here"),
        ("GET", "/g/x/ply/abc.svg", 400, "That cannot be"),
        ("DELETE", "/", 405, "That is not done here"),
        ("POST", "/", 405, "That is not done here"),
        ("TRACE", "/", 405, "That is not done here"),
        ("BREW", "/", 405, "That is not done here"),
        ("POST", "/static/site.css", 405, "That is not done here"),
        ("POST", "/play", 400, "Game is missing."),
        ("GET", "/broken", 500, "Something went wrong here"),
        ("GET", "/away", 503, "The portal cannot do that now"),
    ],
)
def test_what_cannot_be_is_answered_by_a_page_of_the_site(
    browser: TestClient, method: str, path: str, status: int, words: str
) -> None:
    answer = browser.request(method, path)
    assert answer.status_code == status
    assert words in answer.text
    assert '<header class="top">' in answer.text
    assert "See the games" in answer.text


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/nope", 404, "not-found"),
        ("GET", "/api/broken", 500, "error"),
        ("POST", "/api/broken", 405, "method-not-allowed"),
    ],
)
def test_below_api_the_answer_is_json(
    browser: TestClient, method: str, path: str, status: int, code: str
) -> None:
    answer = browser.request(method, path)
    assert answer.status_code == status
    assert answer.json()["code"] == code
    assert answer.json()["error"]


def test_a_method_that_is_not_taken_is_told_which_are(browser: TestClient) -> None:
    assert browser.delete("/").headers["allow"] == "GET"


def test_a_fault_shows_its_number_and_nothing_else(browser: TestClient) -> None:
    for path in ("/broken", "/away"):
        answer = browser.get(path)
        assert answer.headers["x-request-id"] in answer.text
        assert "secret" not in answer.text
        assert "postgresql" not in answer.text
    assert "retry-after" in browser.get("/away").headers


@pytest.mark.parametrize(
    "data",
    [
        {"name": "\0", "password": "\0" * 9},
        {"name": "\ud800", "password": "correct horse"},
        {"name": ["a", "b"], "password": "correct horse"},
        {"name": "x" * 101, "password": "correct horse"},
        {"name": "'; drop table accounts; --", "password": "correct horse"},
    ],
)
@pytest.mark.parametrize("path", ["/login", "/register"])
def test_a_hostile_form_is_refused(browser: TestClient, path: str, data: dict[str, Any]) -> None:
    pairs = [("csrf", token(browser, "/login"))]
    for name, value in data.items():
        pairs += [(name, each) for each in ([value] if isinstance(value, str) else value)]
    from urllib.parse import urlencode

    body = urlencode([(name, value.encode(errors="surrogatepass")) for name, value in pairs])
    kind = {"content-type": "application/x-www-form-urlencoded"}
    answer = browser.post(path, content=body, headers=kind)
    assert answer.status_code in (303, 400, 403), answer.text
    assert "horse" not in answer.text


@pytest.mark.parametrize("body", [b"\xff\xfe\0", b"%", b"a" * 60_000, b"&" * 60_000, b"=\0="])
@pytest.mark.parametrize(
    "kind",
    ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain", "\xff"],
)
def test_a_body_that_is_no_form_is_refused(browser: TestClient, kind: str, body: bytes) -> None:
    headers = [(b"content-type", kind.encode("latin-1"))]
    answer = browser.post("/play", content=body, headers=headers)
    assert answer.status_code in (400, 413)


def test_a_form_of_another_site_is_refused(browser: TestClient) -> None:
    data = {"game": "ataxx", "csrf": token(browser)}
    for origin in ("https://elsewhere.example", "null", "http://testserver.elsewhere.example"):
        answer = browser.post("/play", data=data, headers={"origin": origin})
        assert answer.status_code == 403, origin
    assert browser.post("/play", data=data, headers={"origin": "http://testserver"}).is_redirect


def test_the_tokens_of_forms_differ_and_all_are_good(browser: TestClient) -> None:
    first, second = token(browser), token(browser)
    assert first != second
    identity = portal(browser).identity
    identity.check_form(None, first)
    identity.check_form(None, second)


def test_settings_have_defaults_that_need_nothing_else() -> None:
    settings = Settings("sqlite:///x.db")
    assert (settings.proxies, settings.metrics_token, settings.secure) == ((), "", False)


def test_a_form_without_its_token_is_told_what_to_do(browser: TestClient) -> None:
    answer = browser.post("/play", data={"game": "ataxx"})
    assert answer.status_code == 400
    assert "This form is too old or from elsewhere: go back and try again." in answer.text


def test_an_answer_with_a_cookie_is_kept_by_nobody(tmp_path: Path) -> None:
    with visited(tmp_path) as browser:
        portal(browser).accounts.register("Ada", "correct horse")
        data = {"csrf": token(browser, "/login"), "name": "Ada", "password": "correct horse"}
        answer = browser.post("/login", data=data)
    assert answer.status_code == 303
    assert "set-cookie" in answer.headers
    assert answer.headers["cache-control"] == "no-store"


def test_an_address_has_few_bodies_on_their_way_at_once(tmp_path: Path) -> None:
    with visited(tmp_path, ClientLimits(bodies_address=2)) as browser:
        limiter = portal(browser).limiter
        with limiter.hold("bodies_address", ADDRESS), limiter.hold("bodies_address", ADDRESS):
            assert browser.post("/login", data={}).status_code == 429
            assert browser.get("/").status_code == 200
        assert browser.post("/login", data={}).status_code == 400


def test_a_browser_that_goes_while_its_socket_opens_is_no_fault_of_ours(
    browser: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: object) -> None:
        raise ClientDisconnected

    headers = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
    scope = {
        "type": "websocket",
        "path": "/ws/g/aaaaaaaa",
        "raw_path": b"/ws/g/aaaaaaaa",
        "query_string": b"",
        "root_path": "",
        "scheme": "ws",
        "headers": headers,
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
        "subprotocols": [],
        "extensions": {},
        "state": {},
    }
    assert browser.portal is not None
    browser.portal.call(browser.app, scope, receive, send)
    assert [each for each in caplog.records if each.levelname in ("ERROR", "WARNING")] == []


def test_the_log_has_the_code_by_which_the_browser_left(
    browser: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    with (
        caplog.at_level("INFO", "outwit"),
        browser.websocket_connect("/ws/tournaments", headers=HERE) as socket,
    ):
        socket.close(1001)
    (line,) = [each for each in caplog.records if each.getMessage() == "socket"]
    assert vars(line)["fields"]["code"] == 1001
