"""Runs a program once, from its start to its end, with input as a person would type it."""

from __future__ import annotations

import fcntl
import os
import selectors
import shutil
import struct
import subprocess
import termios
import time

from outwit.core.value import Value
from outwit.process.limits import Limits
from outwit.process.sandbox import Sandbox
from outwit.process.watch import family

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from threading import Event

CHUNK = 65_536
MOST_OUTPUT = 4 << 20
# Seconds that child processes may keep the output open after the program has ended.
GRACE = 0.2
POLL = 0.02
# A program that sleeps, has read all and has been silent for so long waits for input.
QUIET = 0.003
# How often that is looked at.
LOOK = 0.001
# Bytes of a folder that is copied for a program.
LARGEST_FOLDER = 256 << 20

Files = "Mapping[str, bytes | None]"


class Run(Value):
    """The result of running a program; in ``files`` a folder is None."""

    # The exit status, minus the signal if one ended it.
    status: int
    stdout: bytes
    stderr: bytes
    # Every file in its folder afterwards, those given to it included.
    files: dict[str, bytes | None]
    seconds: float
    timed_out: bool = False
    flooded: bool = False
    # What it used too much of, in words, if it was ended for that.
    exceeded: str = ""


def run_once(
    command: Sequence[str],
    arguments: Sequence[str | bytes] = (),
    stdin: bytes = b"",
    files: Mapping[str, bytes | None] | None = None,
    seconds: float = 10.0,
    *,
    limits: Limits | None = None,
    reads: tuple[str, ...] = (),
    environment: Mapping[str, str] | None = None,
    most_output: int = MOST_OUTPUT,
    stop: Event | None = None,
    typed: bool = False,
    enclosed: bool | None = None,
) -> Run:
    """Run a command in a fresh folder that holds ``files``; raise BotAbsent if it cannot be run.

    Whatever the program does, this returns soon after ``seconds``, or after ``stop`` is set: all
    its processes are killed, and what it wrote beyond ``most_output`` bytes is lost. ``typed``
    input is sent line by line, each when the program waits for it.
    """
    sandbox = Sandbox(
        command,
        limits=limits or Limits(),
        reads=reads,
        environment=environment,
        enclosed=enclosed,
    )
    try:
        for name, data in sorted((files or {}).items()):
            if data is None:
                sandbox.folder.make_folder(name)
            else:
                sandbox.folder.write(name, data)
        start = time.monotonic()
        pipe = subprocess.PIPE
        process = sandbox.start(arguments, stdin=pipe, stdout=pipe, stderr=pipe)
        pipes = Pipes(process, stdin, most_output, stop, typed=typed)
        try:
            pipes.transfer_all(start + seconds)
        finally:
            sandbox.kill(process)
            pipes.close()
        return Run(
            status=process.returncode,
            stdout=bytes(pipes.received[0]),
            stderr=bytes(pipes.received[1]),
            files=sandbox.folder.contents(),
            seconds=time.monotonic() - start,
            timed_out=pipes.timed_out and not sandbox.exceeded,
            flooded=pipes.flooded,
            exceeded=sandbox.exceeded,
        )
    finally:
        sandbox.close()


