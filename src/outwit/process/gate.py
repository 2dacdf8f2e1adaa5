"""The gate of programs: once it is shut, this process starts none, and makes no folder for one.

A process that ends in the middle of its work shuts it before it cleans up: another of its threads
would leave a program or a folder behind that nobody knows of.
"""

from __future__ import annotations

import os
import threading
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# Seconds in which those who are inside leave.
SHUT_SECONDS = 2.0


class Gate:
    """Lets any number of threads in until it is shut, then none but the main thread."""

    def __init__(self) -> None:
        self.open()

    def open(self) -> None:
        """Let everybody in."""
        self._changed = threading.Condition()
        self._inside = 0
        self._is_shut = False

    @contextmanager
    def passed(self) -> Iterator[None]:
        """Be inside; wait for ever if it is shut."""
        is_main = threading.current_thread() is threading.main_thread()
        with self._changed:
            self._changed.wait_for(lambda: is_main or not self._is_shut)
            self._inside += 1
        try:
            yield
        finally:
            with self._changed:
                self._inside -= 1
                self._changed.notify_all()

    def shut(self) -> None:
        """Let nobody in any more, and wait for those who are inside."""
        with self._changed:
            self._is_shut = True
            self._changed.wait_for(lambda: not self._inside, SHUT_SECONDS)


GATE = Gate()
# The threads that are inside are not in a forked process.
os.register_at_fork(after_in_child=GATE.open)
