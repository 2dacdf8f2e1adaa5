"""Reads and writes lines while another thread searches."""

from __future__ import annotations

import os
from contextlib import suppress
from queue import Full, Queue
from threading import Lock, Thread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# Room for the moves of a very long game.
LONGEST_LINE = 1 << 20
LONGEST_REMARK = 300
CHUNK = 1 << 16
WAITING_LINES = 1_000


class Connection:
    """Lines over two file descriptors; any thread may send, one reads."""

    def __init__(self, source: int = 0, sink: int = 1) -> None:
        self.source = source
        self.sink = sink
        self.fault: OSError | None = None
        self.lock = Lock()
        self.waiting: Queue[str | None] = Queue(WAITING_LINES)

    def send(self, line: str) -> None:
        """Write a line at once; if that fails, ``lines`` ends with the error."""
        data = memoryview(f"{line}\n".encode("utf-8", "replace"))
        with self.lock:
            try:
                while data and self.fault is None:
                    data = data[os.write(self.sink, data) :]
            except OSError as error:
                self.fault = error
                # Wake the reader; with lines in the queue it sees the fault without this.
                with suppress(Full):
                    self.waiting.put_nowait(None)

    def remark(self, text: str) -> None:
        """Send a message for people, as an ``info string`` cut to one line."""
        self.send(f"info string {' '.join(text.split())[:LONGEST_REMARK]}")

    def lines(self) -> Iterator[str]:
        """Yield lines until the input ends; raise OSError if writing has failed."""
        # A thread that waits for input cannot be woken, so it is a daemon.
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
                self._queue(line + piece)
                line.clear()
            if len(line) <= LONGEST_LINE:
                line += rest
        if line:
            self._queue(line)
        self.waiting.put(None)

    def _read(self) -> bytes:
        try:
            return os.read(self.source, CHUNK)
        except OSError:
            return b""

    def _queue(self, line: bytearray) -> None:
        if len(line) > LONGEST_LINE:
            self.remark(f"a line of more than {LONGEST_LINE} bytes is ignored")
        else:
            self.waiting.put(line.decode("utf-8", "replace"))
