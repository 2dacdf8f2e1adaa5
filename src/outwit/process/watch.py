"""Watches how much memory and disk programs use, all processes of each together."""

from __future__ import annotations

import threading
import time

from outwit.process.usage import (
    Unnamed,
    exact_memory_of,
    has_many_files,
    is_larger,
    memory_of,
    unnamed_files_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from outwit.process.family import Family

# How often memory is looked at, and every how many looks the folder is.
SECONDS = 0.05
FOLDER_LOOKS = 10


class Watched:
    """A program that is watched: its processes, its folder, and what may not be exceeded."""

    def __init__(
        self,
        family: Family,
        folder: str,
        memory: int,
        disk: int,
        exceed: Callable[[str], None],
        file: int = 0,
    ) -> None:
        self.family = family
        self.folder = folder
        self.memory = memory
        self.disk = disk
        # Bytes that a file can have.
        self.file = file
        # What it held without a name when that was last looked at.
        self.unnamed = Unnamed()
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
        if at_folder:
            self.unnamed = unnamed_files_of(pids, self.folder)
        unmapped = self.unnamed.memory + self.unnamed.mapped * self.file
        # The quick sum counts what processes share once for each.
        if (
            memory_of(pids) + unmapped > self.memory
            and exact_memory_of(pids, self.unnamed.held) + unmapped > self.memory
        ):
            self.exceed(f"it used more than {self.memory >> 20} MiB of memory")
        elif at_folder and (
            is_larger(self.folder, self.disk - self.unnamed.disk) or has_many_files(pids)
        ):
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
