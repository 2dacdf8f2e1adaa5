"""The sandbox of a bot: what its processes may do, and how they are ended.

There are two levels. The first works on every Linux system: resource limits, and a process group,
folder and environment of its own. The second needs bubblewrap (``bwrap``): all other files are
read-only and mostly hidden, there is no network, and all processes end with the first.
"""

from __future__ import annotations

import os
import resource
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping
from functools import cache

from outwit.errors import BotAbsent
from outwit.players.enclosure import can_enclose, enclose

MEBIBYTE = 1 << 20
LONGEST_FILE = 16 * MEBIBYTE
OPEN_FILES = 256
CPU_SECONDS = 4 * 3600
# In the environment of every process of a bot; the value is different for each sandbox.
MARK = "OUTWIT_BOT"
KILL_SECONDS = 2.0

LIMITED = ("memory", "cpu time", "file size", "open files", "no core dumps")
ALWAYS = ("own process group", "private folder", "clean environment", "bounded output")
ENCLOSED = ("files read-only", "other folders hidden", "no network", "own process space")
PROCESSES = "processes"


class Sandbox:
    """Starts and kills the processes of one bot."""

    def __init__(
        self,
        command: tuple[str, ...],
        *,
        memory: int = 1024,
        processes: int = 64,
        cpu_seconds: int = CPU_SECONDS,
        reads: tuple[str, ...] = (),
        environment: Mapping[str, str] | None = None,
        seed: int = 0,
        launcher: tuple[str, ...] = (),
        enclosed: bool | None = None,
    ) -> None:
        self.command = absolute_command(command)
        self.folder = os.path.realpath(tempfile.mkdtemp(prefix="outwit-bot-"))
        self.processes = processes
        self.mark = f"{os.getpid()}-{secrets.token_hex(12)}"
        self.environment = {
            "PATH": os.environ.get("PATH", os.defpath),
            "LANG": "C.UTF-8",
            "HOME": self.folder,
            "TMPDIR": self.folder,
            "OUTWIT_SEED": str(seed),
            **(environment or {}),
            MARK: self.mark,
        }
        self.enclosed = can_enclose() if enclosed is None else enclosed
        limits = (
            (resource.RLIMIT_AS, memory * MEBIBYTE),
            (resource.RLIMIT_CPU, cpu_seconds),
            (resource.RLIMIT_FSIZE, LONGEST_FILE),
            (resource.RLIMIT_NOFILE, OPEN_FILES),
            (resource.RLIMIT_CORE, 0),
        )
        self.limits = [(kind, capped(kind, most)) for kind, most in limits]
        view: list[str] = []
        if self.enclosed:
            # bwrap starts processes that are hard to limit from outside, so they limit themselves.
            view = [*enclose(self.command, self.folder, reads), *ulimit_prefix(dict(self.limits))]
        # The launcher runs inside the sandbox, too.
        self.command = [*view, *launcher, *self.command]

    def protections(self) -> list[str]:
        """List the protections that are active."""
        names = [*ALWAYS]
        if can_limit():
            names += LIMITED
            names += [PROCESSES] if os.getuid() else []
        return names + [*ENCLOSED] * self.enclosed

    def missing(self) -> list[str]:
        """List the protections that are not available on this machine."""
        active = self.protections()
        return [n for n in (*ALWAYS, *LIMITED, PROCESSES, *ENCLOSED) if n not in active]

    def start(
        self,
        arguments: tuple[str, ...] = (),
        *,
        stdin: int = subprocess.DEVNULL,
        stdout: int = subprocess.DEVNULL,
        stderr: int = subprocess.PIPE,
    ) -> subprocess.Popen[bytes]:
        """Start the bot's program; raise BotAbsent if that fails.

        Limits are set from outside right after the start, and inside bubblewrap before it.
        """
        try:
            process = subprocess.Popen(
                [*self.command, *arguments],
                bufsize=0,
                stdin=stdin,
                stdout=stdout,
                stderr=stderr,
                cwd=self.folder,
                env=self.environment,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            name = self.command[0]
            raise BotAbsent(f"{name!r} cannot be started: {reason}", command=name) from None
        if can_limit():
            self._limit(process.pid)
        return process

    def _limit(self, pid: int) -> None:
        try:
            for kind, most in self.limits:
                resource.prlimit(pid, kind, (most, most))
            if os.getuid():
                most = capped(resource.RLIMIT_NPROC, count_tasks() + self.processes)
                resource.prlimit(pid, resource.RLIMIT_NPROC, (most, most))
            with open(f"/proc/{pid}/task/{pid}/children", "rb") as file:
                # It may have started processes already: they are limited, too.
                for child in file.read().split():
                    self._limit(int(child))
        except (ProcessLookupError, FileNotFoundError):
            return  # it has ended, or the system does not list children

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        """Kill a process, its group, and all other processes with the mark."""
        # The process has not been reaped, so its number still belongs to it.
        if process.returncode is None:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                process.kill()
        self.kill_marked()
        process.wait()

    def kill_marked(self, since: int | None = None) -> None:
        """Kill all processes with the mark, or only those started after process ``since``."""
        deadline = time.monotonic() + KILL_SECONDS
        # A process started during the first look, by a parent that ends, is found by the second.
        looks = 1 if since is not None else 2
        while looks and time.monotonic() < deadline:
            found = self.marked(since)
            looks = looks - 1 if not found else looks
            for pid in found:
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    continue
            if looks:
                time.sleep(0.001)

    def marked(self, since: int | None = None) -> list[int]:
        """List the processes, without zombies, that have the mark or work in the folder.

        With ``since``, look only at processes started after that number: they are few, and listing
        all would take as long as starting a bot.
        """
        mark = f"{MARK}={self.mark}".encode()
        found = []
        for pid in all_pids() if since is None else range(since + 1, last_pid() + 1):
            try:
                handle = os.open(f"/proc/{pid}/environ", os.O_RDONLY)
                try:
                    ours = mark in os.read(handle, MEBIBYTE)
                finally:
                    os.close(handle)
                if ours or os.readlink(f"/proc/{pid}/cwd").startswith(self.folder):
                    found.append(pid)
            except OSError:
                continue  # it has ended, or belongs to another user
        return found

    def path(self, name: str) -> str:
        """Return the path of a file in the private folder."""
        return os.path.join(self.folder, name)

    def close(self) -> None:
        """Kill all processes and remove the folder."""
        self.kill_marked()
        shutil.rmtree(self.folder, ignore_errors=True)


def absolute_command(command: tuple[str, ...]) -> list[str]:
    """Return a command with absolute paths; raise BotAbsent if there is no such program."""
    program = shutil.which(command[0])
    if program is None:
        raise BotAbsent(f"{command[0]!r} cannot be started: no such program", command=command[0])
    words = [
        os.path.abspath(word) if "\0" not in word and os.path.exists(word) else word
        for word in command[1:]
    ]
    return [os.path.abspath(program), *words]


def ulimit_prefix(limits: dict[int, int]) -> list[str]:
    """Return the words to put before a command so that it runs within limits."""
    options = {
        "v": limits[resource.RLIMIT_AS] // 1024,
        "t": limits[resource.RLIMIT_CPU],
        "f": limits[resource.RLIMIT_FSIZE] // 512,
        "n": limits[resource.RLIMIT_NOFILE],
        "c": limits[resource.RLIMIT_CORE],
    }
    steps = [f"ulimit -{option} {most}" for option, most in options.items()]
    return ["/bin/sh", "-c", " && ".join([*steps, 'exec "$@"']), "sh"]


def capped(kind: int, most: int) -> int:
    """Return a limit, or the current hard limit if that is lower."""
    _, hard = resource.getrlimit(kind)
    return most if hard == resource.RLIM_INFINITY else min(most, hard)


def all_pids() -> list[int]:
    """List the numbers of all processes; none where there is no /proc."""
    try:
        return [int(name) for name in os.listdir("/proc") if name.isdigit()]
    except FileNotFoundError:
        return []


def last_pid() -> int:
    """Return the number of the process started last, 0 where there is no /proc."""
    try:
        with open("/proc/loadavg", "rb", buffering=0) as file:
            return int(file.read(200).split()[-1])
    except FileNotFoundError:
        return 0


@cache
def can_limit() -> bool:
    """Tell whether the system can limit other processes."""
    return hasattr(resource, "prlimit")


def count_tasks() -> int:
    """Count the threads of our user, which the system compares with RLIMIT_NPROC."""
    user, total = os.getuid(), 0
    for pid in all_pids():
        try:
            if os.stat(f"/proc/{pid}").st_uid == user:
                total += os.stat(f"/proc/{pid}/task").st_nlink - 2
        except OSError:
            continue  # it has ended
    return total
