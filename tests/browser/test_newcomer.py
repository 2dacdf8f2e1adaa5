"""Somebody who comes for the first time: from the first page to the first move, on any screen."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

import outwit
from tests.browser.conftest import PHONE, PHONE_SIZE, Visit
from tests.browser.portal import Portal
from tests.browser.table import Table
from tests.browser.town import NAMES, PASSWORD

pytestmark = pytest.mark.compiled_only
GAMES = [game.name for game in outwit.all_games()]
DESK = ViewportSize(width=1280, height=800)


def card_of(page: Page, game: str) -> Locator:
    """Return the card of a game on the first page."""
    return page.locator(".card", has=page.locator(f'[name=game][value="{game}"]'))


def press(table: Table, game: str, words: str) -> None:
    """Press a button on the card of a game, and come to its board."""
    table.page.goto("/")
    card_of(table.page, game).get_by_role("button", name=words).click()
    table.page.wait_for_url("**/g/*")


@pytest.mark.parametrize("game", [*GAMES, "tictactoe"])
def test_every_game_has_its_card_its_rules_and_a_bot_one_click_from_the_first_page(
    table: Table, game: str
) -> None:
    page = table.page
    page.goto("/")
    card = card_of(page, game)
    expect(card.locator("img")).to_be_visible()
    card.get_by_role("link", name="Rules").click()
    page.wait_for_url("**/rules/*")
    expect(page.locator("h1")).to_be_visible()
    page.go_back()
    card.get_by_role("button", name="Play a bot").click()
    page.wait_for_url("**/g/*")
    # The first move is next.
    assert table.ready()
    table.move(Random(1))


def test_a_friend_comes_by_the_link_and_both_make_their_first_moves(visit: Visit) -> None:
    one, two = visit(), visit(**PHONE)
    press(one, GAMES[0], "Invite a friend")
    two.page.goto(one.page.locator("#invite input[readonly]").input_value())
    two.page.get_by_role("button", name="Take the free seat").click()
    both_move(one, two)


def test_two_who_find_anyone_find_each_other(visit: Visit) -> None:
    one, two = visit(), visit()
    press(one, GAMES[-1], "Find anyone")
    expect(one.page.locator("#status")).to_contain_text("Waiting")
    press(two, GAMES[-1], "Find anyone")
    assert one.page.url == two.page.url
    both_move(one, two)


def both_move(one: Table, two: Table) -> None:
    """Let whoever begins move, and then the other."""
    ours = one.page.locator("#status", has_text="Your turn")
    theirs = two.page.locator("#status", has_text="Your turn")
    expect(ours.or_(one.page.locator("#status", has_text="to move"))).to_be_visible()
    expect(theirs.or_(two.page.locator("#status", has_text="to move"))).to_be_visible()
    order = (one, two) if ours.count() else (two, one)
    for ply, table in enumerate(order, 1):
        assert table.ready()
        table.move(Random(ply))
        for each in order:
            each.wait_for_ply(ply)


@pytest.mark.parametrize("game", [*GAMES, "tictactoe"])
def test_start_is_seen_without_scrolling_and_on_a_phone_below_all_that_describes_a_level(
    page: Page, game: str
) -> None:
    page.goto(f"/play/{game}")
    for size in (DESK, PHONE_SIZE):
        page.set_viewport_size(size)
        for opponent in ("bot", "friend", "anyone", "invite"):
            page.check(f"[name=opponent][value={opponent}]", force=True)
            page.evaluate("scrollTo(0, 0)")
            start = page.get_by_role("button", name="Start")
            assert is_seen(start, size), (size, opponent)
    page.check("[name=opponent][value=bot]", force=True)
    page.evaluate("scrollTo(0, 0)")
    words = page.locator(".levels em:visible")
    described, below = words.bounding_box(), page.locator(".start").bounding_box()
    assert described is not None
    assert below is not None
    assert described["y"] + described["height"] <= below["y"]
    assert words.evaluate("(em) => em.scrollHeight <= em.clientHeight")


def is_seen(element: Locator, size: ViewportSize) -> bool:
    """Tell whether all of an element is on the screen, with nothing above it."""
    box = element.bounding_box()
    assert box is not None
    is_free = element.evaluate("""(element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }""")
    return bool(is_free) and box["y"] >= 0 and box["y"] + box["height"] <= size["height"]


def test_the_board_follows_the_options(page: Page) -> None:
    page.goto("/play/push")
    squares = page.locator("#preview [data-square]")
    before = squares.count()
    page.click("details summary")
    page.fill("[name=option-rows]", "5")
    page.fill("[name=option-columns]", "7")
    expect(squares).to_have_count(31)
    assert before != 31
    page.fill("[name=option-rows]", "99")
    expect(page.locator("#preview-why")).to_have_text(
        "Option rows: '99' is not a number from 3 to 12"
    )
    expect(squares).to_have_count(31)
    page.fill("[name=option-rows]", "6")
    expect(squares).to_have_count(38)
    expect(page.locator("#preview-why")).to_be_hidden()


def test_behind_a_friends_link_clock_and_side_are_one_line_each_on_a_phone(visit: Visit) -> None:
    one, two = visit(), visit(**PHONE)
    for game in GAMES:
        see_invitation(one, two, game)


def see_invitation(one: Table, two: Table, game: str) -> None:
    """Let one invite, and look at what the other is shown."""
    two.page.goto(one.make(game, opponent="friend", clock="900+10"))
    expect(two.page.get_by_role("button", name="Take the free seat")).to_be_visible()
    expect(two.page.locator("#join")).to_contain_text("You play")
    expect(two.page.locator("#join").get_by_role("link", name="Rules")).to_be_visible()
    # No time passes before the game begins.
    expect(two.page.locator(".clock")).to_have_text(["15:00", "15:00"])
    for part in (".sidename", ".clock", ".player"):
        for shown in two.page.locator(part).all():
            lines = shown.evaluate("""(element) => {
              const range = document.createRange();
              range.selectNodeContents(element);
              return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
            }""")
            assert lines == 1, (game, part, shown.inner_text())


def sign_in(table: Table, name: str) -> Page:
    """Let somebody of the town sign in."""
    page = table.page
    page.goto("/login")
    page.fill("[name=name]", name)
    page.fill("[name=password]", PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/")
    return page


def test_every_open_page_of_a_tournament_follows_its_start(
    visit: Visit, town: tuple[Portal, dict[str, str]], signed_in: dict[str, Any]
) -> None:
    organiser, entrant = visit(**signed_in).page, sign_in(visit(at=town[0]), NAMES[1])
    stranger, lister = visit(at=town[0]).page, visit(at=town[0]).page
    organiser.goto("/tournaments/new?game=ataxx")
    organiser.fill("[name=name]", "A first tournament")
    lister.goto("/tournaments")
    organiser.get_by_role("button", name="Make the tournament").click()
    organiser.wait_for_url("**/t/*")
    coming = lister.locator("section", has=lister.locator("#coming"))
    expect(coming.get_by_text("A first tournament")).to_be_visible()
    for page in (entrant, stranger):
        page.goto(organiser.url)
    other = sign_in(visit(at=town[0]), NAMES[2])
    other.goto(organiser.url)
    for page in (entrant, other):
        page.get_by_role("button", name="Join").click()
        expect(page.get_by_role("button", name="Withdraw")).to_be_visible()
    expect(stranger.locator(".status")).to_have_text("2 players so far.")
    for page in (stranger, organiser):
        expect(page.get_by_role("button", name="Join")).to_be_visible()
    # Whoever plays is taken to the game; these two watch.
    organiser.get_by_role("button", name="Start now").click()
    for page in (stranger, organiser):
        expect(page.get_by_role("button", name="Join")).to_have_count(0)
        expect(page.get_by_role("button", name="Start now")).to_have_count(0)
        expect(page.locator(".status")).to_have_text("Round 1 of 1.")
        expect(page.locator("#standings")).to_have_text("Standings")
        expect(page.locator(".pairings .result")).to_have_text("playing")
    entrant.wait_for_url("**/g/*")
    running = lister.locator("section", has=lister.locator("#running"))
    expect(running.get_by_text("A first tournament")).to_be_visible()


def test_ones_own_name_in_the_header_is_not_boxed_on_the_page_of_a_tournament(
    visit: Visit, town: tuple[Portal, dict[str, str]], signed_in: dict[str, Any]
) -> None:
    page = visit(**signed_in).page
    page.goto(town[1]["tournament-past"])
    ground = "element => getComputedStyle(element).backgroundColor"
    assert page.locator(".top .me").evaluate(ground) == "rgba(0, 0, 0, 0)"
    assert page.locator("tr.me").first.evaluate(ground) != "rgba(0, 0, 0, 0)"
