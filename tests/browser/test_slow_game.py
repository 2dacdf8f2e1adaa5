"""A game with a day for each move over two days: notices, a planned answer, a lost network."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from threading import Thread

import pytest
import uvicorn
from playwright.sync_api import Page, expect

from outwit.server.app import create_app
from outwit.server.edge.pushsettings import PushSettings
from outwit.server.edge.settings import Settings
from outwit.server.jobs import sender
from outwit.server.live import slowwatch
from outwit.server.portal import Portal, portal_of
from outwit.storage.noticechoices import EMAIL, Choices
from tests.browser.conftest import Visit
from tests.browser.table import CSRF
from tests.letterbox import Letterbox, text_of
from tests.pushmaker import PushMaker

pytestmark = pytest.mark.compiled_only
PASSWORD = "correct horse"
PATIENCE = 30.0
# The browser here reaches no maker; all else is as in any browser.
SUBSCRIBE = """({ endpoint, key, secret }) => {
  PushManager.prototype.subscribe = async () => ({
    endpoint, toJSON: () => ({ endpoint, keys: { p256dh: key, auth: secret } }),
  });
  Notification.requestPermission = async () => { window.asked = true; return "granted"; };
}"""


class Town:
    """A portal in this process, with a clock that tests move on."""

    def __init__(self, folder: Path, box: Letterbox) -> None:
        # How far it is ahead of the real time.
        self.passed = timedelta()
        settings = Settings(
            f"sqlite:///{folder / 'portal.db'}",
            "s" * 32,
            mail=box.settings,
            push=PushSettings("mailto:admin@example.org", loopback=True),
        )
        self.app = create_app(settings, lambda: datetime.now(UTC) + self.passed)
        config = uvicorn.Config(self.app, port=0, log_level="critical", ws="websockets-sansio")
        self.server = uvicorn.Server(config)
        self.thread = Thread(target=self.server.run)
        self.thread.start()
        until(lambda: self.server.started)
        port = self.server.servers[0].sockets[0].getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"

    @property
    def portal(self) -> Portal:
        return portal_of(self.app)

    def close(self) -> None:
        self.server.should_exit = True
        self.thread.join()

    def post(self, page: Page, path: str, source: str, **fields: str) -> str:
        """Send a form of a page; return where it leads."""
        found = CSRF.search(page.request.get(f"{self.address}{source}").text())
        assert found is not None
        form = {"csrf": found[1], **fields}
        answer = page.request.post(f"{self.address}{path}", form={**form}, max_redirects=0)
        assert answer.status == 303, answer.text()
        return answer.headers["location"]


def until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.fixture
def box() -> Iterator[Letterbox]:
    with Letterbox() as made:
        yield made


@pytest.fixture
def town(tmp_path: Path, box: Letterbox, monkeypatch: pytest.MonkeyPatch) -> Iterator[Town]:
    pytest.importorskip("pywebpush")
    monkeypatch.setattr(sender, "LOOK_SECONDS", 0.1)
    monkeypatch.setattr(slowwatch, "LOOK_SECONDS", 0.1)
    made = Town(tmp_path, box)
    yield made
    made.close()


def test_a_game_of_two_days(visit: Visit, town: Town, box: Letterbox) -> None:
    ada, grace = visit(town), visit(town)
    for table, name in ((ada, "Ada"), (grace, "Grace")):
        town.post(table.page, "/register", "/register", name=name, password=PASSWORD)
    found = town.portal.accounts.find("Grace")
    assert found is not None
    emails = town.portal.emails
    emails.want(found.id, "grace@example.org")
    box.wait(1)
    emails.confirm(re.findall(r"link=(\S+)", text_of(box.letters[0]))[0])
    town.portal.choices.set(found.id, Choices({k: {EMAIL: True} for k in ("turn", "low")}))

    with PushMaker() as maker:
        # Ada is asked for permission only after a click.
        ada.page.goto("/settings/notices")
        button = ada.page.get_by_role("button", name="Tell me in this browser", exact=True)
        button.wait_for()
        ada.page.evaluate(SUBSCRIBE, maker.fields)
        assert not ada.page.evaluate("window.asked")
        button.click()
        ada.page.get_by_role("button", name="Stop telling me").wait_for()

        terms = {"opponent": "invite", "name": "Grace", "side": "0", "clock": "days", "days": "1"}
        path = town.post(ada.page, "/play", "/play/ataxx", game="ataxx", **terms)
        town.post(grace.page, f"{path}/join", path)
        ada.page.goto(path)
        ada.move(Random(1))

        # She plans an answer, and closes the page.
        ada.page.get_by_role("link", name="Plan answers").click()
        options = ada.page.locator("select[name=line] option")
        theirs = next(
            text
            for text in options.evaluate_all("all => all.map((o) => o.value)")
            if len(text) == 2
        )
        ada.page.select_option("select[name=line]", theirs)
        ada.page.get_by_role("button", name="Show the position").click()
        ada.page.get_by_text("I answer").wait_for()
        mine = ada.page.locator("select[name=line] option").first.get_attribute("value")
        ada.page.get_by_role("button", name="Show the position").click()
        ada.page.get_by_role("button", name="Plan this").click()
        expect(ada.page.locator(".plan b")).to_have_text(mine or "")
        ada.page.goto("/rules/ataxx")

        # A letter after the pause; 20 hours later Grace comes, and loses the network.
        town.passed += timedelta(minutes=16)
        box.wait(2)
        assert "It is your turn against Ada in Ataxx." in text_of(box.letters[1])
        town.passed += timedelta(hours=19)
        grace.page.goto("/turns")
        expect(grace.page.locator("#turns-badge")).to_contain_text("1 your move")
        grace.page.get_by_text(re.compile(r"^4 hours [34]\d minutes left")).wait_for()
        grace.page.get_by_role("link", name="Begin with the most urgent").click()
        grace.expect_turn()
        grace.page.context.set_offline(True)
        grace.page.locator("#lost").wait_for()
        grace.press(theirs)
        grace.page.context.set_offline(False)
        # Her move arrives once, and the planned answer follows.
        grace.wait_for_ply(3)
        moves = [each.move for each in town.portal.games.load(path.rpartition("/")[2]).moves]
        assert moves[1:] == [theirs, mine]
        grace.page.goto("/")

        # The second day: she is warned, and loses on time while nobody looks.
        town.passed += timedelta(hours=20)
        told = town.portal.notices.store
        until(lambda: "low" in [each.kind for each in told.list(found.id) if not each.read])
        town.passed += timedelta(minutes=16)
        until(lambda: any("runs low" in text_of(each) for each in box.letters))
        town.passed += timedelta(hours=5)
        until(lambda: any("is over: You won" in each["text"] for each in maker.messages))
        ada.page.goto(path)
        expect(ada.page.locator("#status")).to_contain_text("You won")
