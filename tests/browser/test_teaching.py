"""The teacher's pages by browser: local times, an exam's file, and tables that sort."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.portal import Portal

pytestmark = pytest.mark.compiled_only


def test_a_deadline_is_set_in_local_time_and_a_table_sorts(
    visit: Visit, town: tuple[Portal, dict[str, str]], signed_in: dict[str, Any]
) -> None:
    page = visit(**signed_in, timezone_id="Asia/Tokyo").page
    page.goto(town[1]["assignment-new"])
    page.get_by_label("Title").fill("In Tokyo")
    page.locator("[name=deadline]").fill("2031-01-31T20:00")
    page.get_by_text("My file").click()
    text = b"[[part]]\nlevle = 1\n"
    page.set_input_files(
        "input[type=file]", {"name": "e.toml", "mimeType": "text/plain", "buffer": text}
    )
    expect(page.locator("textarea[name=paper]")).to_have_value("[[part]]\nlevle = 1\n")
    page.get_by_role("button", name="Make the assignment").click()
    expect(page.get_by_role("alert")).to_contain_text("part 1")
    expect(page.locator("[name=deadline]")).to_have_value("2031-01-31T20:00")
    page.get_by_text("The game’s own").click()
    page.get_by_role("button", name="Make the assignment").click()
    expect(page.locator("h1")).to_have_text("In Tokyo")
    expect(page.locator("time").first).to_have_attribute("datetime", "2031-01-31T11:00:00+00:00")
    page.goto(town[1]["marks"])
    names = page.locator("tbody .named")
    first = names.first.text_content()
    assert first is not None
    for _ in range(2):
        page.locator("thead").get_by_role("button", name="Student").click()
    expect(names.last).to_have_text(first)
