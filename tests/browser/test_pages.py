"""Every page, as different people meet it: with axe-core, on a phone, without script."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import outwit
from tests.browser.conftest import PHONE_SIZE, Visit
from tests.browser.portal import Portal
from tests.browser.table import Table
from tests.browser.town import HANDED_IN, MADE, PAGES, TAUGHT
from tests.tools import NO_NPM_PACKAGES, NODE_MODULES

pytestmark = pytest.mark.compiled_only

AXE = NODE_MODULES / "axe-core" / "axe.min.js"
GAMES = [game.name for game in outwit.all_games()]


def begun(table: Table) -> None:
    """Come to a game in which a few moves are played, and pick a piece."""
    table.begin("santorini")
    for seed in range(2):
        assert table.ready()
        table.move(Random(seed))
    assert table.ready()
    table.press(table.look()["can"][0])


def finished(table: Table) -> None:
    """Come to a game that is over."""
    table.begin("tictactoe")
    table.play_to_the_end(Random(1))


def waiting(table: Table) -> None:
    """Come to a game whose second seat is free."""
    table.begin("ataxx", opponent="anyone")


# These are come to by playing; the others are in the town.
PLAYED: dict[str, Callable[[Table], object]] = {
    "game": begun,
    "finished": finished,
    "waiting": waiting,
}
ALL = [*PLAYED, *PAGES, *MADE, *HANDED_IN, *TAUGHT]


@pytest.fixture
def come(
    visit: Visit, town: tuple[Portal, dict[str, str]], signed_in: dict[str, Any]
) -> Callable[..., Page]:
    """Return a function that comes to a page by its name."""

    def come(name: str, **settings: Any) -> Page:
        if name in PLAYED:
            table = visit(**settings)
            PLAYED[name](table)
        else:
            table = visit(**signed_in, **settings)
            table.page.goto(town[1][name])
            expect(table.page.locator("h1").first).to_be_attached()
        return table.page

    return come


# Removes the parts of pictures, which nobody reaches; a picture keeps its name. With many parts,
# axe-core spends most of its time on its own option to exclude them.
EMPTY = """() => document.querySelectorAll(".picture svg > :not(title, desc)")
  .forEach((part) => part.remove())"""
# Sets the size of the text, and returns what is then wider than the page.
OUTSIDE = """(() => {{
  const root = document.documentElement;
  root.dataset.size = "{size}";
  if (root.scrollWidth <= innerWidth) return [];
  return [...document.querySelectorAll("body *")]
    .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
    .map((each) => `${{each.tagName}}.${{each.className}} ${{each.textContent.slice(0, 30)}}`);
}})()"""
# Takes long, and finds nothing serious.
MODERATE = {"region": {"enabled": False}}
FIND = """async ([without, options]) =>
  (await axe.run(without ? { exclude: [[without]] } : document, options)).violations
  .map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ target }) => target) }))"""


def serious(page: Page, *rules: str, without: str = "") -> list[str]:
    """Return what axe-core finds to be serious or critical, by all rules or some, with where."""
    # Without preload it loads no style or sound anew: no rule that is asked for needs them.
    options: dict[str, Any] = {"resultTypes": ["violations"], "preload": False}
    options |= {"runOnly": list(rules)} if rules else {"rules": MODERATE}
    found = page.evaluate(FIND, [without, options])
    return [
        f"{each['id']}: {target}"
        for each in found
        if each["impact"] in ("serious", "critical")
        for target in each["nodes"]
    ]


@pytest.mark.parametrize("name", ALL)
def test_axe_finds_nothing_serious_by_day_by_night_and_on_a_phone_where_all_fits(
    come: Callable[..., Page], name: str
) -> None:
    if not AXE.is_file():
        pytest.skip(NO_NPM_PACKAGES.format("axe-core"))
    page = come(name)
    page.evaluate(EMPTY)
    page.evaluate(AXE.read_text())
    assert serious(page) == []
    page.emulate_media(color_scheme="dark")
    assert serious(page, "color-contrast", without="svg") == []
    page.set_viewport_size(PHONE_SIZE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE_SIZE["width"]
    assert page.evaluate(OUTSIDE.format(size=130)) == []
    page.evaluate(OUTSIDE.format(size=100))
    assert serious(page, "target-size", "scrollable-region-focusable", without="svg") == []


def test_without_script_one_reads_chooses_and_begins(visit: Visit) -> None:
    table = visit(java_script_enabled=False)
    page = table.page
    page.goto("/")
    expect(page.locator(".card img")).to_have_count(len(GAMES) + 1)
    page.goto("/rules/push")
    expect(page.locator("article")).to_contain_text("border")
    page.goto("/play/push")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/g/*")
    expect(page.locator("#board svg")).to_be_visible()
    expect(page.locator("#status")).to_have_text("O to move")