class Pipes:
    """Writes the input of a process and reads its output at once, so that neither blocks."""

    def __init__(
        self,
        process: subprocess.Popen[bytes],
        stdin: bytes,
        most: int,
        stop: Event | None,
        *,
        typed: bool,
    ) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self.process = process
        # What is to be sent, in pieces: lines, or everything.
        self.pieces = stdin.splitlines(keepends=True)[::-1] if typed else [stdin]
        self.typed = typed
        self.rest = memoryview(b"")
        self.most = most
        self.stop = stop
        self.received = (bytearray(), bytearray())
        self.timed_out = self.flooded = False
        # When it wrote something last, or was sent something.
        self.busy = time.monotonic()
        self.pipes = (process.stdin, process.stdout, process.stderr)
        self.selector = selectors.DefaultSelector()
        for pipe in self.pipes:
            os.set_blocking(pipe.fileno(), False)
        for pipe, buffer in zip(self.pipes[1:], self.received, strict=True):
            self.selector.register(pipe, selectors.EVENT_READ, buffer)

    def transfer_all(self, deadline: float) -> None:
        """Transfer until the process has ended, is out of time, or has written too much."""
        while not self.flooded:
            now = time.monotonic()
            if has_ended(self.process):
                # The rest of its output is in the pipes now, unless its children write more.
                self.transfer(0.0)
                deadline = min(deadline, now + GRACE)
                if not self.is_open() or now >= deadline:
                    return
            elif now >= deadline or (self.stop is not None and self.stop.is_set()):
                self.timed_out = True
                return
            self.send_more()
            wait = LOOK if self.typed and not self.pipes[0].closed else POLL
            self.transfer(min(wait, max(0.0, deadline - now)))

    def send_more(self) -> None:
        """Send the next piece if it is time; at the end, close the input."""
        if self.pipes[0].closed or self.rest:
            return
        if self.typed and not self.is_waiting():
            return
        if not self.pieces:
            self.pipes[0].close()
            return
        self.rest = memoryview(self.pieces.pop())
        self.busy = time.monotonic()
        if self.rest:
            self.selector.register(self.pipes[0], selectors.EVENT_WRITE)

    def is_waiting(self) -> bool:
        """Tell whether the program has read all it was sent, and waits for more."""
        if time.monotonic() - self.busy < QUIET or unread(self.pipes[0].fileno()):
            return False
        return all(is_asleep(pid) for pid in family(self.process.pid))

    def is_open(self) -> bool:
        """Tell whether more output may come."""
        return any(pipe in self.selector.get_map() for pipe in self.pipes[1:])

    def transfer(self, wait: float) -> None:
        """Write and read what is possible now; wait for it at most so many seconds."""
        if not self.selector.get_map():
            time.sleep(min(wait, POLL / 4))
            return
        for key, _ in self.selector.select(wait):
            try:
                if key.data is None:
                    self.rest = self.rest[os.write(key.fd, self.rest[:CHUNK]) :]
                    done = not self.rest
                else:
                    data = os.read(key.fd, CHUNK)
                    key.data.extend(data)
                    done = not data
                    self.flooded = self.flooded or len(key.data) > self.most
                    del key.data[self.most :]
                self.busy = time.monotonic()
            except BlockingIOError:
                continue
            except OSError:  # the process has closed its end
                self.rest, done = memoryview(b""), True
                if key.data is None:
                    self.pieces.clear()
            if done:
                self.selector.unregister(key.fileobj)

    def close(self) -> None:
        """Close the pipes."""
        self.selector.close()
        for pipe in self.pipes:
            pipe.close()


def has_ended(process: subprocess.Popen[bytes]) -> bool:
    """Tell whether a process has ended; do not reap it, so that its group keeps its number."""
    options = os.WEXITED | os.WNOWAIT | os.WNOHANG
    return os.waitid(os.P_PID, process.pid, options) is not None


def unread(handle: int) -> int:
    """Return how many bytes in a pipe have not been read."""
    (count,) = struct.unpack("i", fcntl.ioctl(handle, termios.FIONREAD, bytes(4)))
    return int(count)


def is_asleep(pid: int) -> bool:
    """Tell whether a process waits for something, or has ended."""
    try:
        with open(f"/proc/{pid}/stat", "rb", buffering=0) as file:
            return file.read(4096).rpartition(b")")[2].split()[0] in (b"S", b"Z", b"X")
    except (OSError, IndexError):
        return True


def copy_folder(source: str, target: str) -> None:
    """Copy a program's folder, without following links out of it."""
    shutil.copytree(source, target, symlinks=True, dirs_exist_ok=True)
