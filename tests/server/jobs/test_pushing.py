"""Web Push: encrypted for the browser, signed, only to the internet, ended when it is gone."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from outwit.errors import UsageError
from outwit.server.edge.pushsettings import PUSH, PushSettings, read_push
from outwit.server.edge.settings import Settings
from outwit.server.jobs import pushing
from outwit.server.portal import Portal
from outwit.storage.noticechoices import BROWSER, Choices
from outwit.storage.outgoing import PAUSES
from outwit.storage.subscriptions import MOST, Subscription
from tests.pushmaker import PushMaker
from tests.server.visits import portal as portal_of
from tests.server.visits import visited

pytest.importorskip("pywebpush")
CONTACT = PushSettings("mailto:admin@example.org", loopback=True)
REAL = PushSettings("mailto:admin@example.org")
FACTS = {"path": "/g/abcdefgh", "game": "Ataxx", "opponent": "Grâce"}


class Told:
    """A portal with a clock that is set, and a guest with a browser."""

    def __init__(self, folder: Path, maker: PushMaker) -> None:
        self.maker = maker
        self.now = datetime(2026, 5, 4, 9, tzinfo=UTC)
        url = f"sqlite:///{folder / 'portal.db'}"
        self.portal = Portal(Settings(url, "s" * 32, push=CONTACT), lambda: self.now)
        self.ada = self.portal.accounts.guest().id
        self.portal.pusher.subscribe(Subscription(self.ada, **maker.fields))

    def tell(self, key: str) -> None:
        self.portal.notices.store.add(self.ada, "turn", key, FACTS)

    def send(self, **passed: float) -> int:
        """Let time pass, send what is due, and return how many messages came."""
        self.now += timedelta(**passed)
        before = len(self.maker.messages)
        while message := self.portal.sender.store.claim():
            self.portal.sender._send(message)
        return len(self.maker.messages) - before

    @property
    def browsers(self) -> int:
        return self.portal.pusher.subscriptions.count(self.ada)


@pytest.fixture
def told(tmp_path: Path) -> Iterator[Told]:
    with PushMaker() as maker:
        made = Told(tmp_path, maker)
        yield made
        made.portal.database.close()


def test_only_the_browser_can_read_it_and_it_is_signed(told: Told) -> None:
    told.tell("turn a 1")
    assert told.send() == 0, "who is on the page reads it first"
    assert told.send(seconds=6) == 1
    (message,) = told.maker.messages
    text = "It is your turn against Grâce in Ataxx."
    assert message == {"text": text, "path": "/g/abcdefgh", "tag": "turn a 1"}
    (signed,) = told.maker.signed
    assert signed["sub"] == "mailto:admin@example.org"
    assert told.maker.endpoint.startswith(signed["aud"])
    assert signed["key"] == told.portal.pusher.public_key
    told.tell("turn a 3")
    told.portal.notices.store.read(told.ada)
    assert told.send(days=1) == 0
    told.portal.choices.set(told.ada, Choices({}, 9 * 60, 20 * 60))
    told.tell("turn a 5")
    assert told.send(minutes=1) == 0
    assert told.send(hours=11) == 1
    told.portal.choices.set(told.ada, Choices({"turn": {BROWSER: False}}))
    told.tell("turn a 7")
    assert told.send(days=1) == 0


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(told: Told, status: int) -> None:
    told.maker.refusals.append(status)
    told.tell("turn a 1")
    assert told.send(minutes=1) == 0
    assert told.browsers == 0
    told.tell("turn a 3")
    assert told.send(days=1) == 0


def test_tries_are_few(told: Told) -> None:
    told.maker.refusals += [503, 429, 500]
    told.tell("turn a 1")
    assert told.send(minutes=1) == 0
    assert told.send(minutes=2) == 0
    assert told.send(minutes=10) == 0
    assert told.send(hours=1) == 1
    told.maker.refusals += [503] * 100
    told.tell("turn a 3")
    for _ in range(20):
        told.send(hours=7)
    assert 100 - len(told.maker.refusals) == len(PAUSES) + 1
    told.maker.refusals[:] = [400]
    told.tell("turn a 5")
    told.send(days=1)
    assert told.maker.refusals == []
    assert told.send(days=1) == 0, "a refusal is final"
    assert told.browsers == 1


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/x",
        "https://127.0.0.1/x",
        "https://10.0.0.7/x",
        "https://[::1]/x",
        "https://93.184.215.14/x",
        "https://2130706433/x",
        "https://user@push.example.org/x",
        "file:///etc/passwd",
        "https://push.example.org/\r\nHost: x",
    ],
)
def test_addresses_that_no_maker_has_are_refused(endpoint: str) -> None:
    with pytest.raises(UsageError, match="the address of the browser"):
        pushing.check_endpoint(endpoint, REAL)


def test_a_name_within_a_network_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name was public when the browser subscribed, and is not when a message is sent."""
    asked: list[object] = []
    monkeypatch.setattr(socket, "create_connection", lambda *to: asked.append(to))
    for address in ("127.0.0.1", "10.1.2.3", "169.254.169.254", "192.168.0.1"):
        found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443))]
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_, found=found, **__: found)
        with pytest.raises(UsageError, match="within a network"):
            pushing.post("https://push.example.org/x", b"", {}, REAL)
    assert asked == []


def test_browsers_come_and_go_by_the_page(tmp_path: Path) -> None:
    from tests.server.routes.test_recoverypages import fields

    with PushMaker() as maker, visited(tmp_path, push=CONTACT) as browser:
        worker = browser.get("/worker.js")
        assert worker.headers["content-type"].startswith("text/javascript")
        assert worker.headers["cache-control"] == "no-cache"
        assert "worker-src" not in worker.headers["content-security-policy"]
        form = fields(browser, "/register")
        browser.post("/register", data={**form, "name": "Ada", "password": "correct horse"})
        page = browser.get("/settings/notices").text
        found = portal_of(browser)
        assert f'data-key="{found.pusher.public_key}"' in page
        ada = found.accounts.find("Ada")
        assert ada is not None
        csrf = fields(browser, "/settings/notices")["csrf"]
        sent = {"csrf": csrf, **maker.fields}
        assert browser.post("/settings/webpush", data=sent).status_code == 204
        assert found.pusher.subscriptions.count(ada.id) == 1
        wrong = {**sent, "key": "AAAA"}
        assert browser.post("/settings/webpush", data=wrong).status_code == 400
        inside = {**sent, "endpoint": "https://10.0.0.7/x"}
        assert browser.post("/settings/webpush", data=inside).status_code == 400
        assert browser.post("/settings/webpush", data={**sent, "csrf": "x"}).status_code == 403
        for number in range(MOST + 2):
            more = {**sent, "endpoint": f"{maker.endpoint}/{number}"}
            assert browser.post("/settings/webpush", data=more).status_code == 204
        assert found.pusher.subscriptions.count(ada.id) == MOST
        ended = browser.post(
            "/settings/webpush/end", data={"csrf": csrf, "endpoint": more["endpoint"]}
        )
        assert ended.status_code == 204
        assert found.pusher.subscriptions.count(ada.id) == MOST - 1


def test_without_settings_nothing_is_offered(tmp_path: Path) -> None:
    assert read_push({}) is None
    with pytest.raises(UsageError, match="OUTWIT_PUSH is no address of yours"):
        read_push({PUSH: "admin"})
    with visited(tmp_path) as browser:
        assert portal_of(browser).pusher.public_key == ""
        with pytest.raises(UsageError, match="sends nothing"):
            portal_of(browser).pusher.subscribe(Subscription(1, "https://x.example/x", "", ""))
