"""The sandbox of a program: what its processes may do, and how they are ended.

There are two levels. The first works on every Linux system: limits, and a process group, folder and
environment of its own. The second needs bubblewrap (``bwrap``): the program sees only the system's
programs and its own files, has no network and no rights, and all its processes end with the first.
"""

from __future__ import annotations

import logging
import os
import secrets
import signal
import subprocess
from functools import cache
from threading import Lock

from outwit.errors import BotAbsent, UsageError
from outwit.process.advice import advice
from outwit.process.cgroup import Cgroup, kill_groups_of_the_dead, make_group, place
from outwit.process.command import absolute_command, search_path
from outwit.process.enclosure import (
    STAND_INS,
    can_enclose,
    can_filter,
    enclose,
    limit_words,
    with_filter,
)
from outwit.process.family import Family
from outwit.process.filter import open_filter
from outwit.process.first import SUFFIX, FirstProcess, kill_first_of_the_dead
from outwit.process.folder import PrivateFolder
from outwit.process.gate import GATE
from outwit.process.limits import MEBIBYTE, ResourceLimits, can_limit
from outwit.process.processes import (
    all_pids,
    environment_of,
    kill_found,
    last_pid,
    send,
    start_of,
)
from outwit.process.users import next_user
from outwit.process.watch import WATCH, Watched

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

log = logging.getLogger(__name__)
# In the environment of every process of a program; the value is different for each sandbox.
MARK = "OUTWIT_BOT"
# Set where programs must be enclosed or not run.
REQUIRED = "OUTWIT_REQUIRE_SANDBOX"
# A shell and bubblewrap add the first number to that of a signal; the second is the last signal.
SIGNALLED, LAST_SIGNAL = 128, 64
# What a shell does before it becomes a program: it looks for its parent, and joins a group.
JOIN = '[ "$PPID" = "$0" ] && echo 0 > "$1" && shift && exec "$@"'
# Processes of a program that has started none: two of bubblewrap's, and it. A program that has
# become another user has one more of bubblewrap's.
ALONE_ENCLOSED = 3
# Variables that are passed on.
KEPT = ("TZ", "JAVA_HOME", "DOTNET_ROOT", "LD_LIBRARY_PATH")

ALWAYS = ("own process group", "private folder", "clean environment", "bounded output", "memory")
LIMITED = ("cpu time", "file size", "disk", "open files", "no core dumps")
ENCLOSED = ("files read-only", "other folders hidden", "no network", "no rights", "processes")
FILTERED, GROUPED = ("system calls",), ("control group",)


