"""Ctrl-C and other requests to stop, for commands that have something to finish first."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interruption(KeyboardInterrupt):
    """Somebody wants the command to stop; ``status`` is the exit status for that."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.status = 128 + number


@contextmanager
def interruptible() -> Iterator[None]:
    """Raise Interruption at a signal; what follows the block is not interrupted by another.

    Signals that are ignored, as in the background, stay so.
    """

    def stop(number: int, _frame: object) -> None:
        raise Interruption(number)

    handled = [each for each in SIGNALS if signal.getsignal(each) is not signal.SIG_IGN]
    before: dict[signal.Signals, Any] = {each: signal.signal(each, stop) for each in handled}
    try:
        yield
    except Interruption:
        before = dict.fromkeys(handled, signal.SIG_IGN)
        raise
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
