"""Without a mouse: arrows, Enter and letters are enough."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import expect

import outwit
from tests.browser.table import Table

pytestmark = pytest.mark.compiled_only

GAMES = [game.name for game in outwit.all_games()]
WAY = """name => {
  const [here, there] = [document.activeElement, document.querySelector(
    `#board .square[data-square="${name}"]`)];
  const at = (square) => ["x", "y"].map((what) => Number(square.getAttribute(what)));
  return at(there).map((value, i) => value - at(here)[i]);
}"""


class Typist(Table):
    """Somebody who has only a keyboard."""

    def press(self, name: str) -> None:
        """Walk to a square and choose it."""
        keyboard = self.page.keyboard
        if not self.page.evaluate("document.activeElement.matches('#board .square')"):
            keyboard.press("ArrowUp")
        while True:
            right, down = self.page.evaluate(WAY, name)
            if not right and not down:
                break
            # Sideways first, but for the ends of a row that has fewer squares.
            key = ("ArrowRight" if right > 0 else "ArrowLeft") if right else ""
            before = self.cursor
            if key:
                keyboard.press(key)
            if not key or self.cursor == before:
                keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
        keyboard.press("Enter")

    @property
    def cursor(self) -> str:
        """Return the square on which we are."""
        return str(self.page.evaluate("document.activeElement.dataset.square"))


@pytest.mark.parametrize("game", GAMES)
def test_the_first_moves_of_every_game_are_made_with_keys(table: Table, game: str) -> None:
    table.begin(game)
    typist = Typist(table.page, table.address)
    for seed in range(2):
        # While the bot thinks, squares can be chosen for a premove.
        typist.expect_turn()
        typist.move(Random(seed))
    assert typist.plies >= 3


def test_a_game_is_found_begun_played_and_begun_again_with_keys(table: Table) -> None:
    page = table.page
    page.goto("/")
    wanted = page.get_by_role("button", name="Play a bot at Tictactoe")
    wanted.wait_for()
    for _ in range(60):
        page.keyboard.press("Tab")
        if wanted.evaluate("button => button === document.activeElement"):
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/g/*")
    typist = Typist(page, table.address)
    first = page.url
    typist.play_to_the_end(Random(1))
    page.keyboard.press("[")
    expect(page.locator("#moves [aria-current]")).to_have_attribute(
        "data-ply", str(typist.plies - 1)
    )
    page.keyboard.press("]")
    expect(page.locator("#moves [aria-current]")).to_have_attribute("data-ply", str(typist.plies))
    again = page.get_by_role("button", name="Rematch")
    again.focus()
    page.keyboard.press("Enter")
    # The answer and the news of the next game lead to the same page; either may overtake the other.
    expect(page).not_to_have_url(first)
    assert "/g/" in page.url


def test_letters_take_back_flip_hint_and_help(table: Table) -> None:
    page = table.page
    table.begin("ataxx")
    assert table.ready()
    page.keyboard.press("h")
    expect(page.locator("#about")).to_contain_text("Hint: Red")
    expect(page.locator("#board .hinted").first).to_be_attached()
    table.move(Random(1))
    table.wait_for_ply(2)
    table.expect_turn()
    page.keyboard.press("u")
    expect(page.locator("#moves li")).to_have_count(0)
    page.keyboard.press("f")
    expect(page.locator("#above")).to_have_attribute("data-side", "0")
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#help")).to_be_hidden()


def test_escape_begins_the_move_anew(table: Table) -> None:
    table.begin("santorini")
    assert table.ready()
    typist = Typist(table.page, table.address)
    typist.press("b2")
    assert typist.look()["picked"] == ["b2"]
    table.page.keyboard.press("Escape")
    assert typist.look()["picked"] == []
    assert typist.look()["can"] == ["d4", "b2"]


def test_those_who_listen_hear_moves_and_squares(table: Table) -> None:
    page = table.page
    table.begin("ataxx")
    assert table.ready()
    expect(page.locator("#words")).to_contain_text("Red: stone a7, g1.")
    expect(table.square("a7")).to_have_attribute("aria-label", "a7, Red stone, can be chosen")
    table.press("b7")
    table.wait_for_ply(2)
    table.expect_turn()
    expect(page.locator("#live")).to_contain_text("Your turn.")
    assert "b7" in page.locator("#words").inner_text()
    assert page.title().startswith("Your turn")
