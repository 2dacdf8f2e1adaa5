"""Progress of a contest: a live table on a terminal, else a line now and then."""

from __future__ import annotations

import sys
from collections import Counter
from importlib.util import find_spec
from time import monotonic
from typing import TYPE_CHECKING, Self

import click

from outwit.arena.sequential import SequentialTest
from outwit.arena.store import FinishedGame, Store
from outwit.core.counting import counted
from outwit.ratings.crosstable import crosstable
from outwit.reports.forfeits import forfeit_lines
from outwit.reports.summary import scores_of

if TYPE_CHECKING:
    from rich.console import Group
    from rich.live import Live as RichLive

# Seconds between two updates of the table, and between two lines without a terminal.
PAUSE = 0.25
LONG_PAUSE = 30.0
# Of more bots that forfeited, the live table does not tell.
MOST_FORFEITERS = 8


class Live:
    """Shows the number of finished games and the table on standard error."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.names = [bot.name for bot in store.manifest.bots]
        self.scores = scores_of(store)
        self.total = store.manifest.schedule.games
        self.test: SequentialTest | None = None
        self.before = self.scores.games
        self.start = self.shown = monotonic()
        self.forfeits: Counter[tuple[int, str]] = Counter(store.forfeits())
        self.screen: RichLive | None = None

    def __enter__(self) -> Self:
        if sys.stderr.isatty() and find_spec("rich") is not None:
            from rich.console import Console
            from rich.live import Live as RichLive

            self.screen = RichLive(
                self.view(), console=Console(stderr=True), auto_refresh=False, transient=True
            )
            self.screen.start()
        return self

    def __exit__(self, *error: object) -> None:
        if self.screen is not None:
            self.screen.stop()

    def update(self, games: list[FinishedGame]) -> None:
        """Add finished games and show them, if the last update was long enough ago."""
        for game in games:
            self.scores.add(game.pairing.first, game.pairing.second, game.points)
            if game.fault_of is not None:
                self.forfeits[game.fault_of, game.termination] += 1
        now = monotonic()
        if now - self.shown < (LONG_PAUSE if self.screen is None else PAUSE):
            return
        self.shown = now
        if self.screen is not None:
            self.screen.update(self.view(), refresh=True)
        else:
            click.echo("; ".join((self.line(), *self.forfeited())), err=True)

    def line(self) -> str:
        """Return the progress in one line."""
        games = self.scores.games
        played = counted(games, "game")
        if self.total is not None:
            played = f"{games:,} of {counted(self.total, 'game')}"
        speed = (games - self.before) / max(monotonic() - self.start, 1e-9)
        left = ""
        if self.total is not None and speed > 0:
            left = f", {(self.total - games) / speed:.0f} s left"
        if self.test is not None:
            return f"{counted(games, 'game')}, {speed:.1f} a second; {self.test.sprt}"
        return f"{played}, {speed:.1f} a second{left}"

    def forfeited(self) -> list[str]:
        """Return a line for each of the first bots that forfeited games."""
        return forfeit_lines(self.names, self.forfeits)[:MOST_FORFEITERS]

    def view(self) -> Group:
        """Return the table and the progress line."""
        from rich.console import Group
        from rich.text import Text

        from outwit.reports.table_view import table_view

        table = table_view(crosstable(self.names, self.scores), title=self.store.manifest.name)
        faults = (Text(line, style="red") for line in self.forfeited())
        return Group(table, Text(self.line()), *faults)