class Sandbox:
    """Starts and kills the processes of one program."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        limits: ResourceLimits = ResourceLimits(),  # noqa: B008  # it never changes
        reads: tuple[str, ...] = (),
        environment: Mapping[str, str] | None = None,
        launcher: tuple[str, ...] = (),
        enclosed: bool | None = None,
        base: str | None = None,
    ) -> None:
        kill_orphans()
        own = absolute_command(command, base)
        self.given, self.in_folder = tuple(command), base is not None
        self.limits = limits
        if enclosed is None:
            check_required()
        self.enclosed = can_enclose() if enclosed is None else enclosed
        self.filtered = self.enclosed and can_filter()
        self.user = next_user() if self.enclosed else None
        self.folder = PrivateFolder(self.user)
        self.mark = f"{os.getpid()}-{start_of(os.getpid())}-{secrets.token_hex(12)}"
        self.environment = {
            **{name: os.environ[name] for name in KEPT if name in os.environ},
            "PATH": f"{search_path()}{os.pathsep}{STAND_INS}" if self.enclosed else search_path(),
            "LANG": "C.UTF-8",
            "HOME": self.folder.path,
            "TMPDIR": self.folder.path,
            "PYTHONUNBUFFERED": "1",
            **limits.environment,
            **(environment or {}),
            MARK: self.mark,
        }
        self._exceeded = ""
        before: list[str] = []
        if self.enclosed:
            path, filtered = self.folder.path, self.filtered
            before = enclose(own, path, reads, limits, self.user, filtered=filtered)
        elif can_limit():
            before = limit_words(limits, None)
        # The launcher runs inside the sandbox, too.
        self.command = [*before, *launcher, *own]
        self._lock = Lock()
        self._families: dict[int, tuple[Family, Watched]] = {}
        # Of programs that were started and not killed in order.
        self._firsts: set[FirstProcess] = set()
        # How many were started, and how many of them are known to have left nothing.
        self._started = self._cleared = 0
        there = place()
        self.cgroup: Cgroup | None = None if there is None else make_group(there, limits)

    @property
    def exceeded(self) -> str:
        """Return what the program has exceeded, in words, if it was ended for that."""
        if not self._exceeded and self.cgroup is not None and self.cgroup.has_exceeded_memory():
            self._exceeded = f"it used more than {self.limits.memory} MiB of memory"
        return self._exceeded

    def protections(self) -> list[str]:
        """List the protections that are active."""
        return [
            *ALWAYS,
            *(LIMITED if can_limit() else ()),
            *(ENCLOSED if self.enclosed else ()),
            *(FILTERED if self.filtered else ()),
            *(GROUPED if self.cgroup is not None else ()),
        ]

    def advice(self, errors: bytes) -> str:
        """Return what to do about what a program wrote to standard error; nothing if unknown."""
        return advice(self.given, errors, in_folder=self.in_folder)

    def missing(self) -> list[str]:
        """List the protections that are not available on this machine."""
        active = self.protections()
        known = (*ALWAYS, *LIMITED, *ENCLOSED, *FILTERED, *GROUPED)
        return [name for name in known if name not in active]

    def start(
        self,
        arguments: Sequence[str | bytes] = (),
        *,
        stdin: int = subprocess.DEVNULL,
        stdout: int = subprocess.DEVNULL,
        stderr: int = subprocess.PIPE,
    ) -> subprocess.Popen[bytes]:
        """Start the program; raise BotAbsent if that fails."""
        with GATE.passed():
            return self._start(arguments, stdin, stdout, stderr)

    def _start(
        self, arguments: Sequence[str | bytes], stdin: int, stdout: int, stderr: int
    ) -> subprocess.Popen[bytes]:
        self._started += 1
        first = FirstProcess(f"{self.folder.path}-{self._started}{SUFFIX}")
        handles: list[int] = []
        words = self.command
        try:
            if self.enclosed:
                self._firsts.add(first)
                handles.append(first.make())
                bubblewrap, *rest = words
                words = [bubblewrap, "--info-fd", str(handles[0]), *rest]
            if self.filtered:
                handles.append(open_filter())
                words = with_filter(words, handles[-1])
            process = subprocess.Popen(
                [*with_parent(self.cgroup), *words, *arguments],
                bufsize=0,
                stdin=stdin,
                stdout=stdout,
                stderr=stderr,
                cwd=self.folder.path,
                env=self.environment,
                start_new_session=True,
                pass_fds=tuple(handles),
            )
        except (OSError, ValueError) as error:
            self._forget(first)
            reason = error.strerror if isinstance(error, OSError) else str(error)
            name = self.command[0]
            raise BotAbsent(f"{name!r} cannot be started: {reason}", command=name) from None
        finally:
            for handle in handles:
                os.close(handle)
        least = ALONE_ENCLOSED + (self.user is not None) if self.enclosed else 1
        try:
            self._watch(Family(process, first if self.enclosed else None, self.cgroup, least))
        except BaseException:  # interrupted: nobody gets to know the process
            with process:
                process.kill()
            raise
        return process

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        """Kill a process and all others of its family."""
        with self._lock:
            family, watched = self._families.pop(process.pid, (None, None))
        if watched is not None:
            WATCH.remove(watched)
        if family is None:
            return
        started = self._started
        if family.kill():
            self._cleared = started
        else:
            self.kill_marked()
        process.wait()
        family.close()
        if family.first is not None:
            self._firsts.discard(family.first)

    def freeze(self, process: subprocess.Popen[bytes]) -> None:
        """Stop a process and all others of its family until ``thaw``, or until they are killed."""
        if (family := self.family(process)) is not None:
            family.freeze()

    def thaw(self, process: subprocess.Popen[bytes]) -> None:
        """Let a process and its family go on."""
        if (family := self.family(process)) is not None:
            family.thaw()

    def members(self, process: subprocess.Popen[bytes]) -> list[int]:
        """List a process and all others of its family that are known."""
        family = self.family(process)
        return [] if family is None else family.members()

    def family(self, process: subprocess.Popen[bytes]) -> Family | None:
        """Return the family of a process, None if it has been killed."""
        with self._lock:
            return self._families.get(process.pid, (None, None))[0]

    def kill_others(self, process: subprocess.Popen[bytes], kept: set[int], since: int) -> None:
        """Kill the family of a process but for those that are kept.

        If the family is not closed, kill those with the mark that were started after process
        ``since``.
        """
        family = self.family(process)
        if family is None or not family.is_closed:
            self.kill_marked(since)
        else:
            kill_found(lambda: [pid for pid in family.members() if pid not in kept], looks=1)

    def kill_marked(self, since: int | None = None) -> None:
        """Kill all processes with the mark, or only those started after process ``since``."""
        started = self._started
        if since is not None:
            kill_found(lambda: self.marked(since), looks=1)
        elif kill_found(self.marked):
            self._cleared = started

    def marked(self, since: int | None = None) -> list[int]:
        """List the processes, without zombies, that have the mark or work in the folder.

        With ``since``, look only at processes started after that number: they are few, and listing
        all would take as long as starting a program.
        """
        mark = f"{MARK}={self.mark}".encode()
        found = []
        for pid in all_pids() if since is None else range(since + 1, last_pid() + 1):
            try:
                ours = mark in environment_of(pid)
                if ours or os.readlink(f"/proc/{pid}/cwd").startswith(self.folder.path):
                    found.append(pid)
            except OSError:
                continue  # it has ended, or belongs to another user
        return found

    def status(self, process: subprocess.Popen[bytes]) -> int | None:
        """Return the exit status, minus the signal if one ended it; None while it runs.

        It is not reaped, so that its number stays its own until ``kill``.
        """
        found = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if found is None:
            return None
        if found.si_code != os.CLD_EXITED:
            return -found.si_status
        return status_of(found.si_status) if self.enclosed else found.si_status

    def close(self) -> None:
        """Kill all processes and remove the folder."""
        for family, _ in list(self._families.values()):
            self.kill(family.process)
        # An interrupt while a program starts, or is killed, leaves one without a family here.
        for first in tuple(self._firsts):
            self._forget(first)
        # Looking at all processes of the machine takes as long as starting a program.
        if self._cleared != self._started:
            self.kill_marked()
        if self.cgroup is not None:
            self.cgroup.close()
        self.folder.close()

    def _forget(self, first: FirstProcess) -> None:
        """Kill what is left of a first process, and remove its file."""
        first.kill()
        first.close()
        self._firsts.discard(first)

    def _watch(self, family: Family) -> None:
        process = family.process

        def exceed(what: str) -> None:
            with self._lock:
                # Once it is being killed, its number may be another's.
                if process.pid in self._families and not self._exceeded:
                    self._exceeded = what
                    send(reversed(family.members()), signal.SIGKILL)

        limits = self.limits
        memory, disk, file = (
            MEBIBYTE * number for number in (limits.memory, limits.disk, limits.file)
        )
        watched = Watched(family, self.folder.path, memory, disk, exceed, file)
        if not self.enclosed:
            watched.strays = self.marked
        with self._lock:
            self._families[process.pid] = (family, watched)
        WATCH.add(watched)


def with_parent(cgroup: Cgroup | None = None) -> list[str]:
    """Return the words to put before a command so that it ends when we do, and is in a group.

    A program whose parent ended before that was asked for has another parent: it is not started.
    """
    asking = ["setpriv", "--pdeathsig", "KILL", "--no-new-privs", "--"] if can_limit() else []
    joining = os.devnull if cgroup is None else cgroup.joining
    return [*asking, "/bin/sh", "-c", JOIN, str(os.getpid()), joining]


def status_of(status: int) -> int:
    """Return an exit status as shells and bubblewrap tell it, negative for a signal.

    >>> status_of(3), status_of(139), status_of(200)
    (3, -11, 200)
    """
    return SIGNALLED - status if SIGNALLED < status <= SIGNALLED + LAST_SIGNAL else status


@cache
def kill_orphans() -> None:
    """Kill what programs have left whose runner was killed; once a process."""
    kill_groups_of_the_dead()
    kill_first_of_the_dead()
    kill_found(lambda: [pid for pid in all_pids() if is_orphan(pid)])


def is_orphan(pid: int) -> bool:
    """Tell whether a process belongs to a program whose runner is gone."""
    try:
        _, found, rest = environment_of(pid).partition(f"{MARK}=".encode())
        owner, start, *_ = rest.partition(b"\0")[0].split(b"-") if found else (b"", b"")
    except (OSError, ValueError):
        return False  # it has ended, or is not ours
    return owner.isdigit() and start.isdigit() and start_of(int(owner)) != int(start)


@cache
def warning() -> str:
    """Return a warning if programs would run without an enclosure; empty if they are enclosed."""
    if can_enclose():
        return ""
    return (
        "bubblewrap is not installed, or not permitted here: programs can read your files, use the "
        "network, and disturb each other and this command. Install bubblewrap, or trust them."
    )


def check_required() -> None:
    """Raise UsageError if programs must be enclosed and cannot be."""
    if os.environ.get(REQUIRED) and not can_enclose():
        raise UsageError("bubblewrap is required, and not installed or not permitted here")
