"""The chosen theme is there with the first picture of a page; boards and text follow."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit

pytestmark = pytest.mark.compiled_only

DARK_TABLE, LIGHT_TABLE = "rgb(25, 22, 20)", "rgb(247, 243, 236)"
GROUND = "getComputedStyle(document.body).backgroundColor"
PAPER = "getComputedStyle(document.querySelector('.sheet, .card')).backgroundColor"
SCHEME = "getComputedStyle(document.documentElement).colorScheme"
SQUARE = "getComputedStyle(document.querySelector('#board svg')).getPropertyValue('{}')"
# The colour in the middle of the first board's picture, as it was drawn.
MIDDLE = """async () => {
  const image = document.querySelector(".card img");
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: 9, height: 9 });
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0, 9, 9);
  return [...pen.getImageData(4, 4, 1, 1).data].slice(0, 3).reduce((sum, each) => sum + each);
}"""


def test_a_theme_is_chosen_and_boards_and_pictures_follow(visit: Visit) -> None:
    table = visit(color_scheme="light")
    page = table.page
    page.goto("/")
    assert page.evaluate(GROUND) == LIGHT_TABLE
    day, paper = page.evaluate(MIDDLE), page.evaluate(PAPER)
    page.get_by_role("link", name="Appearance").first.click()
    # Its script hides the button: before that, a choice waits for it.
    expect(page.get_by_role("button", name="Save")).to_be_hidden()
    with page.expect_response("**/settings/appearance"):
        page.get_by_text("Dark", exact=True).click()
    assert page.evaluate(GROUND) == DARK_TABLE
    with page.expect_response("**/settings/appearance"):
        page.get_by_text("Largest", exact=False).click()
    page.goto("/")
    assert page.evaluate(GROUND) == DARK_TABLE
    assert page.evaluate(SCHEME) == "dark"
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "20.8px"
    assert page.evaluate(PAPER) != paper
    assert page.evaluate(MIDDLE) < day
    table.begin("ataxx")
    square = SQUARE.format("--outwit-square_light")
    assert page.evaluate(square).strip() == "#6d563e"
    page.goto("/settings/appearance")
    with page.expect_response("**/settings/appearance"):
        page.get_by_text("Paper", exact=True).click()
    table.begin("ataxx")
    assert page.evaluate(square).strip() not in ("", "#6d563e")
    page.emulate_media(color_scheme="dark")
    page.goto("/settings/appearance")
    expect(page.get_by_label("Dark")).to_be_checked()
    with page.expect_response("**/settings/appearance"):
        page.get_by_text("Light", exact=True).click()
    assert page.evaluate(GROUND) == LIGHT_TABLE
    assert page.evaluate(SCHEME) == "light"


def test_a_page_begins_in_its_theme_without_script(visit: Visit) -> None:
    page = visit(color_scheme="light", java_script_enabled=False).page
    page.goto("/settings/appearance")
    page.get_by_text("Dark", exact=True).click()
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/settings/appearance")
    assert page.evaluate(GROUND) == DARK_TABLE
