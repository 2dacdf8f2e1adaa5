"""Ctrl-C and other requests to stop, for commands that have something to finish first."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Mapping
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
    """Raise Interruption at the first signal; those that follow change nothing.

    Signals that are ignored, as in the background, stay so.
    """

    def stop(number: int, _frame: object) -> None:
        for each in handled:
            signal.signal(each, signal.SIG_IGN)
        raise Interruption(number)

    handled = [each for each in SIGNALS if signal.getsignal(each) is not signal.SIG_IGN]
    before = {each: signal.signal(each, stop) for each in handled}
    try:
        yield
    except Interruption:
        raise  # what is left to do is not to be interrupted
    except BaseException:
        restore(before)
        raise
    restore(before)


def restore(handlers: Mapping[signal.Signals, Any]) -> None:
    """Put handlers back."""
    for number, handler in handlers.items():
        signal.signal(number, handler)
