"""A study from the analysis board to its readers: saved by itself, never overwritten silently."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.table import Table

pytestmark = pytest.mark.compiled_only

SAVED = "All changes are saved."


def play(table: Table, start: str, end: str) -> None:
    """Make a move by keys."""
    for square in (start, end):
        table.square(square).focus()
        table.page.keyboard.press("Enter")


def open_study(page: Page, path: str) -> None:
    page.goto(path)
    # The script has read the tree.
    page.locator("#moves li").first.wait_for()


def step(page: Page) -> None:
    """Show the position after the first move."""
    first = page.locator("#moves [data-node='0']")
    first.click()
    expect(first).to_have_attribute("aria-current", "step")


def test_a_study_is_made_saved_by_itself_and_copied_by_a_reader(
    visit: Visit, signed_in: dict[str, Any]
) -> None:
    table = visit(**signed_in)
    page = table.page
    page.goto(f"{table.address}/analysis/jesonmor")
    play(table, "b1", "b3")
    table.wait_for_ply(1)
    page.fill("#comment", "<b>To the centre</b>")
    page.get_by_text("Save as a study").click()
    page.fill("#save-study [name=title]", "Knights & corners")
    page.select_option("#save-study [name=visibility]", "link")
    page.get_by_role("button", name="Save the study").click()
    page.wait_for_url("**/study/*")
    path = page.url
    moves = page.locator("#moves")
    expect(moves).to_contain_text("<b>To the centre</b>")

    # An edit is saved without a button, and also after the network was lost.
    step(page)
    page.context.set_offline(True)
    page.fill("#comment", "Written offline.")
    expect(page.locator("#saved")).to_contain_text("cannot be reached")
    page.context.set_offline(False)
    expect(page.locator("#saved")).to_have_text(SAVED)

    # An edit that was not saved when the tab was closed is there again.
    page.context.set_offline(True)
    page.fill("#comment", "Closed too early.")
    expect(page.locator("#saved")).not_to_have_text(SAVED)
    page.goto("about:blank")
    page.context.set_offline(False)
    open_study(page, path)
    expect(moves).to_contain_text("Closed too early.")
    expect(page.locator("#saved")).to_have_text(SAVED)

    # Another tab that is behind overwrites nothing.
    other = page.context.new_page()
    open_study(other, path)
    page.fill("#comment", "The first tab.")
    step(page)
    page.fill("#comment", "By the first tab.")
    expect(page.locator("#saved")).to_have_text(SAVED)
    other.fill("#comment", "By the second tab.")
    expect(other.locator("#conflict")).to_be_visible()
    other.get_by_role("button", name="Save mine as a new chapter").click()
    other.wait_for_url("**/2")
    expect(other.locator("#beginning")).to_have_text("By the second tab.")
    other.close()
    open_study(page, path)
    expect(moves).to_contain_text("By the first tab.")
    expect(page.locator("#beginning")).to_have_text("The first tab.")

    # A stranger reads it and tries moves, which nobody else sees.
    guest = visit(signed_in["at"])
    open_study(guest.page, path)
    expect(guest.page.locator("#comment")).to_be_hidden()
    step(guest.page)
    guest.page.close()

    page.get_by_role("button", name="Copy the study").click()
    page.wait_for_url(lambda url: "/study/" in url and url != path)
    expect(page.locator("#beginning")).to_have_text("The first tab.")
    page.get_by_text("Settings of the study").click()
    page.get_by_text("Delete the study").click()
    page.get_by_role("button", name="Delete for good").click()
    page.wait_for_url("**/studies")
    expect(page.locator("main")).to_contain_text("Knights & corners")
