"""Control groups (version 2): all processes of a program counted, frozen and killed by the system.

A group can be made by root, and by an ordinary user in a part of the tree that systemd has given to
that user. In every group the processes can be frozen and killed. Memory, processes and processor
time are limited only where the controllers are enabled for the groups in the same place.
"""

from __future__ import annotations

import os
import secrets
import subprocess
import time
from contextlib import suppress
from functools import cache

from outwit.core.value import Value
from outwit.process.limits import MEBIBYTE, ResourceLimits
from outwit.process.processes import KILL_SECONDS, start_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# The place for groups, for those who have prepared one; ``off``: use none.
SETTING, OFF = "OUTWIT_CGROUP", "off"
PREFIX = "outwit-"
PROCESSES, ENABLED = "cgroup.procs", "cgroup.subtree_control"
MEMORY, PIDS, CPU = "memory", "pids", "cpu"
CONTROLLERS = (MEMORY, PIDS, CPU)
# What bubblewrap needs for itself: mebibytes, and processes.
SPARE_MEMORY, SPARE_PROCESSES = 16, 8
# The same for every program; it is the system's default.
WEIGHT = 100
JOIN_SECONDS = 10.0


class Place(Value):
    """A group in which others can be made, and what can be limited in those."""

    path: str
    controllers: frozenset[str]


class Cgroup:
    """A group for the processes of one program."""

    def __init__(self, path: str, controllers: frozenset[str] = frozenset()) -> None:
        self.path = path
        # What is limited in it.
        self.controllers = controllers
        # Open as long as the group is used: it is written to twice a move.
        self._freezer = -1

    @property
    def joining(self) -> str:
        """Return the file into which a process writes 0 to join the group."""
        return os.path.join(self.path, PROCESSES)

    def members(self) -> list[int]:
        """List the processes in the group; none if it has been removed."""
        try:
            return [int(word) for word in self.read(PROCESSES).split()]
        except OSError:
            return []

    def freeze(self) -> None:
        """Stop all processes, until they are thawed or killed."""
        self._set_frozen(b"1")

    def thaw(self) -> None:
        """Let the processes go on."""
        self._set_frozen(b"0")

    def kill(self) -> bool:
        """Kill all processes, and wait for their end; tell whether it came."""
        self.write("cgroup.kill", "1")
        deadline = time.monotonic() + KILL_SECONDS
        while self.is_populated() and time.monotonic() < deadline:
            time.sleep(0.0005)
        return not self.is_populated()

    def is_populated(self) -> bool:
        """Tell whether a process is in the group."""
        return "populated 1" in self.read("cgroup.events")

    def has_exceeded_memory(self) -> bool:
        """Tell whether the system has killed processes because they used too much memory."""
        if MEMORY not in self.controllers:
            return False
        counts = dict(line.split() for line in self.read("memory.events").splitlines())
        return counts.get("oom_kill", "0") != "0"

    def close(self) -> None:
        """Kill what is left, and remove the group."""
        if self._freezer >= 0:
            os.close(self._freezer)
            self._freezer = -1
        with suppress(FileNotFoundError):
            self.kill()
            os.rmdir(self.path)

    def read(self, name: str) -> str:
        """Return what a file of the group says."""
        with open(os.path.join(self.path, name), encoding="ascii") as file:
            return file.read()

    def write(self, name: str, text: str) -> None:
        """Write to a file of the group."""
        handle = os.open(os.path.join(self.path, name), os.O_WRONLY)
        try:
            os.write(handle, text.encode())
        finally:
            os.close(handle)

    def _set_frozen(self, text: bytes) -> None:
        if self._freezer < 0:
            self._freezer = os.open(os.path.join(self.path, "cgroup.freeze"), os.O_WRONLY)
        os.pwrite(self._freezer, text, 0)

    def limit(self, limits: ResourceLimits) -> None:
        """Set the limits of all processes together."""
        if MEMORY in self.controllers:
            self.write("memory.max", str((limits.memory + SPARE_MEMORY) * MEBIBYTE))
            self.write("memory.oom.group", "1")
            # Without swap there is no such file.
            with suppress(FileNotFoundError):
                self.write("memory.swap.max", "0")
        if PIDS in self.controllers:
            self.write("pids.max", str(limits.processes + SPARE_PROCESSES))
        if CPU in self.controllers:
            self.write("cpu.weight", str(WEIGHT))


