"""Standard input and output as bytes, and the ways in which a program ends."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

INTERRUPTED = 130
BROKEN_PIPE = 141
CHUNK = 65_536
# The rest of a longer line is ignored.
LONGEST_LINE = 65_536
LONGEST_NUMBER = 4_000


class EndOfInput(Exception):
    """Standard input has ended where a line was wanted."""


class Leave(Exception):
    """Ends the program with a status, after a message on standard error unless it is empty."""

    def __init__(self, status: int, message: str = "") -> None:
        super().__init__(message)
        self.status = status
        self.message = message


class Console:
    """Lines in, bytes out; output is flushed before a line is read."""

    def __init__(self, source: int = 0) -> None:
        self.source = source
        self.waiting = b""
        self.written: list[bytes] = []
        self.ended = False

    def read_from(self, source: int) -> None:
        """Read lines from another file from now on."""
        self.source = source
        self.waiting = b""
        self.ended = False

    def write(self, text: str | bytes) -> None:
        """Add to standard output; ``flush`` writes it."""
        self.written.append(text.encode("utf-8", "replace") if isinstance(text, str) else text)

    def flush(self) -> None:
        """Write all output that was added."""
        data = b"".join(self.written)
        self.written.clear()
        while data:
            data = data[os.write(1, data) :]

    def decide(self, choose: Callable[[], str], allowed: Callable[[], Iterable[str]]) -> str:
        """Return the computer's choice; a replay returns another of those allowed."""
        return choose()

    def complain(self, text: str) -> None:
        """Write a line to standard error, after what was written before it."""
        self.flush()
        complain(text)

    def line(self) -> bytes:
        """Return the next line with its line end; the last one may lack it; raise EndOfInput."""
        self.flush()
        found = self.waiting.find(b"\n")
        while found < 0 and not self.ended:
            try:
                data = os.read(self.source, CHUNK)
            except OSError:  # closed, or never open: nothing will come
                data = b""
            self.ended = not data
            start = len(self.waiting)
            if start > LONGEST_LINE:
                self.waiting = self.waiting[:LONGEST_LINE]
                start = LONGEST_LINE
            self.waiting += data
            found = self.waiting.find(b"\n", start)
        stop = found + 1 if found >= 0 else len(self.waiting)
        line, self.waiting = self.waiting[:stop], self.waiting[stop:]
        if not line:
            raise EndOfInput
        return line

    def text_line(self) -> str:
        """Return the next line as text without its line end; raise EndOfInput."""
        text = self.line().decode("utf-8", "replace")
        return text.removesuffix("\n").removesuffix("\r")


def run(program: Callable[[Console, list[str]], int]) -> None:
    """Run a program and exit; interrupts and closed pipes end it without a message."""
    console = Console()
    open_closed_errors()
    try:
        try:
            status = program(console, sys.argv[1:])
        except Leave as leave:
            status = leave.status
            if leave.message:
                console.complain(leave.message)
        console.flush()
    except KeyboardInterrupt:
        status = INTERRUPTED
    except OSError as error:
        # A closed pipe needs no message; anything else, such as a full disk, does.
        status = BROKEN_PIPE
        if not isinstance(error, BrokenPipeError):
            status = 1
            name = os.path.basename(sys.argv[0])
            complain(f"{name}: output failed: {error.strerror}")
    # Everything is written; the interpreter's clean-up would only take time.
    os._exit(status)


def complain(text: str) -> None:
    """Write a line to standard error; if nobody can read it, the exit status says enough."""
    try:
        os.write(2, f"{text}\n".encode("utf-8", "replace"))
    except OSError:
        return


def open_closed_errors() -> None:
    """Open standard error if it is closed: else the next file that is opened would be taken."""
    try:
        os.fstat(2)
    except OSError:
        handle = os.open(os.devnull, os.O_WRONLY)
        if handle != 2:
            os.dup2(handle, 2)
            os.close(handle)


def seed() -> int | bytes | None:
    """Return the seed in OUTWIT_SEED, None if there is none."""
    text = os.environ.get("OUTWIT_SEED")
    return read_seed(text) if text else None


def read_seed(text: str) -> int | bytes:
    """Return the seed of a text: a number if Python can read it as one, else its bytes."""
    is_number = text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER
    return int(text) if is_number else os.fsencode(text)
