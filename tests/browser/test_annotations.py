"""Arrows and circles that a person draws on a board: nobody else sees them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.table import Table
from tests.browser.test_board import middle

pytestmark = pytest.mark.compiled_only

SHAPES = "#board .annotations > *"


def drag(table: Table, start: str, end: str, key: str = "") -> None:
    """Draw with the right button from a square to another, perhaps with a key held."""
    mouse = table.page.mouse
    if key:
        table.page.keyboard.down(key)
    mouse.move(*middle(table.square(start)))
    mouse.down(button="right")
    mouse.move(*middle(table.square(end)), steps=3)
    mouse.up(button="right")
    if key:
        table.page.keyboard.up(key)


def drawn(page: Page) -> list[str]:
    """Return the shapes on the board: kind and colour."""
    found = page.locator(SHAPES).evaluate_all(
        "shapes => shapes.map(each => `${each.tagName} ${each.getAttribute('class')}`)"
    )
    return list(map(str, found))


def test_arrows_and_circles_are_drawn_kept_by_a_flip_and_cleared_by_a_click_or_a_move(
    table: Table,
) -> None:
    sent: list[str] = []
    page = table.page

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: sent.append(str(frame)))

    page.on("websocket", listen)
    table.begin("jesonmor")
    assert table.ready()
    before = len(sent)
    drag(table, "b1", "b3")
    drag(table, "e5", "e5")
    drag(table, "h8", "h9", "Shift")
    drag(table, "a5", "a5", "Alt")
    both = ["path ink-0", "circle ink-0", "path ink-1", "circle ink-2"]
    assert drawn(page) == both
    # The same shape again takes it away.
    drag(table, "a5", "a5", "Alt")
    assert drawn(page) == both[:3]
    assert sent[before:] == []
    assert table.look()["picked"] == []
    page.get_by_role("button", name="Flip the board").click()
    page.locator("#above[data-side='0']").wait_for()
    expect(page.locator(SHAPES)).to_have_count(3)
    table.square("e5").click()
    expect(page.locator(SHAPES)).to_have_count(0)
    table.square("e5").focus()
    page.keyboard.press("c")
    assert drawn(page) == ["circle ink-0"]
    page.keyboard.press("Escape")
    assert drawn(page) == []
    page.keyboard.press("c")
    table.page.keyboard.press("Shift+C")
    assert drawn(page) == ["circle ink-1"]


def test_the_analysis_board_keeps_shapes_until_the_position_changes(table: Table) -> None:
    page = table.page
    page.goto(f"{table.address}/analysis/jesonmor")
    drag(table, "b1", "b3")
    assert drawn(page) == ["path ink-0"]
    page.keyboard.press("f")
    page.wait_for_url("**flipped=1*")
    expect(page.locator(SHAPES)).to_have_count(1)
    # A move by keys does not click.
    table.square("b1").focus()
    page.keyboard.press("Enter")
    table.square("b3").focus()
    page.keyboard.press("Enter")
    table.wait_for_ply(1)
    expect(page.locator(SHAPES)).to_have_count(0)
    drag(table, "e5", "e5")
    page.keyboard.press("[")
    expect(page.locator(SHAPES)).to_have_count(0)


def test_a_long_press_draws_with_a_finger_and_a_tap_still_plays(visit: Visit) -> None:
    table = visit(**PHONE)
    table.begin("jesonmor")
    assert table.ready()
    session = table.page.context.new_cdp_session(table.page)

    def touch(kind: str, *at: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in at]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", middle(table.square("b1")))
    expect(table.page.locator(SHAPES)).to_have_count(1)
    touch("touchMove", middle(table.square("b3")))
    expect(table.page.locator("#board path.ink-0")).to_have_count(1)
    touch("touchEnd")
    assert drawn(table.page) == ["path ink-0"]
    assert table.look()["picked"] == []
    assert table.page.evaluate("scrollY") == 0
    table.square("b1").tap()
    assert drawn(table.page) == []
    table.square("b3").tap()
    table.wait_for_ply(1)
