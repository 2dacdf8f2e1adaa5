"""A folder for one program, in which it may leave anything: links, pipes, thousands of folders."""

from __future__ import annotations

import atexit
import errno
import os
import secrets
import stat
import tempfile
from contextlib import contextmanager, suppress
from functools import cache

from outwit.process.gate import GATE
from outwit.process.processes import start_of
from outwit.process.users import is_program_user

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

PREFIX = "outwit-bot-"
READ_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
# What ``contents`` returns at most: files, and bytes of each.
MOST_FILES = 64
LARGEST_FILE = 1 << 20
# Folders are looked through so deep.
DEEPEST = 8
# Digits of the number of a process.
LONGEST_NUMBER = 10
# Folders that are not closed yet.
OPEN: set[str] = set()


class PrivateFolder:
    """Files are written and read without following links, and only regular ones."""

    def __init__(self, owner: int | None = None) -> None:
        sweep()
        # Whose everything in it is, if not ours.
        self.owner = owner
        name = f"{PREFIX}{os.getpid()}-{start_of(os.getpid())}-{secrets.token_hex(6)}"
        self.path = os.path.join(os.path.realpath(tempfile.gettempdir()), name)
        with GATE.passed():
            OPEN.add(self.path)
            os.mkdir(self.path, 0o700)
        if owner is not None:
            os.chown(self.path, owner, owner)

    def join(self, name: str) -> str:
        """Return the path of a file in the folder."""
        return os.path.join(self.path, name)

    def write(self, name: str, data: bytes, mode: int = 0o644) -> None:
        """Write a new file in place of whatever is there; folders on the way are made."""
        self.remove(name)
        with self._folder_of(name, make=True) as (folder, last):
            handle = os.open(last, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode, dir_fd=folder)
            with open(handle, "wb") as file:
                os.fchmod(handle, mode)
                if self.owner is not None:
                    os.fchown(handle, self.owner, self.owner)
                file.write(data)

    def make_folder(self, name: str) -> None:
        """Make a folder, and those on the way."""
        with self._folder_of(f"{name}/.", make=True):
            return

    def read(self, name: str, most: int = LARGEST_FILE) -> bytes | None:
        """Return up to ``most`` + 1 bytes of a regular file, None if it is not one."""
        try:
            with self._folder_of(name) as (folder, last):
                return read_regular(last, most, folder)
        except OSError:
            return None

    def remove(self, name: str) -> None:
        """Remove a file, or a folder in its place."""
        try:
            with self._folder_of(name) as (folder, last):
                try:
                    os.unlink(last, dir_fd=folder)
                except OSError as error:
                    if error.errno not in (errno.EISDIR, errno.EPERM):
                        raise
                    remove_tree(last, folder)
        except FileNotFoundError:
            return

    def contents(self, known: Mapping[str, bytes | None] | None = None) -> dict[str, bytes | None]:
        """Return files, and folders as None, by name: as many as is sensible, the nearest first.

        What is as in ``known`` is left out.
        """
        found: dict[str, bytes | None] = {}
        old = {} if known is None else known
        waiting = [""]
        while waiting and len(found) < MOST_FILES:
            place = waiting.pop(0)
            try:
                with self._folder_of(f"{place}/." if place else ".") as (folder, _):
                    for name in sorted(os.listdir(folder)):
                        if len(found) >= MOST_FILES:
                            break
                        path = f"{place}/{name}" if place else name
                        mode = os.lstat(name, dir_fd=folder).st_mode
                        if stat.S_ISDIR(mode):
                            if old.get(path, b"") is not None:
                                found[path] = None
                            if path.count("/") < DEEPEST:
                                waiting.append(path)
                            continue
                        data = read_regular(name, LARGEST_FILE, folder)
                        if data is not None and (path not in old or old[path] != data):
                            found[path] = data
            except OSError:
                continue
        return found

    def close(self) -> None:
        """Remove the folder."""
        with suppress(OSError):
            remove_tree(self.path)
        OPEN.discard(self.path)

    @contextmanager
    def _folder_of(self, name: str, *, make: bool = False) -> Iterator[tuple[int, str]]:
        """Open the folder of a file, step by step, as a program may put a link in the way."""
        *way, last = name.split("/")
        handle = os.open(self.path, READ_FOLDER)
        try:
            with suppress(PermissionError):
                os.fchmod(handle, 0o700 | stat.S_IMODE(os.fstat(handle).st_mode))
            for step in way:
                if make:
                    self._make(step, handle)
                inner = os.open(step, READ_FOLDER, dir_fd=handle)
                os.close(handle)
                handle = inner
            yield handle, last
        finally:
            os.close(handle)

    def _make(self, name: str, folder: int) -> None:
        with suppress(FileExistsError):
            os.mkdir(name, 0o755, dir_fd=folder)
            if self.owner is not None:
                # A program that runs may have put a link in its place.
                os.chown(name, self.owner, self.owner, dir_fd=folder, follow_symlinks=False)


