"""Talk with a program line by line, as a person does."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.assignments.process import Result


class Conversation:
    """A program that runs and waits; everything it has said so far is in ``stdout``."""

    def __init__(
        self, program: str, arguments: Sequence[str] = (), env: Mapping[str, str] | None = None
    ) -> None:
        self.stdout = b""
        self.process = subprocess.Popen(
            [Path(sys.executable).with_name(program), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **(env or {})},
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.communicate()

    def hears(self, *endings: bytes, timeout: float = 20.0) -> bytes:
        """Wait until the program has said something that ends so, and return it."""
        assert self.process.stdout is not None
        said, deadline = b"", time.monotonic() + timeout
        while not said.endswith(endings):
            ready = select.select([self.process.stdout], [], [], deadline - time.monotonic())[0]
            assert ready, f"the program waits after {said[-200:]!r}"
            chunk = os.read(self.process.stdout.fileno(), 1 << 16)
            assert chunk, f"the program has ended after {said[-200:]!r}"
            said += chunk
        self.stdout += said
        return said

    def types(self, line: bytes) -> None:
        """Type a line, with its end."""
        assert self.process.stdin is not None
        self.process.stdin.write(line)
        self.process.stdin.flush()

    def ends(self, timeout: float = 20.0) -> Result:
        """Close the program's input, wait for its end and return everything."""
        stdout, stderr = self.process.communicate(timeout=timeout)
        self.stdout += stdout
        return Result(self.stdout, stderr, self.process.returncode)
