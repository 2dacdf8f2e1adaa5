"""A page with a game on it, and somebody before it who sees, clicks, taps and types."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from playwright.sync_api import Locator, Page, expect

# How often a page is looked at for a move.
MOST_LOOKS = 1_500
CSRF = re.compile(r'name="csrf" value="([^"]+)"')
# Where something can be done, or the game is over.
READY = "#board .square.can, #unplaced button, .choice button, body[data-over]"
LOOK = """() => {
  const names = (kind) => [...document.querySelectorAll(`#board .square.${kind}`)]
    .map((square) => square.dataset.square);
  return {
    can: names("can"), picked: names("picked"), sent: names("sent").length > 0,
    choices: document.querySelectorAll(".choice button, #unplaced button").length,
    plies: document.querySelectorAll("#moves li").length,
    over: document.body.hasAttribute("data-over"),
  };
}"""


class Table:
    """One tab at one game. It knows no rules: it clicks what the page marks."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address

    def begin(self, game: str, opponent: str = "bot", **chosen: str) -> str:
        """Come to a new game; return its address."""
        self.page.goto(self.make(game, opponent, **chosen))
        return self.page.url

    def make(
        self, game: str, opponent: str = "bot", level: str = "1", clock: str = "", **options: str
    ) -> str:
        """Make a game without opening a page, by what its form sends; return its address."""
        request = self.page.request
        found = CSRF.search(request.get(f"{self.address}/play/{game}").text())
        assert found is not None
        sent = {"game": game, "opponent": opponent, "level": level, "csrf": found[1]}
        sent |= {"clock": clock} if clock else {}
        sent |= {f"option-{name}": value for name, value in options.items()}
        answer = request.post(f"{self.address}/play", form={**sent}, max_redirects=0)
        assert answer.status == 303, answer.text()
        return f"{self.address}{answer.headers['location']}"

    def fill_in(self, game: str, level: str = "1", **options: str) -> str:
        """Begin a game with a bot on the page that asks how; return its address."""
        page = self.page
        page.goto(f"{self.address}/play/{game}")
        page.check("[name=opponent][value=bot]", force=True)
        page.check(f"[name=level][value='{level}']", force=True)
        if options:
            page.click("details summary")
        for name, value in options.items():
            field = page.locator(f"[name=option-{name}]")
            if field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        page.get_by_role("button", name="Start").click()
        page.wait_for_url("**/g/*")
        return page.url

    def look(self) -> dict[str, Any]:
        """Return what can be seen: marked squares, plies played, whether it is over."""
        found: dict[str, Any] = self.page.evaluate(LOOK)
        return found

    @property
    def plies(self) -> int:
        """Return how many moves the list shows."""
        return int(self.look()["plies"])

    def square(self, name: str) -> Locator:
        """Return a square by its name."""
        return self.page.locator(f'#board .square[data-square="{name}"]')

    def ready(self) -> bool:
        """Wait until there is something to do; tell whether there is, the game not being over."""
        self.page.locator(READY).first.wait_for(state="attached")
        return not self.look()["over"]

    def wait_for_ply(self, ply: int) -> None:
        """Wait until so many moves are played."""
        self.page.locator("#moves li").nth(ply - 1).wait_for(state="attached")

    def press(self, name: str) -> None:
        """Click a square."""
        self.square(name).click()

    def choose(self, rng: Random) -> None:
        """Click what is marked until a move is sent."""
        before = self.plies
        for _ in range(MOST_LOOKS):
            seen = self.look()
            if seen["sent"] or seen["plies"] > before:
                return
            if seen["choices"]:
                self.page.locator(".choice button, #unplaced button").first.click()
            elif seen["can"]:
                self.press(rng.choice(seen["can"]))
            else:
                # The answer has come, but the page has not drawn it yet.
                self.page.wait_for_timeout(20)
        raise AssertionError("nothing can be clicked")

    def move(self, rng: Random) -> None:
        """Make a move, and wait until the list has it."""
        before = self.plies
        self.choose(rng)
        self.wait_for_ply(before + 1)

    def play_to_the_end(self, rng: Random) -> str:
        """Play until the game is over; return the sentence that says why."""
        while self.ready():
            self.move(rng)
        return self.sentence

    @property
    def sentence(self) -> str:
        """Return what stands above the moves."""
        return self.page.locator("#status").inner_text()

    def expect_turn(self) -> None:
        """Wait until it is ours, and squares can be clicked: the words come with the page."""
        expect(self.page.locator("#status")).to_contain_text("Your turn")
        self.ready()
