"""Race premoves against the moves before them, in two real browsers' pages at a real server.

One page plays a move while the other clicks its answer, some milliseconds before or after; now and
then a connection is cut. Each answer must be stored once if it is legal, and never if it is not.
Run it from the root: ``python -m bench.premoves``; ``--races N`` (default 1,000).
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic

from playwright.sync_api import Browser, Page, sync_playwright

import outwit
from outwit.core.move import Move
from outwit.core.position import Position
from outwit.server.values.premoves import possible_moves
from outwit.storage.database import Database
from outwit.storage.games import GameStore
from tests.browser.conftest import ARGUMENTS, CHROMIUM
from tests.browser.portal import Portal
from tests.browser.table import Table

GAMES = ("jesonmor", "ataxx", "santorini")
# The clicks of the answer come at most this many milliseconds before or after the move.
JITTER = 40
# One race in so many cuts a connection, and one in so many chooses an answer that is not legal.
CUTS, WRONG = 25, 6
# Most plies of a game.
MOST_PLIES = 40
# Seconds for a move to arrive, with a connection that is cut.
PATIENCE = 30.0
# Milliseconds after which an answer that is not legal has certainly not been sent.
QUIET = 60
SOCKETS = """
  globalThis.lines = [];
  globalThis.WebSocket = class extends WebSocket {
    constructor(...values) { super(...values); lines.push(this); }
  };
