"""Runs a program once, from its start to its end, with input as a person would type it."""

from __future__ import annotations

import fcntl
import os
import selectors
import struct
import subprocess
import termios
import time

from outwit.core.value import Value
from outwit.process.limits import ResourceLimits
from outwit.process.processes import family
from outwit.process.sandbox import Sandbox
from outwit.process.terminal import open_terminal
from outwit.process.text import without_notices

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from threading import Event
    from typing import IO

    from outwit.process.folder import PrivateFolder

    # Called with what the program has printed; returns what is typed next, None at the end.
    Typist = Callable[[bytes], bytes | None]

CHUNK = 65_536
MOST_OUTPUT = 4 << 20
# Seconds that child processes may keep the output open after the program has ended.
GRACE = 0.2
POLL = 0.02
# Seconds of silence after which a program that has read all its input counts as waiting for more:
# while it sleeps in a read, while it sleeps in a poll, and while it sleeps in any other call.
QUIET, LONG_QUIET, LONGEST_QUIET = 0.002, 0.1, 1.0
READS, POLLS, AWAKE = ("pipe_read",), ("poll", "select"), "awake"
# It waits for the program, not for input.
ENCLOSURE = b"(bwrap)"
# How often that is looked at.
LOOK = 0.001


class Run(Value):
    """The result of running a program; in ``files`` a folder is None."""

    # The exit status, minus the signal if one ended it.
    status: int
    stdout: bytes
    stderr: bytes
    # Every file in its folder afterwards, those given to it included, those laid there not if they
    # are as they were.
    files: dict[str, bytes | None]
    seconds: float
    timed_out: bool = False
    flooded: bool = False
    # What it used too much of, in words, if it was ended for that.
    exceeded: str = ""
    # What was typed, each with the number of bytes that it had written to either stream by then;
    # None is the end of the input.
    typed: tuple[tuple[int, int, bytes | None], ...] = ()


def run_once(
    command: Sequence[str],
    arguments: Sequence[str | bytes] = (),
    stdin: bytes = b"",
    files: Mapping[str, bytes | None] | None = None,
    seconds: float = 10.0,
    *,
    limits: ResourceLimits | None = None,
    reads: tuple[str, ...] = (),
    environment: Mapping[str, str] | None = None,
    most_output: int = MOST_OUTPUT,
    stop: Event | None = None,
    typist: Typist | None = None,
    terminal: bool = False,
    lay: Callable[[PrivateFolder], Mapping[str, bytes | None]] | None = None,
    keep: Callable[[PrivateFolder], None] | None = None,
    enclosed: bool | None = None,
    base: str | None = None,
) -> Run:
    """Run a command in a fresh folder that holds ``files``; raise BotAbsent if it cannot be run.

    Whatever the program does, this returns soon after ``seconds``, or after ``stop`` is set: all
    its processes are killed, and what it wrote beyond ``most_output`` bytes is lost. All of
    ``stdin`` is sent at once; a ``typist`` instead is asked whenever the program waits for input.
    With ``terminal`` its output is a terminal's, so that most languages write each line at once.
    ``lay`` puts more into the folder before, and says what; ``keep`` takes from it afterwards.
    """
    sandbox = Sandbox(
        command,
        limits=limits or ResourceLimits(),
        reads=reads,
        environment=environment,
        enclosed=enclosed,
        base=base,
    )
    try:
        laid = {} if lay is None else lay(sandbox.folder)
        for name, data in sorted((files or {}).items()):
            if data is None:
                sandbox.folder.make_folder(name)
            else:
                sandbox.folder.write(name, data)
        began = time.monotonic()
        process, output = start(sandbox, arguments, terminal=terminal)
        pipes = Pipes(process, output, stdin, most_output, stop, typist)
        try:
            pipes.transfer_all(began + seconds)
        finally:
            status = sandbox.status(process)
            sandbox.kill(process)
            pipes.close()
        took = time.monotonic() - began
        if keep is not None:
            keep(sandbox.folder)
        given = files or {}
        return Run(
            status=process.returncode if status is None else status,
            stdout=bytes(pipes.received[0]),
            stderr=without_notices(bytes(pipes.received[1])),
            files=sandbox.folder.contents(
                {name: data for name, data in laid.items() if name not in given}
            ),
            seconds=took,
            timed_out=pipes.timed_out and not sandbox.exceeded,
            flooded=pipes.flooded,
            exceeded=sandbox.exceeded,
            typed=tuple(pipes.typed),
        )
    finally:
        sandbox.close()


def start(
    sandbox: Sandbox, arguments: Sequence[str | bytes], *, terminal: bool
) -> tuple[subprocess.Popen[bytes], IO[bytes]]:
    """Start a program and return it with its output."""
    pipe = subprocess.PIPE
    if not terminal:
        process = sandbox.start(arguments, stdin=pipe, stdout=pipe, stderr=pipe)
        assert process.stdout is not None
        return process, process.stdout
    ours, theirs = open_terminal()
    output = open(ours, "rb", buffering=0)  # noqa: SIM115  # the pipes are closed together
    try:
        return sandbox.start(arguments, stdin=pipe, stdout=theirs, stderr=pipe), output
    except BaseException:
        output.close()
        raise
    finally:
        os.close(theirs)


