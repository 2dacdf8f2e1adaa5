"""Several processes of the portal on one port, and the parent process that restarts them."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from types import FrameType

from outwit.server.base.logs import event
from outwit.server.edge.hosts import HOSTS
from outwit.storage.database import DATABASE

# Seconds until a child that has ended is replaced.
AGAIN_SECONDS = 1.0
LOOK_SECONDS = 0.2


class Workers:
    """Starts the processes, replaces one that dies, and ends all at shutdown."""

    def __init__(self, database: str, listening: socket.socket, size: int, hosts: str = "") -> None:
        self._listening = listening
        # Passed in the environment: other users could read a password on the command line.
        self._environment = {**os.environ, DATABASE: database, HOSTS: hosts}
        self._size = size
        self._children: list[subprocess.Popen[bytes]] = []
        self._ends = False

    def run(self) -> None:
        """Run until all processes have ended."""
        for sign in (signal.SIGINT, signal.SIGTERM):
            signal.signal(sign, self._end)
        self._children = [self._start() for _ in range(self._size)]
        while any(child.poll() is None for child in self._children) or not self._ends:
            time.sleep(LOOK_SECONDS)
            if self._ends:
                self._tell()
            else:
                self._replace()
        self._listening.close()

    def _replace(self) -> None:
        for place, child in enumerate(self._children):
            if child.poll() is not None:
                event("process ended", status=child.returncode)
                time.sleep(AGAIN_SECONDS)
                if self._ends:
                    return
                self._children[place] = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        number = self._listening.fileno()
        words = [sys.executable, "-m", "outwit.cli", "serve", "--socket", str(number)]
        return subprocess.Popen(words, pass_fds=[number], env=self._environment)

    def _end(self, sign: int, frame: FrameType | None) -> None:
        self._ends = True

    def _tell(self) -> None:
        """Tell all processes to end; can be repeated."""
        for child in self._children:
            if child.poll() is None:
                child.send_signal(signal.SIGTERM)
