"""Runs a program once, in a folder of its own, with limits on time and output."""

from __future__ import annotations

import os
import selectors
import shutil
import signal
import stat
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Event

from outwit import games
from outwit.core.value import Value
from outwit.errors import BotAbsent

CHUNK = 65_536
MOST_OUTPUT = 4 << 20
MOST_FILES = 64
LARGEST_FILE = 1 << 20
# Seconds that child processes may keep the output open after the program has ended.
GRACE = 0.2
POLL = 0.02
# The environment variables that are passed on.
KEPT = ("PATH", "LANG", "LC_ALL", "TZ", "JAVA_HOME", "LD_LIBRARY_PATH", "DOTNET_ROOT")

Files = Mapping[str, bytes | None]


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


def resolve(command: Sequence[str], folder: Path | None = None) -> tuple[str, ...]:
    """Return a command that can be run from anywhere; raise BotAbsent if there is no such program.

    Paths of files and folders in ``folder`` become absolute.
    """
    if not command or not command[0]:
        raise BotAbsent("no command is given")
    base = Path.cwd() if folder is None else folder.absolute()
    first = command[0]
    local = base / first
    if local.is_file() and ("/" in first or shutil.which(first) is None):
        program: str | None = str(local) if os.access(local, os.X_OK) else None
    else:
        program = shutil.which(first)
    if program is None:
        raise BotAbsent(f"{first[:80]!r} cannot be run")
    rest = [
        str(base / word) if word and "\0" not in word and is_there(base / word) else word
        for word in command[1:]
    ]
    return (os.path.abspath(program), *rest)


def is_there(path: Path) -> bool:
    """Tell whether there is a file or a folder; a word too long for a path names none."""
    try:
        return path.exists()
    except OSError:
        return False


def run_program(
    command: Sequence[str],
    arguments: Sequence[str | bytes] = (),
    stdin: bytes = b"",
    files: Files | None = None,
    seconds: float = 10.0,
    most_output: int = MOST_OUTPUT,
    stop: Event | None = None,
) -> Run:
    """Run a resolved command in a fresh folder that holds ``files``; raise BotAbsent if it cannot.

    Whatever the program does, this returns soon after ``seconds``, or after ``stop`` is set: the
    process and all of its group are killed, and what it wrote beyond ``most_output`` bytes is lost.
    """
    with tempfile.TemporaryDirectory(prefix="outwit-", ignore_cleanup_errors=True) as place:
        home, folder = Path(place, "home"), Path(place, "work")
        home.mkdir()
        folder.mkdir()
        fill(folder, files or {})
        environment = {name: os.environ[name] for name in KEPT if name in os.environ}
        environment |= {**games.environment(), "HOME": str(home), "TMPDIR": str(home)}
        start = time.monotonic()
        try:
            process = subprocess.Popen(
                [*command, *arguments],
                cwd=folder,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise BotAbsent(f"{command[0][:80]!r} cannot be run: {reason}") from None
        pipes = Pipes(process, stdin, most_output, stop)
        try:
            pipes.transfer_all(start + seconds)
        finally:
            kill(process)
            pipes.close()
        return Run(
            status=process.returncode,
            stdout=bytes(pipes.received[0]),
            stderr=bytes(pipes.received[1]),
            files=contents(folder),
            seconds=time.monotonic() - start,
            timed_out=pipes.timed_out,
            flooded=pipes.flooded,
        )


class Pipes:
    """Writes the input of a process and reads its output at once, so that neither blocks."""

    def __init__(
        self, process: subprocess.Popen[bytes], stdin: bytes, most: int, stop: Event | None
    ) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self.process = process
        self.rest = memoryview(stdin)
        self.most = most
        self.stop = stop
        self.received = (bytearray(), bytearray())
        self.timed_out = self.flooded = False
        self.pipes = (process.stdin, process.stdout, process.stderr)
        self.selector = selectors.DefaultSelector()
        for pipe in self.pipes:
            os.set_blocking(pipe.fileno(), False)
        for pipe, buffer in zip(self.pipes[1:], self.received, strict=True):
            self.selector.register(pipe, selectors.EVENT_READ, buffer)
        self.selector.register(process.stdin, selectors.EVENT_WRITE)

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
            self.transfer(min(POLL, max(0.0, deadline - now)))

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
            except BlockingIOError:
                continue
            except OSError:  # the process has closed its end
                done = True
            if done:
                self.selector.unregister(key.fileobj)
                if key.data is None:
                    self.pipes[0].close()

    def close(self) -> None:
        """Close the pipes."""
        self.selector.close()
        for pipe in self.pipes:
            pipe.close()


def has_ended(process: subprocess.Popen[bytes]) -> bool:
    """Tell whether a process has ended; do not reap it, so that its group keeps its number."""
    if not hasattr(os, "waitid"):
        return process.poll() is not None
    options = os.WEXITED | os.WNOWAIT | os.WNOHANG
    return os.waitid(os.P_PID, process.pid, options) is not None


def kill(process: subprocess.Popen[bytes]) -> None:
    """End a process and its group, and reap it."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        process.kill()
    process.wait()


def fill(folder: Path, files: Files) -> None:
    """Put files and folders into a folder."""
    for name, data in sorted(files.items()):
        place = folder / name
        if data is None:
            place.mkdir(parents=True, exist_ok=True)
        else:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)


def contents(folder: Path) -> dict[str, bytes | None]:
    """Read the files and folders in a folder, up to limits on number and size."""
    found: dict[str, bytes | None] = {}
    for place, folders, names in os.walk(folder):
        here = os.path.relpath(place, folder)
        for name in sorted(folders + names):
            if len(found) >= MOST_FILES:
                return found
            path = os.path.join(place, name)
            data = read_regular(path)
            if data is not None or name in folders:
                found[os.path.normpath(os.path.join(here, name))] = data
    return found


def read_regular(path: str) -> bytes | None:
    """Return the beginning of a regular file; None for anything else, or what cannot be read."""
    try:
        if not stat.S_ISREG(os.lstat(path).st_mode):
            return None
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with open(handle, "rb") as file:
            return file.read(LARGEST_FILE + 1)
    except OSError:
        return None