def make_group(there: Place, limits: ResourceLimits) -> Cgroup:
    """Make a group in a place; raise OSError if that is not possible."""
    name = f"{PREFIX}{os.getpid()}-{start_of(os.getpid())}-{secrets.token_hex(6)}"
    group = Cgroup(os.path.join(there.path, name), there.controllers)
    os.mkdir(group.path)
    try:
        group.limit(limits)
    except OSError:
        os.rmdir(group.path)
        raise
    return group


def place() -> Place | None:
    """Return where groups are made, None if nowhere; tried once for each setting."""
    return tried_place(os.environ.get(SETTING, ""))


@cache
def tried_place(setting: str) -> Place | None:
    """Return the nearest place in which most can be limited, None if groups cannot be made."""
    if setting == OFF:
        return None
    paths = [setting] if setting else list(ancestors())
    groups = [path for path in paths if os.path.isfile(os.path.join(path, PROCESSES))]
    places = [Place(path, controllers(path)) for path in groups if os.access(path, os.W_OK)]
    # Of places that are alike, the first stays the first.
    for each in sorted(places, key=lambda there: -len(there.controllers)):
        if can_use(each):
            return each
    return None


def can_use(there: Place) -> bool:
    """Tell whether a process of ours can join a group in a place, and leave it."""
    try:
        group = make_group(there, ResourceLimits())
    except OSError:
        return False
    try:
        done = subprocess.run(
            ["/bin/sh", "-c", 'echo 0 > "$0"', group.joining],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=JOIN_SECONDS,
            check=False,
        )
        group.freeze()
        group.thaw()
        return done.returncode == 0 and group.kill()
    except (OSError, subprocess.TimeoutExpired):
        return False  # an older kernel cannot kill a group
    finally:
        group.close()


def controllers(path: str) -> frozenset[str]:
    """Return what can be limited in the groups in a place; enable it if the place is given to us.

    Root's is the system's own: it is used as it is.
    """
    group = Cgroup(path)
    try:
        if os.getuid() and os.stat(path).st_uid == os.getuid():
            for name in CONTROLLERS:
                # It has processes of its own, or has not been given so much.
                with suppress(OSError):
                    group.write(ENABLED, f"+{name}")
        return frozenset(group.read(ENABLED).split()) & frozenset(CONTROLLERS)
    except OSError:
        return frozenset()


def ancestors() -> Iterator[str]:
    """Return the group that we are in, and those around it, up to the root of the tree."""
    root = tree()
    try:
        with open("/proc/self/cgroup", encoding="ascii") as file:
            own = next((line[3:].strip() for line in file if line.startswith("0::")), None)
    except OSError:
        return
    if not root or own is None or ".." in own:
        return
    way = own.strip("/").split("/") if own.strip("/") else []
    for count in range(len(way), -1, -1):
        yield os.path.join(root, *way[:count])


def tree() -> str:
    """Return where the tree of groups is mounted; nothing if it is not."""
    try:
        with open("/proc/self/mountinfo", encoding="utf-8", errors="replace") as file:
            for line in file:
                mount, _, kind = line.partition(" - ")
                if kind.startswith("cgroup2 "):
                    return mount.split()[4]
    except OSError:
        return ""
    return ""


def kill_groups_of_the_dead() -> None:
    """Kill and remove the groups whose makers have ended."""
    there = place()
    if there is None:
        return
    for name in os.listdir(there.path):
        pid, start, *_ = *name.removeprefix(PREFIX).split("-"), ""
        if not name.startswith(PREFIX) or not pid.isdecimal() or not start.isdecimal():
            continue
        if start_of(int(pid)) != int(start):
            with suppress(OSError):
                Cgroup(os.path.join(there.path, name)).close()
