"""The board under the hand: clicks, drags, taps, menus, and answers that do not wait."""

from __future__ import annotations

from random import Random
from typing import Literal

import pytest
from playwright.sync_api import Locator, WebSocketRoute, expect

import outwit
from tests.browser.conftest import PHONE, Visit
from tests.browser.table import Table

pytestmark = pytest.mark.compiled_only

GAMES = [game.name for game in outwit.all_games()]


# Notes how long animations take.
WATCH = """
  globalThis.durations = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    durations.push(options.duration ?? options);
    return animate.call(this, frames, options);
  };
"""

# How much of the first line that is seen is hidden, in pixels.
CUT = """() => {
  const list = document.querySelector("#moves");
  const top = list.getBoundingClientRect().top;
  const lines = [...list.children].map((line) => line.getBoundingClientRect());
  const first = lines.find(({ bottom }) => bottom > top + 1);
  return { overflows: list.scrollTop > 0, top: Math.round(Math.abs(first.top - top)) };
}"""


def middle(square: Locator) -> tuple[float, float]:
    """Return the middle of a square on the screen."""
    box = square.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def shift(table: Table, name: str) -> str | None:
    """Return where the piece of a square has been moved to, as the picture has it."""
    return table.page.locator(f'#board .piece[data-square="{name}"]').get_attribute("transform")