"""
# Click squares at a moment; perhaps cut the connection in the middle.
CLICK = """([squares, at, cut]) => setTimeout(() => {
  for (const name of squares) {
    const square = document.querySelector(`#board .square[data-square="${name}"]`);
    square.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    if (cut) { lines.at(-1).close(); cut = false; }
  }
}, Math.max(0, at - Date.now())) && undefined"""
# Resolved when the clicks of now have been made.
CLICKED = "() => new Promise((done) => setTimeout(done, 0))"
SHOWN = "() => [...document.querySelectorAll('#moves b')].map((each) => each.textContent)"


PAGE = """() => [...document.querySelectorAll("#board .square")]
  .filter((each) => each.classList.length > 1)
  .map((each) => `${each.dataset.square}: ${each.getAttribute("class")}`)"""


class Race:
    """Two pages at one game, and what both have been told to play."""

    def __init__(self, pages: tuple[Page, Page], game: str, rng: Random) -> None:
        self.pages = pages
        self.position: Position = outwit.game(game).start()
        self.rng = rng
        self.counts: Counter[str] = Counter()
        # The last race, for the message of a failure.
        self.told = ""

    def run(self) -> None:
        """Play one move and the answer to it."""
        rng, position = self.rng, self.position
        mover, waiter = (self.pages[side] for side in (position.turn, 1 - position.turn))
        moves = list(position.legal_moves)
        move = rng.choice(clear(moves, moves))
        after = position.after(move)
        legal = [] if after.is_over else list(after.legal_moves)
        possible = [answer for _, answer in possible_moves(position)]
        is_wrong = not rng.randrange(WRONG)
        fitting = [each for each in possible if (each in legal) != is_wrong]
        answers = clear(fitting, [*possible, *legal])
        if not answers:
            self.play(mover, move)
            return
        answer = rng.choice(answers)
        cuts = [not rng.randrange(CUTS), not rng.randrange(CUTS)]
        self.counts["connections cut"] += sum(cuts)
        self.told = f"{answer} by {answer.squares}, cuts {cuts}"
        if is_wrong:
            # Its clicks come before the move: after it, they may begin another one.
            waiter.evaluate(CLICK, [list(answer.squares), 0, cuts[0]])
            waiter.evaluate(CLICKED)
        at = waiter.evaluate("Date.now()") + JITTER + 20
        if not is_wrong:
            late = rng.uniform(-JITTER, JITTER)
            waiter.evaluate(CLICK, [list(answer.squares), at + late, cuts[0]])
        mover.evaluate(CLICK, [list(move.squares), at, cuts[1]])
        self.expect(move)
        if is_wrong:
            waiter.wait_for_timeout(QUIET)
            self.counts["answers that were not legal"] += 1
        else:
            self.expect(answer)
            self.counts["answers played"] += 1

    def play(self, page: Page, move: Move) -> None:
        """Play a move without a race."""
        page.evaluate(CLICK, [list(move.squares), 0, False])
        self.expect(move)

    def expect(self, move: Move) -> None:
        """Wait until both pages show a move as the next one."""
        self.position.play(move.text)
        wanted = list(self.position.played)
        deadline = monotonic() + PATIENCE
        for page in self.pages:
            # The answer may be there already.
            while (shown := page.evaluate(SHOWN))[: len(wanted)] != wanted:
                if shown != wanted[: len(shown)] or monotonic() > deadline:
                    seen = page.evaluate(PAGE)
                    raise SystemExit(
                        f"expected {wanted[-3:]}, seen {shown[-3:]} ({self.told}, {seen}):"
                        " lost or doubled"
                    )
                page.wait_for_timeout(2)


def clear(wanted: Iterable[Move], all_moves: Iterable[Move]) -> list[Move]:
    """Return the wanted moves whose squares, clicked in order, name no other move."""
    ways = {(way, move.text) for move in all_moves for way in (move.squares, *move.ways) if way}
    return [
        move
        for move in wanted
        if move.squares
        and {text for way, text in ways if way[: len(move.squares)] == move.squares} == {move.text}
    ]


def meet(browser: Browser, address: str, game: str) -> tuple[Page, Page]:
    """Seat two people at a game; the first begins."""
    tables = []
    for _ in range(2):
        context = browser.new_context(base_url=address, reduced_motion="reduce")
        context.add_init_script(SOCKETS)
        tables.append(Table(context.new_page(), address))
    one, two = tables
    one.begin(game, opponent="friend")
    two.page.goto(one.page.url)
    two.page.get_by_role("button", name="Take the free seat").click()
    one.expect_turn()
    while two.page.evaluate("globalThis.lines?.at(-1)?.readyState") != 1:
        two.page.wait_for_timeout(2)
    return one.page, two.page


def main() -> int:
    """Run the races, and compare the stored games with what was clicked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--races", type=int, default=1000, help="default: 1000")
    parser.add_argument("--seed", type=int, default=1, help="default: 1")
    given = parser.parse_args()
    rng = Random(given.seed)
    counts: Counter[str] = Counter()
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        portal = Portal(Path(folder))
        portal.loads = True
        portal.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        games: dict[str, tuple[str, ...]] = {}
        began = monotonic()
        while races(counts) < given.races:
            game = rng.choice(GAMES)
            pages = meet(browser, portal.address, game)
            race = Race(pages, game, rng)
            while not race.position.is_over and race.position.ply < MOST_PLIES:
                race.run()
            games[pages[0].url.rsplit("/", 1)[1]] = race.position.played
            counts += race.counts
            print(f"{races(counts)} races", file=sys.stderr, flush=True)
            for page in pages:
                page.context.close()
        seconds = monotonic() - began
        browser.close()
        store = GameStore(Database(f"sqlite:///{Path(folder) / 'portal.db'}"))
        for key, played in games.items():
            stored = tuple(move.move for move in store.load(key).moves)
            if stored != played:
                raise SystemExit(f"game {key}: stored {stored}, clicked {played}")
        portal.stop()
    print(f"{races(counts)} races in {len(games)} games, {seconds:.0f} s")
    for what, count in counts.items():
        print(f"{count:6} {what}")
    print("no move lost, none doubled")
    return 0


def races(counts: Counter[str]) -> int:
    """Return the number of races."""
    return counts["answers played"] + counts["answers that were not legal"]


if __name__ == "__main__":
    sys.exit(main())
