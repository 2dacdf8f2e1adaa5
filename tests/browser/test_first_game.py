"""What a newcomer finds at the board: the name, the rules, the score, and what to do next."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.table import Table

pytestmark = pytest.mark.compiled_only
SMALL_ATAXX = {"blocks": "c1,d1,c2,d2,a3,b3,c3,d3,a4,b4,d4"}


def score(page: Page, side: int) -> str:
    """Return the score of a side, as it is read out."""
    return page.locator(f".seat[data-side='{side}'] .score").get_attribute("aria-label") or ""


def test_the_score_follows_every_move_and_every_look_back(table: Table) -> None:
    page = table.page
    table.begin("ataxx")
    assert [score(page, side) for side in (0, 1)] == ["2 pieces", "2 pieces"]
    table.press("b7")
    expect(page.locator(".seat[data-side='0'] .score")).to_have_text("3")
    table.wait_for_ply(2)
    table.expect_turn()
    page.get_by_role("button", name="First position").click()
    expect(page.locator(".seat[data-side='0'] .score")).to_have_text("2")
    page.get_by_role("button", name="One move on").click()
    expect(page.locator(".seat[data-side='0'] .score")).to_have_text("3")
    assert score(page, 0) == "3 pieces"


def test_a_game_that_is_not_counted_shows_no_score(table: Table) -> None:
    table.begin("santorini")
    assert table.page.locator(".score:visible").count() == 0


def test_the_result_speaks_to_the_player_and_names_the_sides_to_others(
    table: Table, visit: Visit
) -> None:
    address = table.begin("ataxx", **SMALL_ATAXX)
    sentence = table.play_to_the_end(Random(3))
    assert sentence.startswith(("You won ", "You lost ", "Draw "))
    other = visit().page
    other.goto(address)
    assert other.locator("#status").inner_text().startswith(("Red wins ", "Blue wins ", "Draw "))


@pytest.mark.parametrize("settings", [{}, PHONE], ids=["desk", "phone"])
def test_name_and_rules_are_at_the_board(visit: Visit, settings: dict[str, object]) -> None:
    table = visit(**settings)
    page = table.page
    table.begin("advance")
    expect(page.get_by_role("heading", name="Advance", exact=True)).to_be_visible()
    page.get_by_role("link", name="Rules").click()
    drawer = page.get_by_role("dialog", name="Rules of Advance")
    expect(drawer.get_by_role("row", name="Miner 4")).to_contain_text("captures enemies and walls")
    assert drawer.locator(".sample").count() == 17
    box = drawer.bounding_box()
    assert box is not None
    assert box["width"] <= page.viewport_size["width"] if page.viewport_size else False
    # Nothing sticks out at the side.
    assert page.locator("#rules-text").evaluate("text => text.scrollWidth <= text.clientWidth")
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()
    page.keyboard.press("r")
    expect(drawer).to_be_visible()
    drawer.get_by_role("button", name="Close").click()
    expect(drawer).to_be_hidden()


def test_a_piece_that_is_tapped_says_what_it_is_and_may_do(table: Table) -> None:
    page = table.page
    about = page.locator("#about")
    table.begin("advance")
    table.expect_turn()
    table.press("e9")
    expect(about).to_contain_text("Black General: moves to or captures on the eight neighbouring")
    expect(page.locator("#live")).to_contain_text("Black General")
    table.press("d2")
    expect(about).to_contain_text("White Zombie: moves to, or captures on, the three squares ahead")
    table.press("e5")
    expect(about).to_contain_text("Tap a piece")
    # Nothing was played by looking.
    assert table.plies == 0


def without_texts(route: Route) -> None:
    """Answer with the page of a game whose rules have no table of pieces."""
    answer = route.fetch()
    body = re.sub(r'(id="things">).*?(</script>)', r"\1{}\2", answer.text())
    route.fulfill(response=answer, body=body)


def test_a_game_without_texts_about_its_pieces_names_them(visit: Visit) -> None:
    table = visit()
    page = table.page
    table.begin("tictactoe")
    # There is no piece to tap yet.
    expect(page.locator("#about")).to_be_hidden()
    table.press("b2")
    table.wait_for_ply(2)
    expect(page.locator("#about")).to_be_visible()
    table.expect_turn()
    page.route("**/g/*", without_texts)
    page.reload()
    assert table.ready()
    table.press("b2")
    expect(page.locator("#about")).to_have_text("Cross cross.")


def test_a_hint_numbers_the_clicks_of_a_move_until_it_is_made(table: Table) -> None:
    page = table.page
    table.begin("santorini")
    table.expect_turn()
    page.keyboard.press("h")
    numbers = page.locator("#board .clicks text")
    expect(numbers.first).to_be_attached()
    shown = sorted(digit for text in numbers.all_text_contents() for digit in text.split("·"))
    assert shown == ["1", "2", "3"]
    expect(page.locator("#about")).to_contain_text("Hint: ")
    # The first click is the one that is numbered so, and the other numbers stay.
    order = page.evaluate(
        """() => [...document.querySelectorAll("#board .square.hinted")]
          .filter((square) => square.classList.contains("can")).map((at) => at.dataset.square)"""
    )
    assert len(order) == 1
    table.press(order[0])
    expect(page.locator(f".square.picked[data-square='{order[0]}']")).to_be_attached()
    assert numbers.count() > 0
    page.keyboard.press("Escape")
    table.press("a1")
    expect(page.locator("#board .square.picked")).to_have_count(0)


def test_after_a_hint_another_piece_is_explained_when_it_is_tapped(table: Table) -> None:
    page = table.page
    table.begin("jesonmor")
    table.expect_turn()
    page.keyboard.press("h")
    about = page.locator("#about")
    expect(about).to_contain_text("Hint: ")
    hinted = page.locator("#board .square.hinted.can").get_attribute("data-square")
    other = next(square for square in table.look()["can"] if square != hinted)
    table.press(other)
    expect(about).not_to_contain_text("Hint")
    expect(about).to_contain_text("White ")
    page.keyboard.press("Escape")
    table.press(str(hinted))
    expect(about).to_contain_text("White ")


def test_in_the_middle_of_a_move_the_page_says_what_is_left_to_choose(table: Table) -> None:
    page = table.page
    table.begin("santorini")
    table.expect_turn()
    about = page.locator("#about")
    table.press(table.look()["can"][0])
    expect(about).to_contain_text("worker")
    table.press(table.look()["can"][0])
    expect(about).to_have_text("Now choose the last square of the move.")


def test_after_a_game_the_next_level_is_one_click_away(table: Table) -> None:
    page = table.page
    table.begin("jesonmor", level="3", size="5")
    page.get_by_role("button", name="Resign").click()
    page.locator("#ask [value=yes]").click()
    expect(page.get_by_role("button", name="Play level 2")).to_be_visible()
    expect(page.get_by_role("link", name="New game")).to_have_attribute("href", "/play/jesonmor")
    expect(page.get_by_role("link", name="All games")).to_have_attribute("href", "/")
    before = page.url
    page.get_by_role("button", name="Play level 4").click()
    page.wait_for_url(lambda url: "/g/" in url and url != before)
    expect(page.locator("#above .player")).to_have_text("Level 4")
    # The same board and side.
    assert page.locator("#board .square").count() == 25
    table.expect_turn()


@pytest.mark.parametrize("settings", [{}, PHONE], ids=["desk", "phone"])
def test_a_free_seat_waits_with_the_whole_time_on_the_clock(
    visit: Visit, settings: dict[str, object]
) -> None:
    page = visit(**settings).page
    page.goto("/play/ataxx")
    page.check("[name=opponent][value=friend]", force=True)
    page.check("[name=clock][value='180+2']", force=True)
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/g/*")
    expect(page.locator(".clock").nth(0)).to_have_text("3:00")
    expect(page.locator(".clock").nth(1)).to_have_text("3:00")
    # Nothing beside a long name is broken into two lines.
    tall = page.locator(".seat > :not([hidden])").evaluate_all(
        """all => all.filter((each) => {
          const { fontSize, paddingBlockStart } = getComputedStyle(each);
          const line = 1.7 * parseFloat(fontSize) + 2 * parseFloat(paddingBlockStart) + 4;
          return each.getClientRects().length && each.offsetHeight > line;
        }).map((each) => each.className)"""
    )
    assert tall == []
