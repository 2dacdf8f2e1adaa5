"""A progress bar on standard error; silent unless that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[], object]]:
    """Show a bar while the block runs; what it gives is to be called after each of the steps."""
    if not sys.stderr.isatty() or find_spec("rich") is None:
        yield lambda: None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bars:
        bar = bars.add_task(escape(what), total=total)
        yield lambda: bars.advance(bar)
