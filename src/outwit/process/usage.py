"""How much memory and disk processes use, counted from outside where no control group does it.

Memory need not be mapped to be used: it can be in files without a name, of which processes hold
nothing but a handle. Folders are walked by handles, as paths in them may be too long to be used.
"""

from __future__ import annotations

import os
import stat

from outwit.core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# More files than this are too many, and so are folders nested deeper.
MOST_FILES, DEEPEST = 20_000, 100
TEMPORARY = ("/tmp", "/dev/shm")
BLOCK = 512
OPEN_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
OWN = (b"RssAnon:", b"RssShmem:")
OWN_EXACTLY = (b"Pss_Anon:", b"Pss_Shmem:")
# How a file that is only memory is called among what a process has mapped.
MEMORY_FILE = b"/memfd:"

# A file: its device and its number on it.
File = tuple[int, int]


class Unnamed(Value):
    """Files without a name that processes hold or have mapped."""

    # Bytes of those in memory and on disk that are held.
    memory: int = 0
    disk: int = 0
    # Files of memory that are mapped and not held: nobody can tell how large they are.
    mapped: int = 0
    held: frozenset[File] = frozenset()


def tasks_of(pid: int) -> list[str]:
    """Return the folders of a process's threads; none if it has ended."""
    try:
        return [f"/proc/{pid}/task/{name}" for name in os.listdir(f"/proc/{pid}/task")]
    except OSError:
        return []


def memory_of(pids: list[int]) -> int:
    """Return the bytes of memory of processes, files that they have mapped left out."""
    return sum(memory_told(pid, "status", OWN) for pid in pids)


def exact_memory_of(pids: list[int], apart: frozenset[File] = frozenset()) -> int:
    """Return the same, what several share counted once; it takes longer.

    Parts of files that are counted ``apart`` are left out.
    """
    total = 0
    for pid in pids:
        total += memory_told(pid, "smaps_rollup", OWN_EXACTLY) or memory_told(pid, "status", OWN)
        total -= mapped_part(pid, apart) if apart else 0
    return total


def mapped_part(pid: int, files: frozenset[File]) -> int:
    """Return the bytes of some files that a process has mapped and not changed."""
    total = 0
    is_counted = False
    try:
        with open(f"/proc/{pid}/smaps", "rb") as lines:
            for line in lines:
                name, *words = line.split()
                if b"-" in name and len(words) >= 4:
                    is_counted = file_mapped(words) in files
                elif is_counted and name in (b"Pss:", b"Anonymous:"):
                    total += 1024 * int(words[0]) * (1 if name == b"Pss:" else -1)
    except OSError:
        return 0
    return max(0, total)


def file_mapped(words: list[bytes]) -> File:
    """Return the file in a line of what is mapped, whose first word is left out."""
    major, _, minor = words[2].partition(b":")
    return os.makedev(int(major, 16), int(minor, 16)), int(words[3])


def memory_told(pid: int, name: str, lines: tuple[bytes, ...]) -> int:
    """Return what a process's file tells; if its first thread has ended, what another's does."""
    found = sum_of(f"/proc/{pid}/{name}", lines)
    if not found:
        found = next(filter(None, (sum_of(f"{task}/{name}", lines) for task in tasks_of(pid))), 0)
    return found


def sum_of(path: str, names: tuple[bytes, ...]) -> int:
    """Return the sum of lines of a file of the system, in bytes; 0 if it cannot be read."""
    try:
        with open(path, "rb", buffering=0) as file:
            lines = file.read(4_096).split(b"\n")
        return sum(1024 * int(line.split()[1]) for line in lines if line.startswith(names))
    except (OSError, ValueError):
        return 0  # it has ended, or is hidden


def unnamed_files_of(pids: list[int], folder: str) -> Unnamed:
    """Return the files without a name that processes hold or have mapped.

    Those on the device of a folder are on disk, and the others in memory.
    """
    held: dict[File, int] = {}
    mapped: set[File] = set()
    for pid in pids:
        # Each thread may have handles of its own.
        for task in tasks_of(pid):
            held.update(held_by(task))
        mapped.update(mapped_by(pid))
    try:
        device = os.stat(folder).st_dev
    except OSError:
        device = -1  # the program is being ended
    disk = sum(size for (place, _), size in held.items() if place == device)
    memory = sum(held.values()) - disk
    return Unnamed(memory, disk, len(mapped - held.keys()), frozenset(held))


def held_by(task: str) -> Iterator[tuple[File, int]]:
    """Return the files without a name that a thread holds, each with its size in bytes."""
    try:
        names = os.listdir(f"{task}/fd")
    except OSError:
        return
    for name in names:
        try:
            found = os.stat(f"{task}/fd/{name}")
        except OSError:
            continue
        if stat.S_ISREG(found.st_mode) and not found.st_nlink:
            yield (found.st_dev, found.st_ino), BLOCK * found.st_blocks


def mapped_by(pid: int) -> Iterator[File]:
    """Return the files of memory that a process has mapped."""
    for place in (f"/proc/{pid}", *tasks_of(pid)):
        try:
            with open(f"{place}/maps", "rb") as file:
                lines = [line for line in file if MEMORY_FILE in line]
        except OSError:
            continue
        yield from (file_mapped(line.split()[1:]) for line in lines)
        return


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


class Measure:
    """Adds up the files in a folder until a limit of bytes or of files is passed."""

    def __init__(self, most: int) -> None:
        self.left = most
        self.files = 0
        # Files with several names, which count once.
        self._known: set[File] = set()

    def is_full(self) -> bool:
        """Tell whether there is too much."""
        return self.left < 0 or self.files > MOST_FILES

    def add_all(self, path: str, place: int | None = None, depth: int = 0) -> None:
        """Add what is in a folder; nested too deep, it is too much."""
        if depth > DEEPEST:
            self.left = -1
        if self.is_full():
            return
        try:
            handle = open_closed(path, place)
        except OSError:
            return  # it is gone
        try:
            for name in os.listdir(handle):
                self._add(name, handle, depth)
                if self.is_full():
                    return
        finally:
            os.close(handle)

    def _add(self, name: str, place: int, depth: int) -> None:
        self.files += 1
        try:
            found = os.lstat(name, dir_fd=place)
        except OSError:
            return  # it is gone
        if stat.S_ISDIR(found.st_mode):
            self.add_all(name, place, depth + 1)
        elif found.st_nlink < 2 or (found.st_dev, found.st_ino) not in self._known:
            self._known.add((found.st_dev, found.st_ino))
            self.left -= BLOCK * found.st_blocks


def open_closed(path: str, place: int | None) -> int:
    """Open a folder; if it is closed to us, open it to its owner first, who may be us."""
    try:
        return os.open(path, OPEN_FOLDER, dir_fd=place)
    except PermissionError:
        handle = os.open(path, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=place)
        try:
            # By its handle: a program that runs may put a link in its place at any time.
            os.chmod(f"/proc/self/fd/{handle}", 0o700)
            return os.open(".", OPEN_FOLDER, dir_fd=handle)
        finally:
            os.close(handle)


def is_larger(folder: str, most: int) -> bool:
    """Tell whether a folder holds more bytes than allowed, too many files, or too deep folders."""
    measure = Measure(most)
    measure.add_all(folder)
    return measure.is_full()
