"""A portal of our own in a process of its own, for browsers to visit."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

from tests.nursery import Forked

# Seconds for a machine that has much else to do.
PATIENCE = 60.0


class Portal:
    """``outwit serve`` on a free port, with a home of its own and perhaps more games."""

    def __init__(self, home: Path, games: Path | None = None) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.environment = {**os.environ, "OUTWIT_HOME": str(home)}
        if games is not None:
            self.environment["OUTWIT_GAMES"] = str(games)
        # Folders of games are read when modules are loaded.
        self.loads = games is not None
        self.process: Forked | subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and return once it answers."""
        words = ["serve", "--port", str(self.port)]
        if self.loads:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "outwit.cli", *words],
                env=self.environment,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        else:
            self.process = Forked(words, self.environment)
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                with urllib.request.urlopen(f"{self.address}/health"):
                    return
            except (urllib.error.URLError, ConnectionError):
                if self.process.poll() is not None or time.monotonic() > deadline:
                    raise
                time.sleep(0.05)

    def stop(self) -> None:
        """End it without ceremony; what was acknowledged is in its home."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()
