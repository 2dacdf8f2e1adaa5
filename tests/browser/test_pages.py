"""Every page, as different people meet it: with axe-core, on a phone, without script."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, Response, expect

import outwit
from tests.browser.conftest import PHONE, PHONE_SIZE, Visit
from tests.browser.table import Table

pytestmark = pytest.mark.compiled_only

AXE = Path(__file__).parents[2] / ".venv" / "axe" / "node_modules" / "axe-core" / "axe.min.js"
GAMES = [game.name for game in outwit.all_games()]


def at(path: str) -> Callable[[Table], object]:
    """Return the way to a page by its address."""
    return lambda table: table.page.goto(path)


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


# A page more is a line more.
PAGES: dict[str, Callable[[Table], object]] = {
    "home": at("/"),
    "play": at("/play/ataxx"),
    "rules": at("/rules/advance"),
    "login": at("/login"),
    "nowhere": at("/g/nowhere"),
    "game": begun,
    "finished": finished,
    "waiting": waiting,
    # As they come.
    **{
        path: at(f"/{path}")
        for path in (
            "leaders",
            "people/nobody",
            "tournaments",
            "puzzles",
            "puzzles/ataxx",
            "analysis/ataxx",
            "bots",
            "classes",
            "api",
        )
    },
}


def come(table: Table, name: str) -> None:
    """Come to a page; what is not there yet is skipped."""
    answer = PAGES[name](table)
    if isinstance(answer, Response) and "html" not in answer.headers.get("content-type", ""):
        pytest.skip(f"there is no page /{name} yet")


def serious(page: Page, *rules: str, without: str = ".picture svg *") -> list[str]:
    """Return what axe-core finds to be serious or critical, by all rules or some, with where.

    What is left out takes long: pictures have many parts, and nobody reaches them.
    """
    where = {"exclude": [[without]]}
    options = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
    found = page.evaluate("([where, options]) => axe.run(where, options)", [where, options])
    return [
        f"{each['id']}: {node['target']}"
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_serious_by_day_by_night_and_on_a_phone(visit: Visit, name: str) -> None:
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: it takes npm")
    table = visit()
    page = table.page
    come(table, name)
    page.evaluate(AXE.read_text())
    assert serious(page) == []
    page.emulate_media(color_scheme="dark")
    assert serious(page, "color-contrast", without="svg") == []
    page.set_viewport_size(PHONE_SIZE)
    assert serious(page, without="svg") == []


@pytest.mark.parametrize("name", PAGES)
def test_on_a_phone_nothing_is_wider_than_the_screen(visit: Visit, name: str) -> None:
    table = visit(**PHONE)
    come(table, name)
    assert table.page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("game", [*GAMES, "tictactoe"])
def test_every_game_has_its_card_its_rules_and_two_clicks_to_a_board(page: Page, game: str) -> None:
    page.goto("/")
    card = page.locator(".card", has=page.locator(f'[name=game][value="{game}"]'))
    expect(card.locator("svg")).to_be_visible()
    card.get_by_role("link", name="Rules").click()
    expect(page.locator("h1")).to_be_visible()
    page.go_back()
    card.get_by_role("button", name="Play the bot").click()
    expect(page.locator("#board .square.can").first).to_be_attached()


def test_without_script_one_reads_chooses_and_begins(visit: Visit) -> None:
    table = visit(java_script_enabled=False)
    page = table.page
    page.goto("/")
    expect(page.locator(".card svg")).to_have_count(len(GAMES) + 1)
    page.goto("/rules/push")
    expect(page.locator("article")).to_contain_text("border")
    page.goto("/play/push")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/g/*")
    expect(page.locator("#board svg")).to_be_visible()
    expect(page.locator("#status")).to_have_text("O to move")
