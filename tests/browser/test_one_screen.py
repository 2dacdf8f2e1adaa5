"""Two people at one screen: one browser plays both sides."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.table import Table

pytestmark = pytest.mark.compiled_only


def test_two_people_play_at_one_screen_from_the_first_page_to_the_rematch(table: Table) -> None:
    page = table.page
    page.goto(table.address)
    page.get_by_role("button", name="Two at this screen play Tictactoe").click()
    page.wait_for_url("**/g/*")
    expect(page.locator("#status")).to_have_text("Cross to move")
    expect(page.locator("#above .player")).to_have_text("Friend")
    assert table.ready()
    table.press("a1")
    table.wait_for_ply(1)
    expect(page.locator("#status")).to_have_text("Nought to move")
    # The last move goes back at once, whoever made it.
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#moves li")).to_have_count(0)
    page.get_by_role("button", name="Turn each move: off").click()
    for ply, square in enumerate(("a1", "b1", "a2", "b2"), 1):
        page.locator(f"#below[data-side='{(ply - 1) % 2}']").wait_for()
        table.press(square)
        table.wait_for_ply(ply)
    page.locator("#below[data-side='0']").wait_for()
    table.press("a3")
    expect(page.locator("#status")).to_have_text("Cross wins: three in a row")
    # The replay keeps the game; the next one swaps the sides.
    page.locator("#moves button").nth(1).click()
    expect(page.locator("#board .piece")).to_have_count(2)
    page.get_by_role("button", name="Rematch, sides swapped").click()
    page.wait_for_url(lambda url: "/g/" in url)
    expect(page.locator("#status")).to_have_text("Cross to move")
    page.locator("#below[data-side='0'] .player", has_text="Friend").wait_for()
    page.get_by_role("button", name="Agree on a draw").click()
    page.locator("#ask-draw button[value=yes]").click()
    expect(page.locator("#status")).to_contain_text("Draw")


def test_one_screen_fits_a_phone_from_the_first_page_to_the_end(visit: Visit) -> None:
    table = visit(**PHONE)
    page = table.page
    page.goto(table.address)
    page.get_by_role("button", name="Two at this screen play Tictactoe").tap()
    page.wait_for_url("**/g/*")
    assert table.ready()
    page.get_by_role("button", name="Turn each move: off").tap()
    for ply, square in enumerate(("a1", "b1", "a2", "b2", "a3"), 1):
        # The player to move sits below, and sees the whole board.
        page.locator(f"#below[data-side='{(ply - 1) % 2}']").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        box = page.locator("#board").bounding_box()
        assert box is not None
        assert (box["x"] >= 0, box["x"] + box["width"] <= 360) == (True, True)
        table.square(square).tap()
        table.wait_for_ply(ply)
    expect(page.locator("#status")).to_have_text("Cross wins: three in a row")
    expect(page.get_by_role("button", name="Rematch, sides swapped")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
