"""The first process of an enclosure: killed from outside, it takes all others with it.

All processes of an enclosed program are in a namespace. When the first of a namespace ends, the
system kills the rest, whatever group, session, parent or environment they have. Bubblewrap writes
its number into a file that the program cannot see, so that it is found even if the program has made
it deaf to the end of its parent, and even by the next command if this one is killed.
"""

from __future__ import annotations

import atexit
import json
import os
import tempfile
from contextlib import suppress

from outwit.process.folder import PREFIX
from outwit.process.processes import kill_and_wait, start_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SUFFIX = ".first"
# Bytes of the file.
LONGEST = 4_096
# Files that are not removed yet.
OPEN: set[FirstProcess] = set()


class FirstProcess:
    """The file in which bubblewrap tells the number of an enclosure's first process."""

    def __init__(self, path: str) -> None:
        self.path = path

    def make(self) -> int:
        """Make the file and return a handle for bubblewrap to write to."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
        OPEN.add(self)
        return os.open(self.path, flags, 0o600)

    def find(self) -> int | None:
        """Return the number; None if there is no such process, now or any more."""
        try:
            handle = os.open(self.path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        except OSError:
            return None
        with open(handle, "rb") as file:
            if os.fstat(handle).st_uid != os.getuid():
                return None
            data = file.read(LONGEST)
        try:
            told = json.loads(data)
            pid = int(told["child-pid"])
        except (ValueError, KeyError, TypeError):
            return None  # bubblewrap has not got so far
        return pid if is_first(pid, told.get("pid-namespace")) else None

    def kill(self) -> bool:
        """Kill the process and all others in its namespace; tell whether there was one."""
        pid = self.find()
        return pid is not None and kill_and_wait(pid)

    def close(self) -> None:
        """Remove the file."""
        with suppress(FileNotFoundError):
            os.unlink(self.path)
        OPEN.discard(self)


@atexit.register
def close_all() -> None:
    """Kill the programs of this process that are left, and remove their files.

    An interruption may come between the start of a program and the block that ends it.
    """
    for first in tuple(OPEN):
        # A forked process knows its parent's, too.
        if os.path.basename(first.path).startswith(f"{PREFIX}{os.getpid()}-"):
            first.kill()
            with suppress(OSError):
                first.close()


def is_first(pid: int, namespace: object = None) -> bool:
    """Tell whether a process of ours is the first of a namespace, and of this one if that is told.

    The number of one that has ended may be another's.
    """
    try:
        with open(f"/proc/{pid}/status", "rb", buffering=0) as file:
            lines = file.read(8_192).split(b"\n")
    except OSError:
        return False
    fields = {name: rest.split() for name, _, rest in (line.partition(b":") for line in lines)}
    numbers, users = fields.get(b"NSpid", []), fields.get(b"Uid", [])
    if len(numbers) < 2 or numbers[-1] != b"1" or users[:1] != [str(os.getuid()).encode()]:
        return False
    try:
        return namespace in (None, os.stat(f"/proc/{pid}/ns/pid").st_ino)
    except PermissionError:
        return True  # it hides itself, which no honest one does


def kill_first_of(is_meant: Callable[[int, int], bool]) -> None:
    """Kill the enclosed programs of commands that are meant, by number and start; remove files."""
    for owner, start, path in told():
        if is_meant(owner, start):
            first = FirstProcess(path)
            first.kill()
            with suppress(OSError):
                first.close()


def kill_first_of_the_dead() -> None:
    """Kill the enclosed programs of commands that have ended."""
    kill_first_of(lambda owner, start: start_of(owner) != start)


def told() -> Iterator[tuple[int, int, str]]:
    """List the files of first processes with the number and the start of the command."""
    place = tempfile.gettempdir()
    for name in os.listdir(place):
        if name.startswith(PREFIX) and name.endswith(SUFFIX):
            owner, start, *_ = *name.removeprefix(PREFIX).split("-"), ""
            if owner.isdecimal() and start.isdecimal():
                yield int(owner), int(start), os.path.join(place, name)
