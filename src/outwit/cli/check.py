"""``outwit check``."""

from __future__ import annotations

import sys
from time import monotonic

import click

from outwit.cli import print_error
from outwit.cli.help import Command
from outwit.errors import BadFile, BadRecord
from outwit.records.check import check_entry
from outwit.records.entry import Entry
from outwit.records.source import open_records

# Seconds between two updates of the progress line, and games between two looks at the clock.
PAUSE = 0.2
GAMES = 64
CLEAR_LINE = "\r\x1b[K"
FAULTY, UNREADABLE = 1, 2


@click.command(cls=Command)
@click.argument("paths", metavar="FILE...", nargs=-1, required=True)
def check(paths: tuple[str, ...]) -> None:
    """Check that recorded games follow the rules.

    Every game is played again, and a line per file reports the number of games and the first
    fault. The exit status is 0 if all games follow the rules, 1 if one does not, and 2 if a file
    cannot be read.

    Examples:
      outwit check games.txt
    """
    status = max([check_file(path) for path in paths])
    if status:
        raise click.exceptions.Exit(status)


def check_file(path: str) -> int:
    """Check a file, print the result in one line, and return the exit status."""
    games = faults = 0
    first: BadRecord | None = None
    progress = Progress(path) if sys.stderr.isatty() else None
    try:
        with open_records(path) as found:
            for games, game in enumerate(found, 1):
                fault = check_entry(game) if isinstance(game, Entry) else game
                if fault is not None:
                    faults += 1
                    first = first or fault
                if progress is not None and not games % GAMES:
                    progress.show(games, faults)
    except BadFile as error:
        return print_error(str(error), UNREADABLE)
    finally:
        if progress is not None:
            progress.clear()
    if not games:
        click.echo(f"{shown(path)}: no game")
        return FAULTY
    number = f"{games:,} game{'s' * (games > 1)}"
    if first is None:
        click.echo(f"{shown(path)}: {number}, all good")
        return 0
    click.echo(f"{shown(path)}: {number}, {faults:,} faulty; {' '.join(str(first).split())}")
    return FAULTY


def shown(path: str) -> str:
    """Return a file's name with control characters escaped."""
    return path if path.isprintable() else ascii(path)


class Progress:
    """The progress line of a file that is being checked."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.begun = self.shown = monotonic()

    def show(self, games: int, faults: int) -> None:
        """Show the counts, if the last update was long enough ago."""
        now = monotonic()
        if now - self.shown < PAUSE:
            return
        self.shown = now
        speed = games / (now - self.begun)
        line = f"{shown(self.path)}: {games:,} games, {faults:,} faulty, {speed:,.0f} games/s"
        click.echo(f"{CLEAR_LINE}{line}", nl=False, err=True)

    def clear(self) -> None:
        """Remove the line."""
        if self.shown != self.begun:
            click.echo(CLEAR_LINE, nl=False, err=True)
