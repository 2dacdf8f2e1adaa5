"""A move chosen while the opponent thinks: shown, cancelled, played at once, or dropped."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.table import Table
from tests.browser.test_annotations import drawn
from tests.browser.test_two_people import meet

pytestmark = pytest.mark.compiled_only


def chosen(table: Table) -> list[str]:
    """Return the squares of the premove that a page shows."""
    found = table.page.locator("#board .square.premove")
    return list(found.evaluate_all("squares => squares.map(each => each.dataset.square)"))


def test_a_premove_is_shown_cancelled_played_or_dropped(visit: Visit) -> None:
    white, black = meet(visit, "jesonmor")
    page = black.page
    expect(page.locator("#status")).to_have_text("White to move")
    for cancel in ("Escape", "right", "click"):
        black.press("a9")
        black.press("b7")
        expect(page.locator("#board .square.premove")).to_have_count(2)
        assert page.locator("#board .pointers .premove").count() == 1
        label = page.locator('#board .square[data-square="b7"]').get_attribute("aria-label")
        assert label == "b7, premove"
        assert black.plies == 0
        if cancel == "Escape":
            page.keyboard.press("Escape")
        elif cancel == "right":
            black.square("e5").click(button="right")
        else:
            black.press("e5")
        assert chosen(black) == []
    assert drawn(page) == []
    black.press("a9")
    black.press("b7")
    white.press("b1")
    white.press("b3")
    for table in (white, black):
        table.wait_for_ply(2)
        expect(table.page.locator("#moves b")).to_have_text(["b1b3", "a9b7"])
    assert chosen(black) == []
    # A premove that the opponent's move prevents is dropped, and said so: the piece is gone.
    black.press("b9")
    black.press("b8")
    expect(page.locator("#board .square.premove")).to_have_count(2)
    white.press("b3")
    white.press("b9")
    black.wait_for_ply(3)
    expect(page.locator("#notice")).to_have_text("Your premove is not possible now.")
    assert chosen(black) == []
    black.expect_turn()
    assert black.plies == 3