def read_regular(path: str, most: int = LARGEST_FILE, folder: int | None = None) -> bytes | None:
    """Return up to ``most`` + 1 bytes of a regular file, None for anything else."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
    except OSError:
        return None
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        return None
    with open(handle, "rb") as file:
        return file.read(most + 1)


def remove_tree(path: str, folder: int | None = None) -> None:
    """Remove a folder with all that is in it, however deep, whatever its permissions.

    Only one folder is open at a time. Raise OSError if folders are moved meanwhile.
    """
    here = open_folder(path, folder)
    names = os.listdir(here)
    # The folders that lead here: name, what it is in, and what else is in there.
    way: list[tuple[str, os.stat_result, list[str]]] = []
    try:
        while names or way:
            if not names:
                inner, above, names = way.pop()
                here, left = os.open("..", READ_FOLDER, dir_fd=here), here
                os.close(left)
                if not os.path.samestat(os.fstat(here), above):
                    raise OSError(errno.ESTALE, os.strerror(errno.ESTALE))
                os.rmdir(inner, dir_fd=here)
            elif not unlinked(name := names.pop(), here):
                way.append((name, os.fstat(here), names))
                here, left = open_folder(name, here), here
                os.close(left)
                names = os.listdir(here)
    finally:
        os.close(here)
    os.rmdir(path, dir_fd=folder)


def open_folder(path: str, folder: int | None = None) -> int:
    """Open a folder for reading, having opened it to us if it was closed; no link is followed."""
    handle = os.open(path, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=folder)
    try:
        # By its handle: a program that runs may put a link in its place at any time.
        with suppress(PermissionError):
            os.chmod(f"/proc/self/fd/{handle}", 0o700)
        return os.open(".", READ_FOLDER, dir_fd=handle)
    finally:
        os.close(handle)


def unlinked(name: str, folder: int) -> bool:
    """Remove a file; tell whether it was one, and not a folder."""
    try:
        os.unlink(name, dir_fd=folder)
    except (IsADirectoryError, PermissionError):
        return False
    except FileNotFoundError:
        return True
    return True


@cache
def sweep() -> None:
    """Remove the folders of processes that were killed before they could do so; once a process."""
    place = tempfile.gettempdir()
    for name in os.listdir(place):
        pid, _, rest = name.removeprefix(PREFIX).partition("-")
        if name.startswith(PREFIX) and pid.isdigit() and len(pid) <= LONGEST_NUMBER:
            path = os.path.join(place, name)
            if str(start_of(int(pid))) != rest.partition("-")[0] and is_of_us(path):
                with suppress(OSError):
                    remove_tree(path)


def is_of_us(path: str) -> bool:
    """Tell whether a folder belongs to us, or to one of the users that are our programs."""
    try:
        owner = os.lstat(path).st_uid
    except OSError:
        return False
    return owner == os.getuid() or (not os.getuid() and is_program_user(owner))


@atexit.register
def close_all() -> None:
    """Remove the folders of this process that are left.

    An interruption may come between the making of a folder and the block that closes it.
    """
    for path in tuple(OPEN):
        # A forked process knows its parent's folders, too.
        if os.path.basename(path).startswith(f"{PREFIX}{os.getpid()}-"):
            with suppress(OSError):
                remove_tree(path)