class Pipes:
    """Writes the input of a process and reads its output at once, so that neither blocks."""

    def __init__(
        self,
        process: subprocess.Popen[bytes],
        output: IO[bytes],
        stdin: bytes,
        most: int,
        stop: Event | None,
        typist: Typist | None,
    ) -> None:
        assert process.stdin is not None
        assert process.stderr is not None
        self.process = process
        self.typist = typist
        self.typed: list[tuple[int, int, bytes | None]] = []
        self.rest = memoryview(b"")
        self.most = most
        self.stop = stop
        self.received = (bytearray(), bytearray())
        self.timed_out = self.flooded = False
        # When it wrote something last, or was sent something.
        self.busy = time.monotonic()
        # The system has told what a process of it waits for.
        self.seen = False
        self.pipes = (process.stdin, output, process.stderr)
        self.selector = selectors.DefaultSelector()
        for pipe in self.pipes:
            os.set_blocking(pipe.fileno(), False)
        for pipe, buffer in zip(self.pipes[1:], self.received, strict=True):
            self.selector.register(pipe, selectors.EVENT_READ, buffer)
        if typist is None:
            self.send(stdin)

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
            self.ask()
            wait = POLL if self.typist is None or self.pipes[0].closed else LOOK
            self.transfer(min(wait, max(0.0, deadline - now)))

    def send(self, data: bytes) -> None:
        """Send input, as soon as the program takes it."""
        self.rest = memoryview(data)
        self.busy = time.monotonic()
        if data:
            self.selector.register(self.pipes[0], selectors.EVENT_WRITE)

    def ask(self) -> None:
        """Ask the typist for more if the program waits; when there is no more, close the input."""
        if self.pipes[0].closed or self.rest:
            return
        if self.typist is None:
            self.pipes[0].close()
            return
        if not self.is_waiting() or self.has_more():
            return
        stdout, stderr = self.received
        data = self.typist(bytes(stdout))
        self.typed.append((len(stdout), len(without_notices(bytes(stderr))), data))
        if data is None:
            self.pipes[0].close()
        else:
            self.send(data)

    def is_waiting(self) -> bool:
        """Tell whether the program has read all it was sent, and waits for more.

        Where the system does not tell what a program sleeps for, its silence does. One that was
        seen and is gone waits for nothing, however long its enclosure takes to end.
        """
        silent = time.monotonic() - self.busy
        if silent < QUIET or unread(self.pipes[0].fileno()):
            return False
        waits = {wait for pid in family(self.process.pid) for wait in waits_of(pid)}
        gone = self.seen and not waits
        self.seen = self.seen or bool(waits)
        if gone or AWAKE in waits:
            return False
        signs = READS if silent < LONG_QUIET else (*READS, *POLLS)
        return silent >= LONGEST_QUIET or any(sign in wait for wait in waits for sign in signs)

    def has_more(self) -> bool:
        """Read what has been written but not reported yet, as terminals do it late; tell if any."""
        before = [len(buffer) for buffer in self.received]
        for key in list(self.selector.get_map().values()):
            if key.data is not None:
                self.exchange(key)
        return before != [len(buffer) for buffer in self.received]

    def is_open(self) -> bool:
        """Tell whether more output may come."""
        return any(pipe in self.selector.get_map() for pipe in self.pipes[1:])

    def transfer(self, wait: float) -> None:
        """Write and read what is possible now; wait at most ``wait`` seconds."""
        if not self.selector.get_map():
            time.sleep(min(wait, LOOK))
            return
        for key, _ in self.selector.select(wait):
            self.exchange(key)

    def exchange(self, key: selectors.SelectorKey) -> None:
        """Write to a pipe, or read from it."""
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
            return
        except OSError:  # the process has closed its end
            done = True
            if key.data is None:
                self.rest = memoryview(b"")
                self.selector.unregister(key.fileobj)
                self.pipes[0].close()
                return
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


def waits_of(pid: int) -> set[str]:
    """Return where the threads of a process wait in the system; AWAKE for one that does not."""
    found: set[str] = set()
    try:
        threads = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return found
    for thread in threads:
        place = f"/proc/{pid}/task/{thread}"
        try:
            with open(f"{place}/stat", "rb", buffering=0) as file:
                told = file.read(4096)
            state = told.rpartition(b")")[2].split()[0]
            if state in (b"Z", b"X") or ENCLOSURE in told:
                continue
            if state != b"S":
                return {AWAKE}
            with open(f"{place}/wchan", encoding="ascii") as file:
                found.add(file.read())
        except (OSError, IndexError):
            continue  # it has ended
    return found
