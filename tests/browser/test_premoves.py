"""A move chosen while the opponent thinks: shown, cancelled, played at once, or dropped."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.table import Table
from tests.browser.test_annotations import drawn
from tests.browser.test_two_people import meet

pytestmark = pytest.mark.compiled_only

# Keep what the server says, until `sent` is a list; then the page is alone with `deliver`.
LINE = """
  Object.assign(globalThis, { heard: [], sent: null });
  globalThis.WebSocket = class extends WebSocket {
    constructor(...values) {
      super(...values);
      this.addEventListener("message", (event) => {
        if (sent) event.stopImmediatePropagation();
        else heard.push(JSON.parse(event.data));
      });
      globalThis.deliver = (message) => this.onmessage({ data: JSON.stringify(message) });
    }
    send(text) { sent ? sent.push(JSON.parse(text)) : super.send(text); }
  };
"""
HEARD = "(kind) => heard.find(({ t }) => t === kind)"
# Play every order of clicks (numbers) and messages; return the moves sent and the squares picked.
RACE = """async ([orders, squares, messages]) => {
  const root = document.querySelector("#board");
  const found = [];
  const rest = async () => { for (let i = 0; i < 20; i++) await null; };
  for (const order of orders) {
    globalThis.sent = [];
    for (const name of ["after", "before"]) deliver(messages[name]);
    await rest();
    root.dispatchEvent(new PointerEvent("pointerover"));
    let state = messages.before;
    for (const step of order) {
      if (step === "after") state = messages.after;
      if (step in squares) {
        const square = root.querySelector(`.square[data-square="${squares[step]}"]`);
        square.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      } else {
        deliver(step === "again" ? state : messages[step]);
      }
      await rest();
    }
    const picked = [...root.querySelectorAll(".square.picked, .square.premove")];
    found.push([
      sent.filter(({ t }) => t === "move").map(({ n, m }) => `${n} ${m}`),
      picked.map((each) => each.dataset.square),
    ]);
  }
  return found;
}"""


def chosen(table: Table) -> list[str]:
    """Return the squares of the premove that a page shows."""
    found = table.page.locator("#board .square.premove")
    return list(found.evaluate_all("squares => squares.map(each => each.dataset.square)"))


def test_a_premove_is_shown_cancelled_played_or_dropped(visit: Visit) -> None:
    white, black = meet(visit, "jesonmor")
    page = black.page
    expect(page.locator("#status")).to_have_text("White to move")
    # The words come with the page; what can be chosen is marked by its script.
    black.square("a9").hover()
    black.ready()
    for cancel in ("Escape", "right", "click"):
        black.press("a9")
        black.press("b7")
        expect(page.locator("#board .square.premove")).to_have_count(2)
        assert page.locator("#board .pointers .premove").count() == 1
        label = page.locator('#board .square[data-square="b7"]').get_attribute("aria-label")
        assert label == "b7, premove"
        assert black.plies == 0
        if cancel == "Escape":
            page.keyboard.press("Escape")
        elif cancel == "right":
            black.square("e5").click(button="right")
        else:
            black.press("e5")
        assert chosen(black) == [], cancel
    assert drawn(page) == []
    black.press("a9")
    black.press("b7")
    white.press("b1")
    white.press("b3")
    for table in (white, black):
        table.wait_for_ply(2)
        expect(table.page.locator("#moves b")).to_have_text(["b1b3", "a9b7"])
    assert chosen(black) == []
    # A premove that the opponent's move prevents is dropped, and said so: the piece is gone.
    black.press("b9")
    black.press("b8")
    expect(page.locator("#board .square.premove")).to_have_count(2)
    white.press("b3")
    white.press("b9")
    black.wait_for_ply(3)
    expect(page.locator("#notice")).to_have_text("Your premove is not possible now.")
    assert chosen(black) == []
    black.expect_turn()
    assert black.plies == 3


def held(visit: Visit) -> tuple[Table, dict[str, Any]]:
    """Return a page without a server, and the messages around White's first move in Santorini."""
    white, black = meet(visit, "santorini")
    page = black.page
    page.add_init_script(LINE)
    messages = {}
    for name, answer in (("before", "premoves"), ("after", "state")):
        page.reload()
        page.wait_for_function(HEARD, arg="state")
        if name == "before":
            black.square("b4").dispatch_event("click")
            page.wait_for_function(HEARD, arg=answer)
            messages["premoves"] = page.evaluate(HEARD, answer)
        messages[name] = page.evaluate(HEARD, "state") | {"kept": [0, 0]}
        if name == "before":
            for square in ("b2", "a3", "a4"):
                white.press(square)
            white.wait_for_ply(1)
    assert (messages["before"]["n"], messages["after"]["n"]) == (0, 1)
    return black, messages


def test_clicks_around_the_opponents_move_are_played_once_or_dropped(visit: Visit) -> None:
    black, messages = held(visit)
    page = black.page
    # Three clicks in order; the answer, the opponent's move and a repeated state between them.
    news = "premoves", "after", "again"
    orders = [
        order
        for order in permutations(("0", "1", "2", *news))
        if [step for step in order if step.isdigit()] == ["0", "1", "2"]
    ]
    for squares, sent in ((("b4", "a5", "b4"), ["1 Y,nw,se"]), (("b4", "a3", "b4"), [])):
        clicks = {str(i): square for i, square in enumerate(squares)}
        found = page.evaluate(RACE, [orders, clicks, messages])
        for order, (moves, picked) in zip(orders, found, strict=True):
            assert moves == sent, order
            # With the last click before the move, nothing of an impossible move stays picked.
            if not sent and order.index("2") < order.index("after"):
                assert picked == [], order
    # A new picture between press and release takes no click, wherever in the move it comes.
    for late in range(3):
        page.evaluate(RACE, [[["premoves"]], {}, messages])
        for i, square in enumerate(("b4", "a5", "b4")):
            black.square(square).hover()
            page.mouse.down()
            if i == late:
                page.evaluate("(message) => deliver(message)", messages["after"])
            page.mouse.up()
        moves = page.evaluate("sent.filter(({ t }) => t === 'move').map(({ m }) => m)")
        assert moves == ["Y,nw,se"], late


def test_a_piece_stays_in_the_hand_when_the_opponent_moves(visit: Visit) -> None:
    white, black = meet(visit, "jesonmor")
    page = black.page
    black.square("a9").hover()
    black.ready()
    page.mouse.down()
    black.square("a7").hover()
    white.press("b1")
    white.press("b3")
    black.wait_for_ply(1)
    expect(page.locator("#board .piece.held")).to_have_count(1)
    black.square("b7").hover()
    page.mouse.up()
    white.wait_for_ply(2)
    expect(page.locator("#moves b")).to_have_text(["b1b3", "a9b7"])
    # The pieces can be clicked after it.
    black.press("b9")
    black.press("b8")
    expect(page.locator("#board .square.premove")).to_have_count(2)
