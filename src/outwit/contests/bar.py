"""The progress of a contest: a bar, or a call after every batch of games."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from time import monotonic

from outwit.core.excerpt import excerpt
from outwit.errors import UsageError

# Seconds between two lines of a plain bar.
PAUSE = 0.2


@contextmanager
def bar(
    progress: Callable[[int, int], object] | bool, done: int, total: int | None
) -> Iterator[Callable[[int], None]]:
    """Give what is to be called with the number of games that have just finished.

    Args:
        progress: Called with the games finished and all games, 0 if nobody knows how many; True for
            a bar on standard error, False for nothing.
        done: The games that were finished before.
        total: All games, None if nobody knows.
    """
    if callable(progress):
        with calls(progress, done, total or 0) as advance:
            yield advance
    elif not isinstance(progress, bool):
        raise UsageError(f"progress: a function or True is expected, not {excerpt(progress)}")
    elif not progress:
        yield lambda games: None
    elif find_spec("rich") is None:
        with calls(plain_line(), done, total or 0) as advance:
            yield advance
        sys.stderr.write("\n")
    else:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

        columns = (BarColumn(), MofNCompleteColumn(), "games", TimeRemainingColumn())
        with Progress(*columns, console=Console(stderr=True)) as bars:
            task = bars.add_task("", total=total, completed=done)
            yield lambda games: bars.advance(task, games)


@contextmanager
def calls(
    progress: Callable[[int, int], object], done: int, total: int
) -> Iterator[Callable[[int], None]]:
    """Count games for a function that wants to know how many there are."""

    def advance(games: int) -> None:
        nonlocal done
        done += games
        progress(done, total)

    yield advance


def plain_line() -> Callable[[int, int], None]:
    """Return what writes a line over the last one, now and then."""
    last = -PAUSE

    def show(done: int, total: int) -> None:
        nonlocal last
        if done == total or monotonic() - last >= PAUSE:
            last = monotonic()
            sys.stderr.write(f"\r{done:,} of {total:,} games" if total else f"\r{done:,} games")
            sys.stderr.flush()

    return show
