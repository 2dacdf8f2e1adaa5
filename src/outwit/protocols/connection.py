"""Lines in, lines out, while somebody thinks."""

from __future__ import annotations

import os
from contextlib import suppress
from queue import Full, Queue
from threading import Lock, Thread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# The moves of a very long game fit well into a line.
LONGEST_LINE = 1 << 20
LONGEST_REMARK = 300
CHUNK = 1 << 16
WAITING_LINES = 1_000


class Connection:
    """A conversation over two file descriptors; any thread may speak, one listens."""

    def __init__(self, source: int = 0, sink: int = 1) -> None:
        self.source = source
        self.sink = sink
        self.fault: OSError | None = None
        self.lock = Lock()
        self.waiting: Queue[str | None] = Queue(WAITING_LINES)

    def send(self, line: str) -> None:
        """Write a line at once; if nobody can hear it, the conversation ends."""
        data = memoryview(f"{line}\n".encode("utf-8", "replace"))
        with self.lock:
            try:
                while data and self.fault is None:
                    data = data[os.write(self.sink, data) :]
            except OSError as error:
                self.fault = error
                # Whoever listens must not wait for more; where lines wait, it will see the fault.
                with suppress(Full):
                    self.waiting.put_nowait(None)

    def remark(self, text: str) -> None:
        """Tell whoever reads along, in one line of bearable length."""
        self.send(f"info string {' '.join(text.split())[:LONGEST_REMARK]}")

    def lines(self) -> Iterator[str]:
        """Yield what is said until the input ends; raise OSError if nobody hears us any more."""
        # A thread that waits for input cannot be woken: it is left behind when all is over.
        Thread(target=self._listen, daemon=True).start()
        while self.fault is None and (line := self.waiting.get()) is not None:
            yield line
        if self.fault is not None:
            raise self.fault

    def _listen(self) -> None:
        line = bytearray()
        while chunk := self._read():
            *ended, rest = chunk.split(b"\n")
            for piece in ended:
                self._pass_on(line + piece)
                line.clear()
            if len(line) <= LONGEST_LINE:
                line += rest
        if line:
            self._pass_on(line)
        self.waiting.put(None)

    def _read(self) -> bytes:
        try:
            return os.read(self.source, CHUNK)
        except OSError:
            return b""

    def _pass_on(self, line: bytearray) -> None:
        if len(line) > LONGEST_LINE:
            self.remark(f"a line of more than {LONGEST_LINE} bytes is ignored")
        else:
            self.waiting.put(line.decode("utf-8", "replace"))
