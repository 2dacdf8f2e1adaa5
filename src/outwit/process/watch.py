"""Watches how much memory and disk programs use, all processes of each together."""

from __future__ import annotations

import os
import threading
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# How often memory is looked at, and every how many looks the folder is.
SECONDS = 0.05
FOLDER_LOOKS = 10
# More files than this are too many.
MOST_FILES = 20_000
PAGE = os.sysconf("SC_PAGE_SIZE")


class Watched:
    """A program that is watched: its first process, its folder, and what may not be exceeded."""

    def __init__(
        self, pid: int, folder: str, memory: int, disk: int, exceed: Callable[[str], None]
    ) -> None:
        self.pid = pid
        self.folder = folder
        self.memory = memory
        self.disk = disk
        # Called with what was exceeded, in words; ends the program.
        self.exceed = exceed

    def look(self, *, at_folder: bool) -> None:
        """Look once."""
        if memory_of(self.pid) > self.memory:
            self.exceed(f"it used more than {self.memory >> 20} MiB of memory")
        elif at_folder and is_larger(self.folder, self.disk):
            self.exceed(f"it wrote more than {self.disk >> 20} MiB, or too many files")


class Watch:
    """Looks at all watched programs in a thread of its own, which ends when there are none."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._watched: set[Watched] = set()
        self._thread: threading.Thread | None = None

    def add(self, watched: Watched) -> None:
        """Begin to watch a program."""
        with self._lock:
            self._watched.add(watched)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="watch", daemon=True)
                self._thread.start()

    def remove(self, watched: Watched) -> None:
        """Watch a program no longer."""
        with self._lock:
            self._watched.discard(watched)

    def _run(self) -> None:
        looks = 0
        while True:
            time.sleep(SECONDS)
            looks += 1
            with self._lock:
                present = tuple(self._watched)
                if not present:
                    self._thread = None
                    return
            for watched in present:
                watched.look(at_folder=looks % FOLDER_LOOKS == 0)


WATCH = Watch()


def memory_of(pid: int) -> int:
    """Return the bytes of memory of a process and its descendants, what files share left out."""
    total = 0
    for each in family(pid):
        try:
            with open(f"/proc/{each}/statm", "rb", buffering=0) as file:
                _, resident, shared, *_ = file.read(200).split()
            total += PAGE * (int(resident) - int(shared))
        except (OSError, ValueError):
            continue  # it has ended
    return total


def family(pid: int) -> list[int]:
    """Return a process and its descendants."""
    found = [pid]
    for each in found:
        try:
            for task in os.listdir(f"/proc/{each}/task"):
                with open(f"/proc/{each}/task/{task}/children", "rb", buffering=0) as file:
                    found += map(int, file.read(65_536).split())
        except OSError:
            continue  # it has ended, or the system does not list children
    return found


def is_larger(folder: str, most: int) -> bool:
    """Tell whether the files in a folder are larger than so many bytes, or too many."""
    total = count = 0
    waiting = [folder]
    while waiting:
        try:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    count += 1
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                    else:
                        total += 512 * entry.stat(follow_symlinks=False).st_blocks
                    if total > most or count > MOST_FILES:
                        return True
        except OSError:
            continue  # gone, or closed to us
    return False
