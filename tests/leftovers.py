"""What a run of the tests leaves behind: processes, and folders of ours in the temporary folder."""

from __future__ import annotations

import ctypes
import os
import shutil
import tempfile
import time
from contextlib import suppress
from pathlib import Path

PR_SET_CHILD_SUBREAPER = 36
# As the process room has them: importing it here would be before --interpreted is obeyed.
MARK, PREFIX = "OUTWIT_BOT", "outwit-bot-"
# The folder of a run; its process follows.
FOLDER = "outwit-tests-"
# Seconds for what is about to end.
PATIENCE = 5.0


class Leftovers:
    """Watches from its making on; the processes of a run must all be started afterwards."""

    def __init__(self) -> None:
        # pytest keeps its own folders where they were.
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", tempfile.gettempdir())
        self.semaphores = semaphores()
        for path in orphans(tempfile.gettempdir(), FOLDER):
            shutil.rmtree(path, ignore_errors=True)
        self.folder = Path(tempfile.mkdtemp(prefix=f"{FOLDER}{os.getpid()}-"))
        os.environ["TMPDIR"] = str(self.folder)
        tempfile.tempdir = None
        # Whoever loses its parent becomes our child, and so is found. Only Linux can do that.
        if hasattr(os, "pidfd_open"):
            ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
        # Processes that we have started; others come to us when their parents end.
        self.started: set[int] = set()

    def keep(self) -> None:
        """Leave the children that we have now to those who have started them."""
        self.started |= {int(line.partition(":")[0]) for line in children()}

    def reap(self) -> None:
        """Forget orphans that have ended: every look at all processes would meet them."""
        look = os.WEXITED | os.WNOHANG | os.WNOWAIT
        with suppress(ChildProcessError):
            while (ended := os.waitid(os.P_ALL, 0, look)) and ended.si_pid not in self.started:
                os.waitpid(ended.si_pid, 0)

    def find(self) -> list[str]:
        """Describe what is left, after some patience with processes; and remove the folder."""
        deadline = time.monotonic() + PATIENCE
        while (processes := children()) and time.monotonic() < deadline:
            time.sleep(0.05)
        folders = [f"folder {path}" for path in sorted(self.folder.glob("outwit-*"))]
        shutil.rmtree(self.folder, ignore_errors=True)
        left = [f"semaphore {path}" for path in sorted(semaphores() - self.semaphores)]
        return [f"process {line}" for line in processes] + folders + left


def orphans(folder: str, prefix: str) -> list[Path]:
    """List the folders of runs that were killed: ``PREFIX`` and the number of a dead process."""
    found = []
    for path in Path(folder).glob(f"{prefix}*"):
        number = path.name.removeprefix(prefix).partition("-")[0]
        if number.isdigit() and not Path("/proc", number).exists():
            found.append(path)
    return found


def semaphores() -> set[str]:
    """Return the semaphores that are there."""
    return set(map(str, Path("/dev/shm").glob("sem.*")))


def left_by_programs() -> list[str]:
    """Describe what is left of the programs of this process, after some patience."""
    deadline = time.monotonic() + PATIENCE
    while (left := find_left()) and time.monotonic() < deadline:
        time.sleep(0.05)
    return left


def find_left() -> list[str]:
    """Describe processes with our mark, and folders with our number."""
    mark = f"{MARK}={os.getpid()}-".encode()
    found = []
    # After every test of programs: hence nothing that takes long.
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/environ", "rb", buffering=0) as file:
                if mark in file.read():
                    command = Path("/proc", name, "cmdline").read_bytes()
                    found.append(f"process {name}: {command!r}")
        except OSError:
            continue  # it has ended, or is another user's
    folders = Path(tempfile.gettempdir()).glob(f"{PREFIX}{os.getpid()}-*")
    return [*found, *(f"folder {path}" for path in folders)]


def children() -> list[str]:
    """List the processes whose parent is this one, those that have ended excepted."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
            command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue  # it has ended
        if int(parent) == os.getpid() and state != "Z":
            found.append(f"{entry.name}: {command}")
    return found
