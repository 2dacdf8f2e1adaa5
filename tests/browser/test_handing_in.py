"""Handing in by browser: by the form, as a folder, and by dropping files on the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.portal import Portal

pytestmark = pytest.mark.compiled_only
DROPPED = """() => {
    const data = new DataTransfer();
    data.items.add(new File(["a = 3"], "bot.py"));
    data.items.add(new File(["3"], "notes.txt"));
    return data;
}"""


@pytest.fixture
def page(visit: Visit, town: tuple[Portal, dict[str, str]], signed_in: dict[str, Any]) -> Page:
    """Return the page of an assignment, as a student sees it."""
    page = visit(**signed_in).page
    page.goto(town[1]["homework"])
    return page


def test_files_are_chosen_or_dropped_and_lead_to_the_hand_in(page: Page, tmp_path: Path) -> None:
    address = page.url
    file = tmp_path / "mine" / "src" / "bot.py"
    file.parent.mkdir(parents=True)
    file.write_text("a = 1")
    page.set_input_files("[name=files]", file)
    page.get_by_role("button", name="Hand in", exact=True).click()
    expect(page.locator("h1")).to_contain_text("Hand-in 3")
    page.goto(address)
    page.set_input_files("#folder-files", tmp_path / "mine")
    expect(page.locator("h1")).to_contain_text("Hand-in 4")
    page.goto(address)
    page.dispatch_event("h1", "drop", {"dataTransfer": page.evaluate_handle(DROPPED)})
    expect(page.locator("h1")).to_contain_text("Hand-in 5")
    page.get_by_role("link", name="Files").click()
    expect(page.locator(".rows")).to_contain_text("notes.txt")


def test_the_server_says_why_it_refuses_files(page: Page) -> None:
    page.set_input_files(
        "[name=files]", {"name": "bot.zip", "mimeType": "application/zip", "buffer": b"no zip"}
    )
    page.get_by_role("button", name="Hand in", exact=True).click()
    expect(page.locator("#sending")).to_contain_text("is not a zip that can be read")


def test_a_game_is_stepped_through(page: Page, town: tuple[Portal, dict[str, str]]) -> None:
    page.goto(town[1]["bout"])
    before = page.locator("#board").inner_html()
    page.keyboard.press("Home")
    page.get_by_label("One move on").click()
    expect(page.locator("#moves [aria-current]")).to_have_attribute("data-ply", "1")
    expect(page.locator("#board svg")).to_be_visible()
    page.wait_for_function(
        "before => document.querySelector('#board').innerHTML !== before", arg=before
    )
