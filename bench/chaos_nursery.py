"""Servers that start at once: a process that has loaded everything forks them."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from contextlib import suppress
from threading import Lock
from time import monotonic

from bench.portal import Server

# Reads a letter for each server to start. Writes its number, and when it has ended, its status.
PROGRAM = """
import os, sys
from outwit.cli import main, serve
from outwit.server.app import create_app
while True:
    if not os.read(0, 1):
        os._exit(0)
    number = os.fork()
    if not number:
        break
    os.write(1, b"%d\\n" % number)
    os.write(1, b"%d\\n" % os.waitstatus_to_exitcode(os.waitpid(number, 0)[1]))
nowhere = os.open(os.devnull, os.O_RDWR)
os.dup2(nowhere, 0)
os.dup2(nowhere, 1)
main()
"""
# Seconds for the modules to be loaded, on a busy machine.
LOAD_SECONDS = 120.0


class Forked:
    """A process that a nursery has started; it is used as subprocess.Popen is."""

    def __init__(self, nursery: subprocess.Popen[bytes]) -> None:
        assert nursery.stdin is not None
        assert nursery.stdout is not None
        self._answers = nursery.stdout.fileno()
        self._reading = Lock()
        self.returncode: int | None = None
        os.write(nursery.stdin.fileno(), b"\n")
        number = self._read(LOAD_SECONDS)
        if number is None:
            raise TimeoutError("the portal's modules are not loaded")
        self.pid = number

    def poll(self) -> int | None:
        """Return its exit status, None while it runs."""
        with self._reading:
            if self.returncode is None:
                self.returncode = self._read(0.0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Return its exit status when it has ended; raise TimeoutExpired if that takes longer."""
        deadline = monotonic() + (LOAD_SECONDS if timeout is None else timeout)
        with self._reading:
            if self.returncode is None:
                self.returncode = self._read(max(0.0, deadline - monotonic()))
            if self.returncode is None:
                raise subprocess.TimeoutExpired("serve", timeout or LOAD_SECONDS)
            return self.returncode

    def terminate(self) -> None:
        """Ask it to end."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGTERM)

    def kill(self) -> None:
        """End it."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)

    def _read(self, seconds: float) -> int | None:
        """Return the nursery's next answer, None if none comes in time."""
        if not select.select([self._answers], [], [], seconds)[0]:
            return None
        line = b""
        while not line.endswith(b"\n"):
            if not (found := os.read(self._answers, 1)):
                raise OSError("the nursery has ended")
            line += found
        return int(line)


class QuickServer(Server):
    """A server that starts again without loading its modules anew."""

    _nursery: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it; the first time, the modules are loaded."""
        if self._nursery is None:
            self._nursery = subprocess.Popen(
                [sys.executable, "-c", PROGRAM, "serve", "--port", str(self.port)],
                env=self.environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self.log,
                # Ctrl-C goes to a whole group: this one ends when its servers have ended.
                start_new_session=True,
            )
        self.process = Forked(self._nursery)  # type: ignore[assignment]

    def end(self) -> None:
        """Leave no process behind."""
        assert self._nursery is not None
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        with self._nursery:
            pass
        self.log.close()
