"""A running program, connected by pipes; it may block, flood or crash without harm."""

from __future__ import annotations

import math
import os
import select
import subprocess
import time
from threading import Lock
from typing import TypeVar

from outwit.errors import BotCrash, BotExceeded, BotFault, BotFlood, BotTimeout
from outwit.process.sandbox import Sandbox
from outwit.process.terminal import open_terminal
from outwit.process.text import describe_status, tail_shown, without_notices

LONGEST_LINE = 1 << 16
# Bytes a program may write for one move.
LONGEST_ANSWER = 1 << 22
# Bytes that may be unread while we wait for the program to read.
MOST_UNREAD = 1 << 20
CHUNK = 1 << 16
TAIL = 4096
# Seconds for a program to end after it has closed its pipes or was asked to quit.
GRACE_SECONDS = 0.5
BUFFERING = "does it flush its output after every line?"

F = TypeVar("F", bound=BotFault)


class RunningProgram:
    """A running program; deadlines are on ``time.monotonic``.

    With ``terminal`` its output is a terminal's: most languages then write each line at once, and
    into a pipe only when much has gathered. Without ``talks`` its output is
    our own launcher's.
    """

    def __init__(
        self,
        sandbox: Sandbox,
        arguments: tuple[str, ...] = (),
        *,
        terminal: bool = False,
        talks: bool = True,
    ) -> None:
        self.sandbox = sandbox
        self.talks = talks
        pipe = subprocess.PIPE
        self._ours, theirs = open_terminal() if terminal else (-1, pipe)
        try:
            self.process = sandbox.start(arguments, stdin=pipe, stdout=theirs, stderr=pipe)
        except BaseException:
            if terminal:
                os.close(self._ours)
            raise
        finally:
            if terminal:
                os.close(theirs)
        assert self.process.stdin is not None
        assert self.process.stderr is not None
        self.stdin, self.stderr = self.process.stdin.fileno(), self.process.stderr.fileno()
        self.stdout = self._ours if self.process.stdout is None else self.process.stdout.fileno()
        for handle in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(handle, False)
        self.poller = select.poll()
        self.poller.register(self.stdout, select.POLLIN)
        self.poller.register(self.stderr, select.POLLIN)
        # Received and not yet read, from the beginning of a line on.
        self.unread = b""
        # Whether it has written anything since it was started.
        self.has_spoken = False
        # Bytes received since the last write, and their end, read or not.
        self.received = 0
        self.said = b""
        self.error_output = b""
        self.error_open = True
        self.closed = False
        # Rung by another thread that wants the waiting to end.
        self._bell = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._bell_lock = Lock()
        self.poller.register(self._bell, select.POLLIN)

    def interrupt(self) -> None:
        """Make a thread that waits for the program, now or later, raise BotFault; any thread may.

        Everything else is for one thread at a time.
        """
        with self._bell_lock:
            if not self.closed:
                os.eventfd_write(self._bell, 1)

    def freeze(self) -> None:
        """Stop the program and all that it has started until ``thaw``."""
        self.sandbox.freeze(self.process)

    def thaw(self) -> None:
        """Let the program go on."""
        self.sandbox.thaw(self.process)

    def discard_output(self) -> None:
        """Drop output that was not asked for."""
        self.unread = self.said = b""
        try:
            while os.read(self.stdout, CHUNK):
                self.has_spoken = True
        except OSError:
            return  # there is no more, or the terminal is closed

    def write(self, data: bytes, deadline: float) -> None:
        """Send bytes; raise BotTimeout, BotCrash or BotFlood if the program does not take them."""
        self.received = 0
        self.said = b""
        try:
            sent = os.write(self.stdin, data)
        except BlockingIOError:
            sent = 0
        except BrokenPipeError:
            raise self.crash() from None
        if sent < len(data):
            self._write_slowly(data[sent:], deadline)

    def write_line(self, line: str, deadline: float) -> None:
        """Send a line."""
        self.write(f"{line}\n".encode(), deadline)

    def _write_slowly(self, data: bytes, deadline: float) -> None:
        """Send to a program that does not read, taking its output so that it can go on."""
        self.poller.register(self.stdin, select.POLLOUT)
        try:
            while data:
                for handle, _ in self._wait(deadline):
                    if handle == self.stdin:
                        try:
                            data = data[os.write(self.stdin, data) :]
                        except BrokenPipeError:
                            raise self.crash() from None
                    elif handle == self.stdout:
                        self.unread += self._take()
                        if len(self.unread) > MOST_UNREAD:
                            raise self.fault(BotFlood, "it writes output without reading input")
        finally:
            self.poller.unregister(self.stdin)

    def read_line(self, deadline: float) -> bytes:
        """Return the next line without its line end."""
        return self.read_until(b"", deadline)[1]

    def read_until(
        self, word: bytes, deadline: float, *, anywhere: bool = False
    ) -> tuple[bytes, bytes]:
        """Return the next line that begins with a word, and the end of the output before it.

        With ``anywhere``, the word may be inside the line, which is returned from there on. Raise
        BotTimeout at the deadline, BotCrash if the process ends, BotFlood if it writes too much.
        """
        before = b""
        while True:
            held = self.unread
            if anywhere:
                at = held.find(word)
            elif held.startswith(word):
                at = 0
            else:
                # find() + 1 is 0 if it was not found.
                at = held.find(b"\n" + word) + 1 or -1
            if at >= 0:
                end = held.find(b"\n", at)
                if end >= 0:
                    self.unread = held[end + 1 :]
                    return (before + held[:at])[-TAIL:], held[at:end].removesuffix(b"\r")
            else:
                # Complete lines without the word need not be searched again.
                cut = held.rfind(b"\n") + 1
                if cut:
                    before = (before + held[:cut])[-TAIL:]
                    self.unread = held[cut:]
            if len(self.unread) > LONGEST_LINE and b"\n" not in self.unread[-LONGEST_LINE:]:
                raise self.fault(BotFlood, f"a line has more than {LONGEST_LINE} bytes")
            self._receive(deadline)

    def _receive(self, deadline: float) -> None:
        while True:
            for handle, _ in self._wait(deadline):
                if handle == self.stdout:
                    self.unread += self._take()
                    return

    def _wait(self, deadline: float) -> list[tuple[int, int]]:
        """Wait for the pipes and return those that are ready; standard error is read here."""
        left = deadline - time.monotonic()
        if left <= 0:
            raise self.fault(BotTimeout, f"it did not answer in time{self.silence()}")
        ready = self.poller.poll(None if left == math.inf else math.ceil(left * 1000))
        for handle, _ in ready:
            if handle == self.stderr:
                self.read_errors()
            elif handle == self._bell:
                raise self.fault(BotFault, "it was ended")
        return ready

    def _take(self) -> bytes:
        try:
            chunk = os.read(self.stdout, CHUNK)
        except BlockingIOError:
            return b""
        except OSError:
            chunk = b""  # the other end of the terminal is closed
        if not chunk:
            raise self.crash()
        self.has_spoken = True
        self.received += len(chunk)
        self.said = (self.said + chunk)[-TAIL:]
        if self.received > LONGEST_ANSWER:
            raise self.fault(BotFlood, f"it wrote more than {LONGEST_ANSWER} bytes for one move")
        return chunk

    def read_errors(self) -> None:
        """Read standard error and keep its end."""
        if self.closed:
            return
        try:
            chunk = os.read(self.stderr, CHUNK)
        except BlockingIOError:
            return
        if not chunk and self.error_open:
            self.error_open = False
            self.poller.unregister(self.stderr)
        self.error_output = (self.error_output + chunk)[-TAIL:]

    def silence(self) -> str:
        """Say what is missing of an answer, and name buffering where that is the likely reason.

        A program that has written before knows how to, so only half a line or silence since the
        start points to buffering.
        """
        if not self.talks:
            return ""
        if not self.said:
            if self.has_spoken:
                return "; nothing came since it was asked"
            return "" if self._ours >= 0 else f"; it has written nothing: {BUFFERING}"
        if self.said.endswith(b"\n"):
            return ""
        return "; its last line was not ended" + ("" if self._ours >= 0 else f": {BUFFERING}")

    def crash(self) -> BotFault:
        """Return the fault of a program that has closed a pipe."""
        status = self.wait_for_end(time.monotonic() + GRACE_SECONDS)
        self._read_rest()
        if self.sandbox.exceeded:
            return self.fault(BotExceeded, self.sandbox.exceeded)
        if status is None:
            return self.fault(BotCrash, "it closed its input or output", exit_status="none yet")
        words = describe_status(status)
        return self.fault(BotCrash, f"it ended with {words}", exit_status=words)

    def _read_rest(self) -> None:
        """Read what a program that has ended has left in its pipes."""
        try:
            for _ in range(MOST_UNREAD // CHUNK):
                if not (chunk := os.read(self.stdout, CHUNK)):
                    return
                self.said = (self.said + chunk)[-TAIL:]
        except OSError:
            return  # there is no more, or the terminal is closed

    def fault(self, kind: type[F], message: str, **evidence: str) -> F:
        """Return a fault with what the program wrote since it was asked as evidence."""
        self.read_errors()
        if self.said and self.talks:
            evidence["output"] = tail_shown(self.said)
        if errors := without_notices(self.error_output):
            evidence["standard_error"] = tail_shown(errors)
        if told := self.sandbox.advice(errors):
            evidence["advice"] = told
        return kind(message, **evidence)

    def wait_for_end(self, deadline: float) -> int | None:
        """Return the exit status, minus the signal if one ended it, None at the deadline."""
        pause = 0.0005
        while (status := self.sandbox.status(self.process)) is None:
            if time.monotonic() >= deadline:
                return None
            time.sleep(pause)
            pause = min(2 * pause, 0.02)
        return status

    def close(self, farewell: str = "", grace: float = GRACE_SECONDS) -> None:
        """Send a last line, close the input, and kill what still runs after ``grace`` seconds."""
        with self._bell_lock:
            if self.closed:
                return
            self.closed = True
            os.close(self._bell)
        if grace:
            self.thaw()
        if farewell:
            try:
                os.write(self.stdin, f"{farewell}\n".encode())
            except OSError:
                grace = 0.0
        assert self.process.stdin is not None
        self.process.stdin.close()
        if grace:
            self.wait_for_end(time.monotonic() + grace)
        self.sandbox.kill(self.process)
        for stream in (self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()
        if self._ours >= 0:
            os.close(self._ours)
