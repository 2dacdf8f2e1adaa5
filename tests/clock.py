"""An event loop whose clock jumps: waits cost no time, and no stall of the machine is one."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")
# Seconds that bytes on their way between two ends of a connection are given in fact.
GRACE = 0.01


class JumpingSelector(selectors.DefaultSelector):
    """Where nothing comes, the clock is put on to the next moment that somebody waits for."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Return what has come, at once or within the grace."""
        if timeout is None:
            return super().select(None)
        found = super().select(min(timeout, GRACE))
        if not found and timeout > 0:
            self.now += timeout
        return found


class JumpingLoop(asyncio.SelectorEventLoop):
    """A loop for one process: what others do while it waits is not seen."""

    def __init__(self) -> None:
        self.jumping = JumpingSelector()
        super().__init__(self.jumping)

    def time(self) -> float:
        """Return the seconds that were waited for."""
        return self.jumping.now


def run_jumping(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run as ``asyncio.run`` does, without waiting."""
    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        return runner.run(coroutine)
