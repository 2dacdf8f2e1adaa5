"""What a page says when the network, or the clipboard, is not there; and the keys after the end."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.table import Table

pytestmark = pytest.mark.compiled_only

NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"
NO_COPY = "document.execCommand = () => false"

# A ping is sent before the socket can be open, and its answer waited for.
EARLY = """path => import("/static/wire.js").then(({ Wire }) => new Promise((done) => {
  const hear = ({ t }) => t === "pong" && done(t);
  const wire = new Wire(path, { hear, opened() {}, status() {} });
  if (!wire.send({ t: "ping" })) done("not sent");
}))"""


def test_what_cannot_be_sent_is_said(visit: Visit) -> None:
    table = visit()
    table.begin("ataxx")
    table.expect_turn()
    page = table.page
    page.context.set_offline(True)
    page.locator("#lost").wait_for()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#notice")).to_contain_text("You are offline")
    page.get_by_role("button", name="Resign").click()
    page.locator("#ask").get_by_role("button", name="Resign").click()
    expect(page.locator("#notice")).to_contain_text("You are offline")
    page.context.set_offline(False)
    page.locator("#lost").wait_for(state="hidden")
    table.expect_turn()


def test_only_what_was_copied_is_said_to_be(visit: Visit) -> None:
    table = visit()
    table.begin("ataxx", opponent="friend")
    page = table.page
    expect(page.locator("#status")).to_have_text("Waiting for your opponent")
    assert table.look()["can"] == []
    page.evaluate(NO_CLIPBOARD)
    button = page.locator("#invite").get_by_role("button", name="Copy")
    button.click()
    expect(page.locator("#invite [data-do=copy]")).to_have_text("Copied")
    page.evaluate(NO_COPY)
    page.locator("#invite [data-do=copy]").click()
    expect(page.locator("#invite [data-do=copy]")).to_have_text("Press Ctrl+C")
    other = visit()
    other.page.goto(page.url)
    expect(other.page.locator("#status")).to_contain_text("invites you to Ataxx, no clock")


def test_after_the_end_the_arrows_replay_wherever_the_focus_is(table: Table) -> None:
    table.begin("ataxx")
    table.press("b7")
    table.wait_for_ply(2)
    table.expect_turn()
    page = table.page
    page.get_by_role("button", name="Resign").click()
    page.locator("#ask").get_by_role("button", name="Resign").click()
    page.locator("body[data-over]").wait_for()
    table.square("b7").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#moves [aria-current]")).to_have_attribute("data-ply", "1")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#moves [aria-current]")).to_have_attribute("data-ply", "2")


def test_what_is_asked_before_the_socket_is_open_is_sent_then(table: Table) -> None:
    key = table.begin("ataxx").rpartition("/")[2]
    assert table.page.evaluate(EARLY, f"/ws/g/{key}") == "pong"
