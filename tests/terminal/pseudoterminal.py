"""Runs ``outwit`` on a terminal of its own."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
from time import monotonic, sleep
from types import TracebackType
from typing import Self

SECONDS = 30.0
OUTWIT = (sys.executable, "-m", "outwit.cli")
# The first terminal that a new session opens is the one that sends it signals.
ON_TERMINAL = 'exec "$@" <>"$0" >&0 2>&0'


class PseudoTerminal:
    """A process on a terminal: what it shows, and keys for it."""

    def __init__(self, *words: str, **environment: str) -> None:
        self.handle, other = pty.openpty()
        variables = {"TERM": "xterm", **os.environ, **environment}
        variables.pop("NO_COLOR", None)
        variables |= environment
        self.process = subprocess.Popen(
            ["sh", "-c", ON_TERMINAL, os.ttyname(other), *OUTWIT, *words],
            env=variables,
            start_new_session=True,
        )
        self.other = other
        self.shown = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.other)
        os.close(self.handle)

    def press(self, keys: str) -> None:
        """Send keys."""
        os.write(self.handle, keys.encode())

    def wait_for(self, text: str) -> str:
        """Return all that is shown up to a text, and go on after it."""
        end = monotonic() + SECONDS
        while text not in self.shown:
            assert monotonic() < end, self.shown
            self.shown += self.read()
        before, _, self.shown = self.shown.partition(text)
        return before + text

    def read_rest(self) -> str:
        """Return what is shown until the process ends."""
        end = monotonic() + SECONDS
        while self.process.poll() is None or select.select([self.handle], [], [], 0)[0]:
            assert monotonic() < end, self.shown
            if select.select([self.handle], [], [], 0.05)[0]:
                self.shown += self.read()
        return self.shown

    def interrupt(self) -> str:
        """Press Ctrl-C and return what is shown until the process ends.

        Python may miss a signal that comes while it shows a prompt, until the next key; so wait.
        """
        sleep(0.1)
        self.press("\x03")
        try:
            self.process.wait(2)
        except subprocess.TimeoutExpired:
            self.press("\x03")
        return self.read_rest()

    def leave(self) -> int:
        """Quit and return the exit status; a terminal that nobody reads would not let it."""
        self.press("quit\n")
        self.read_rest()
        return self.process.wait()

    def read(self) -> str:
        """Return what is shown next."""
        assert select.select([self.handle], [], [], SECONDS)[0], self.shown
        return os.read(self.handle, 65_536).decode(errors="replace").replace("\r\n", "\n")
