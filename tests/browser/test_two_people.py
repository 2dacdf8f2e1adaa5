"""Two people, each with a browser: they meet by a link, and nothing gets lost on the way."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect

from tests.browser.conftest import Visit
from tests.browser.contexts import PATIENCE
from tests.browser.portal import Portal
from tests.browser.table import Table

pytestmark = pytest.mark.compiled_only

EVIL = "<img src=x onerror=\"document.title='broken'\"><b>bold</b>"


def meet(visit: Visit, game: str, **options: str) -> tuple[Table, Table]:
    """Seat two people at a game."""
    one, two = visit(), visit()
    one.begin(game, opponent="friend", **options)
    two.page.goto(one.page.locator("#invite input[readonly]").input_value())
    two.page.get_by_role("button", name="Take the free seat").click()
    one.expect_turn()
    return one, two


def test_a_game_survives_a_reload_and_a_cut_connection_in_the_middle(visit: Visit) -> None:
    lines: list[WebSocketRoute] = []

    def connect(route: WebSocketRoute) -> None:
        lines.append(route)
        route.connect_to_server()

    one, two = meet(visit, "tictactoe")
    one.page.route_web_socket("**/ws/**", connect)
    one.page.reload()
    one.expect_turn()
    one.press("a1")
    two.wait_for_ply(1)
    two.page.reload()
    two.expect_turn()
    two.press("b1")
    one.wait_for_ply(2)
    one.expect_turn()
    # The line is dead when the move is made, and comes back by itself.
    lines[-1].close()
    one.press("a2")
    two.wait_for_ply(3)
    two.expect_turn()
    two.press("b2")
    one.wait_for_ply(4)
    one.expect_turn()
    one.press("a3")
    for table, result in ((one, "You won"), (two, "You lost")):
        expect(table.page.locator("#status")).to_have_text(f"{result}: three in a row")
        expect(table.page.locator("#moves b")).to_have_text(["a1", "b1", "a2", "b2", "a3"])
    assert len(lines) >= 2


def test_the_game_goes_on_by_itself_when_the_server_is_killed_and_starts_again(
    browser: Browser, tmp_path: Path
) -> None:
    portal = Portal(tmp_path)
    portal.start()
    page = browser.new_context(reduced_motion="reduce").new_page()
    page.set_default_timeout(PATIENCE)
    try:
        table = Table(page, portal.address)
        table.begin("ataxx")
        table.press("b7")
        table.wait_for_ply(2)
        table.expect_turn()
        portal.stop()
        page.locator("#lost").wait_for()
        table.choose(Random(1))
        portal.start()
        table.wait_for_ply(4)
        page.locator("#lost").wait_for(state="hidden")
        assert page.locator("#moves b").first.inner_text() == "b7"
    finally:
        page.context.close()
        portal.stop()


def test_several_tabs_of_one_game_stay_in_step(visit: Visit) -> None:
    first = visit()
    address = first.begin("ataxx")
    second = Table(first.page.context.new_page(), first.address)
    second.page.goto(address)
    watcher = visit()
    watcher.page.goto(address)
    for table in (first, second):
        assert table.ready()
        table.move(Random(2))
        first.expect_turn()
    shown = [table.page.locator("#moves b") for table in (first, second, watcher)]
    for moves in shown:
        expect(moves).to_have_text(shown[0].all_inner_texts())
    expect(watcher.page.locator("#actions")).not_to_contain_text("Resign")
    expect(first.page.locator("#watchers")).to_have_text("1 watching")
    assert watcher.look()["can"] == []


def test_offers_are_made_declined_withdrawn_and_accepted(visit: Visit) -> None:
    one, two = meet(visit, "ataxx")
    one.press("b7")
    two.wait_for_ply(1)
    one.page.get_by_role("button", name="Take back").click()
    two.page.get_by_role("button", name="Accept").click()
    expect(one.page.locator("#moves li")).to_have_count(0)
    one.page.get_by_role("button", name="Offer a draw").click()
    expect(two.page.locator("#offer")).to_contain_text("Your opponent offers a draw.")
    two.page.get_by_role("button", name="Decline").click()
    expect(one.page.locator("#offer")).to_be_hidden()
    expect(one.page.locator("#notice")).to_have_text("Your opponent declined the draw.")
    two.page.get_by_role("button", name="Offer a draw").click()
    two.page.get_by_role("button", name="Withdraw").click()
    expect(one.page.locator("#offer")).to_be_hidden()
    one.page.get_by_role("button", name="Resign").click()
    one.page.get_by_role("button", name="Play on").click()
    two.page.get_by_role("button", name="Resign").click()
    two.page.locator("#ask").get_by_role("button", name="Resign").click()
    expect(one.page.locator("#status")).to_have_text("You won: your opponent resigned")
    finished = one.page.url
    one.page.get_by_role("button", name="Rematch").click()
    expect(one.page.locator("#rematch")).to_contain_text("Rematch offered")
    expect(two.page.locator("#rematch")).to_contain_text("wants a rematch.")
    two.page.reload()
    two.page.get_by_role("button", name="Decline").click()
    expect(one.page.locator("#notice")).to_have_text("Your opponent does not want a rematch.")
    one.page.get_by_role("button", name="Rematch").click()
    two.page.get_by_role("button", name="Accept").click()
    two.expect_turn()
    one.page.wait_for_url(two.page.url)
    one.page.goto(finished)
    expect(one.page.get_by_role("button", name="To the rematch")).to_be_visible()


def test_html_in_names_and_chat_stays_text_and_chat_can_be_muted(visit: Visit) -> None:
    one, two = meet(visit, "ataxx")
    for _ in range(2):
        one.page.fill("#say input", EVIL)
        one.page.keyboard.press("Enter")
        expect(two.page.locator("#chat li").last).to_contain_text(EVIL)
        two.page.reload()
        expect(two.page.locator("#chat li").last).to_contain_text(EVIL)
    assert two.page.locator("#chat img, #chat b b").count() == 0
    assert "broken" not in two.page.title()
    two.page.get_by_role("button", name="Mute").click()
    expect(two.page.locator("#chat")).to_be_hidden()
    two.page.reload()
    expect(two.page.locator("#chat")).to_be_hidden()
    expect(two.page.get_by_role("button", name="Unmute")).to_be_visible()
    page = one.page
    page.goto("/register")
    page.fill("[name=name]", EVIL[:20])
    page.fill("[name=password]", "correct horse")
    page.get_by_role("button", name="Create the account").click()
    expect(page.locator("[role=alert]")).to_be_visible()
    assert page.locator("main img").count() == 0
    assert page.input_value("[name=name]") == EVIL[:20]
