"""A tournament manager, as far as tests need one."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from types import TracebackType
from typing import Self

from tests.nursery import Talking, can_fork

PATIENCE = 20.0


def started(words: list[str], environment: dict[str, str]) -> Talking | subprocess.Popen[bytes]:
    """Start ``outwit``, quickly where its environment permits."""
    whole = {**os.environ, **environment}
    if can_fork(environment):
        return Talking(words, whole)
    command = [sys.executable, "-m", "outwit.cli", *words]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=whole)


class Manager:
    """Runs an engine as a process and talks to it."""

    def __init__(self, *words: str, **environment: str) -> None:
        self.process = started(["engine", *words], environment)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.stdin = self.process.stdin
        self.stdout = self.process.stdout
        self.unread = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.communicate()

    def says(self, *lines: str) -> None:
        """Send lines."""
        self.says_bytes("".join(f"{line}\n" for line in lines).encode())

    def says_bytes(self, data: bytes) -> None:
        """Send bytes."""
        self.stdin.write(data)
        self.stdin.flush()

    def hears_line(self, timeout: float = PATIENCE) -> str:
        """Return the next line, without its end."""
        deadline = time.monotonic() + timeout
        while b"\n" not in self.unread:
            left = max(0.0, deadline - time.monotonic())
            assert select.select([self.stdout], [], [], left)[0], f"silence after {self.unread!r}"
            chunk = os.read(self.stdout.fileno(), 1 << 16)
            assert chunk, f"the engine has ended after {self.unread!r}"
            self.unread += chunk
        line, _, self.unread = self.unread.partition(b"\n")
        assert not line.endswith(b"\r")
        return line.decode()

    def hears(self, beginning: str, timeout: float = PATIENCE) -> list[str]:
        """Return all lines up to the first that begins so."""
        deadline = time.monotonic() + timeout
        lines = [self.hears_line(timeout)]
        while not lines[-1].startswith(beginning):
            lines.append(self.hears_line(max(0.0, deadline - time.monotonic())))
        return lines

    def asks(self, line: str, beginning: str) -> str:
        """Send a line and return the one that follows, which must begin so."""
        self.says(line)
        answer = self.hears_line()
        assert answer.startswith(beginning), answer
        return answer

    def best_move(self, go: str) -> str:
        """Let the engine think and return its move."""
        self.says(go)
        return self.hears("bestmove ")[-1].removeprefix("bestmove ")

    def ends(self, timeout: float = PATIENCE) -> tuple[int, list[str]]:
        """Close the engine's input; return its exit status and its last lines."""
        stdout, stderr = self.process.communicate(timeout=timeout)
        assert stderr == b"", stderr.decode()
        assert self.process.returncode is not None
        return self.process.returncode, (self.unread + stdout).decode().splitlines()
