"""The tour of a game: three steps by keyboard, once, and again from the rules."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Visit

pytestmark = pytest.mark.compiled_only


def test_a_newcomer_takes_the_tour_on_a_phone_with_the_keyboard(visit: Visit) -> None:
    table = visit(**PHONE)
    page = table.page
    table.begin("santorini")
    tour = page.get_by_role("region", name="Santorini in three steps")
    expect(tour).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("button", name="Next").press("Enter")
    expect(tour.get_by_role("heading", level=3)).to_have_text("2 of 3: How you move")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Done")).to_be_focused()
    with page.expect_response("**/tours/santorini") as stored:
        page.keyboard.press("Enter")
    assert stored.value.status == 204
    expect(tour).to_be_hidden()
    page.reload()
    page.locator("#board .square.can").first.wait_for()
    expect(tour).to_be_hidden()
    page.get_by_role("link", name="Rules").click()
    page.get_by_role("button", name="Tour").click()
    expect(tour).to_be_focused()
    page.keyboard.press("Escape")
    expect(tour).to_be_hidden()