def silent(table: Table) -> None:
    """Let the server's answers get lost from the next page on."""

    def keep_quiet(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        server.on_message(lambda message: None)

    table.page.route_web_socket("**/ws/**", keep_quiet)


def test_a_move_is_shown_before_the_server_has_answered(table: Table) -> None:
    silent(table)
    table.begin("jesonmor")
    table.press("b1")
    assert table.look()["picked"] == ["b1"]
    assert table.page.locator("#board .dot, #board .ring").count() > 0
    table.press("b3")
    assert shift(table, "b1") == "translate(0,-200)"
    assert table.look()["sent"]
    assert table.plies == 0


def test_a_new_stone_is_shown_before_the_server_has_answered(table: Table) -> None:
    silent(table)
    table.begin("ataxx")
    stones = table.page.locator('#board .piece[data-piece="x"]')
    assert stones.count() == 2
    table.press("b7")
    assert stones.count() == 3


def test_a_step_is_shown_while_the_building_is_chosen_and_goes_back_with_escape(
    table: Table,
) -> None:
    table.begin("santorini")
    assert table.ready()
    table.press("b2")
    table.press("b3")
    assert shift(table, "b2") == "translate(0,-100)"
    table.page.keyboard.press("Escape")
    assert shift(table, "b2") is None
    table.press("b2")
    table.press("b3")
    table.press("b2")
    table.wait_for_ply(1)
    label = table.page.locator("#moves span").first
    expect(label).to_have_text("A steps north and builds south")


def test_several_moves_that_remain_are_asked_for_in_words(table: Table) -> None:
    page = table.page
    table.begin("advance")
    assert table.ready()
    table.press("a2")
    table.press("a3")
    choices = page.locator(".choice button")
    expect(choices).to_have_text(["Builder a2 moves to a3", "Builder a2 builds a wall on a3"])
    page.keyboard.press("Escape")
    expect(choices).to_have_count(0)
    table.press("a2")
    table.press("a3")
    choices.last.click()
    table.wait_for_ply(1)
    assert page.locator("#moves b").first.inner_text() == "a2*a3"


def test_a_piece_is_dragged_and_let_go_elsewhere_it_returns(table: Table) -> None:
    silent(table)
    table.begin("jesonmor")
    mouse = table.page.mouse
    for target in ("e9", "b3"):
        mouse.move(*middle(table.square("b1")))
        mouse.down()
        mouse.move(*middle(table.square(target)), steps=4)
        mouse.up()
        assert (shift(table, "b1") is None) == (target == "e9")
    # Another tab hears the server.
    other = Table(table.page.context.new_page(), table.address)
    other.page.goto(table.page.url)
    other.wait_for_ply(1)
    assert other.page.locator("#moves b").first.inner_text() == "b1b3"


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_every_game_is_played_by_taps(visit: Visit, game: str) -> None:
    class Tapping(Table):
        def press(self, name: str) -> None:
            self.square(name).tap()

    table = visit(**PHONE)
    table.begin(game)
    tapping = Tapping(table.page, table.address)
    for seed in range(2):
        assert tapping.ready()
        tapping.move(Random(seed))
    box = table.page.locator("#board").bounding_box()
    assert box is not None
    assert box["width"] > 335
    assert table.page.evaluate("document.documentElement.scrollWidth") == 360


def test_a_finger_drags_a_piece_and_does_not_scroll(visit: Visit) -> None:
    table = visit(**PHONE)
    table.begin("jesonmor")
    assert table.ready()
    session = table.page.context.new_cdp_session(table.page)

    def touch(kind: str, *at: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in at]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    (x, y), (_, end) = middle(table.square("b1")), middle(table.square("b3"))
    touch("touchStart", (x, y))
    for part in (0.25, 0.5, 0.75, 1.0):
        touch("touchMove", (x, y + part * (end - y)))
    touch("touchEnd")
    table.wait_for_ply(1)
    assert table.page.locator("#moves b").first.inner_text() == "b1b3"
    assert table.page.evaluate("scrollY") == 0


def test_the_board_is_as_large_as_the_window_allows(table: Table) -> None:
    table.begin("ataxx")
    for width, height in ((740, 360), (1280, 800), (1920, 1080)):
        table.page.set_viewport_size({"width": width, "height": height})
        box = table.page.locator("#board").bounding_box()
        assert box is not None
        assert box["height"] > 0.78 * height, (width, height)
        assert box["y"] + box["height"] <= height, (width, height)


def test_pieces_glide_for_less_than_a_fifth_of_a_second_and_not_at_all_where_motion_is_unwanted(
    table: Table,
) -> None:
    table.page.add_init_script(WATCH)
    motions: tuple[Literal["no-preference", "reduce"], ...] = ("no-preference", "reduce")
    for motion, longest in zip(motions, (200, 0), strict=True):
        table.page.emulate_media(reduced_motion=motion)
        table.begin("jesonmor")
        table.press("b1")
        table.press("b3")
        durations = table.page.evaluate("durations")
        assert bool(durations) == bool(longest)
        assert all(duration < longest for duration in durations)


def test_sounds_are_off_until_they_are_switched_on_and_stay_so(table: Table) -> None:
    table.begin("ataxx")
    button = table.page.get_by_role("button", name="Sound")
    expect(button).to_have_text("Sound: off")
    button.click()
    table.page.reload()
    expect(button).to_have_text("Sound: on")


def test_whoever_turns_a_board_is_told_where_north_is_if_moves_say_north(table: Table) -> None:
    for game, is_told in (("santorini", True), ("ataxx", False)):
        table.begin(game)
        table.expect_turn()
        told = table.page.locator("#compass")
        expect(told).to_be_hidden()
        table.page.get_by_role("button", name="Flip the board").click()
        table.page.locator("#above[data-side='0']").wait_for()
        expect(told).to_be_visible(visible=is_told)


def test_the_menu_is_there_on_a_phone_on_its_side(table: Table) -> None:
    table.page.set_viewport_size({"width": 740, "height": 360})
    table.begin("ataxx")
    table.page.get_by_role("button", name="Menu").click()
    expect(table.page.get_by_role("link", name="Tournaments")).to_be_visible()


def test_a_long_list_of_moves_begins_with_a_whole_line(table: Table) -> None:
    table.begin("santorini")
    for seed in range(12):
        if not table.ready():
            break
        table.move(Random(seed))
    table.page.wait_for_timeout(100)
    cut = table.page.evaluate(CUT)
    assert cut["overflows"]
    # Rounded to whole pixels.
    assert cut["top"] <= 1
