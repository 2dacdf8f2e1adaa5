"""Watches how much memory and disk programs use, all processes of each together."""

from __future__ import annotations

import os
import threading
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from outwit.process.family import Family

# How often memory is looked at, and every how many looks the folder is.
SECONDS = 0.05
FOLDER_LOOKS = 10
# More files than this are too many.
MOST_FILES = 20_000
TEMPORARY = ("/tmp", "/dev/shm")


class Watched:
    """A program that is watched: its processes, its folder, and what may not be exceeded."""

    def __init__(
        self, family: Family, folder: str, memory: int, disk: int, exceed: Callable[[str], None]
    ) -> None:
        self.family = family
        self.folder = folder
        self.memory = memory
        self.disk = disk
        # Called with what was exceeded, in words; ends the program.
        self.exceed = exceed
        # Lists processes that have left the family; seldom asked.
        self.strays: Callable[[], list[int]] = list

    def look(self, *, at_folder: bool) -> None:
        """Look once, at the folder and for strays only if asked."""
        pids = self.family.members()
        strays = self.strays() if at_folder else []
        self.family.keep_frozen(strays)
        pids += [pid for pid in strays if pid not in pids]
        # The quick sum counts what processes share once for each.
        if memory_of(pids) > self.memory < exact_memory_of(pids):
            self.exceed(f"it used more than {self.memory >> 20} MiB of memory")
        elif at_folder and (is_larger(self.folder, self.disk) or has_many_files(pids)):
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


def memory_of(pids: list[int]) -> int:
    """Return the bytes of memory of processes, files that they have mapped left out."""
    return sum(sum_of(f"/proc/{pid}/status", (b"RssAnon:", b"RssShmem:")) for pid in pids)


def exact_memory_of(pids: list[int]) -> int:
    """Return the same, what several share counted once; it takes longer."""
    total = 0
    for pid in pids:
        exact = sum_of(f"/proc/{pid}/smaps_rollup", (b"Pss_Anon:", b"Pss_Shmem:"))
        total += exact or memory_of([pid])
    return total


def sum_of(path: str, names: tuple[bytes, ...]) -> int:
    """Return the sum of lines of a file of the system, in bytes; 0 if it cannot be read."""
    try:
        with open(path, "rb", buffering=0) as file:
            lines = file.read(4_096).split(b"\n")
        return sum(1024 * int(line.split()[1]) for line in lines if line.startswith(names))
    except (OSError, ValueError):
        return 0  # it has ended, or is hidden


def has_many_files(pids: list[int]) -> bool:
    """Tell whether there are too many files in the temporary folders that processes see."""
    for pid in pids:
        for place in TEMPORARY:
            try:
                found = os.statvfs(f"/proc/{pid}/root{place}")
            except OSError:
                continue  # it has ended, or is hidden
            # Where it sees those of the machine, they are not its own.
            if found.f_files - found.f_ffree > MOST_FILES and is_own(pid, place):
                return True
    return False


def is_own(pid: int, place: str) -> bool:
    """Tell whether a process sees another folder in a place than we do."""
    try:
        return os.stat(f"/proc/{pid}/root{place}").st_dev != os.stat(place).st_dev
    except OSError:
        return False


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
