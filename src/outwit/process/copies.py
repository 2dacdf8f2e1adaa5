"""Copies of strangers' folders: bounded in size and depth, links and pipes not followed."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import stat

from outwit.core.value import Value
from outwit.errors import BadFile
from outwit.process.limits import MEBIBYTE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from outwit.process.folder import PrivateFolder

READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
# What a folder may have: bytes, files and folders, folders in each other.
LARGEST, MOST, DEEPEST = 256 * MEBIBYTE, 10_000, 50
# What is copied for each run; the rest is linked.
SMALL, FEW = 4 * MEBIBYTE, 400
# Errors of this machine, not of the author of the files.
SHORTAGES = frozenset(
    (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOSPC, errno.EDQUOT, errno.EAGAIN, errno.EIO)
)


class Entry(Value):
    """A file, folder or link in a folder."""

    name: str
    mode: int
    size: int


def entries(folder: str, largest: int = LARGEST, most: int = MOST) -> Iterator[Entry]:
    """List what is in a folder, each folder before what is in it; raise BadFile if it is too much.

    Pipes, sockets and devices are left out.
    """
    size = count = 0
    waiting = [""]
    while waiting:
        place = waiting.pop()
        if place.count("/") >= DEEPEST:
            raise BadFile(f"its folders are nested more than {DEEPEST} deep")
        for name in reversed(listed(os.path.join(folder, place))):
            path = f"{place}{name}"
            found = lstat(os.path.join(folder, path))
            if not (stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode) or is_link(found)):
                continue
            count += 1
            size += found.st_size
            if size > largest:
                raise BadFile(f"it has more than {largest // MEBIBYTE} MiB")
            if count > most:
                raise BadFile(f"it has more than {most} files")
            yield Entry(path, found.st_mode, found.st_size)
            if stat.S_ISDIR(found.st_mode):
                waiting.append(f"{path}/")


def listed(folder: str) -> list[str]:
    """Return the names in a folder, sorted; raise BadFile if it is closed to us."""
    try:
        return sorted(os.listdir(folder))
    except OSError as error:
        raise unreadable(folder, error) from None


def lstat(path: str) -> os.stat_result:
    """Return what a path names, links not followed; raise BadFile if that cannot be told."""
    try:
        return os.lstat(path)
    except OSError as error:
        raise unreadable(path, error) from None


def is_link(found: os.stat_result) -> bool:
    """Tell whether something is a link."""
    return stat.S_ISLNK(found.st_mode)


def unreadable(path: str, error: OSError) -> Exception:
    """Return the error of a path that cannot be read, which may be a fault of ours."""
    if error.errno in SHORTAGES:
        return error
    return BadFile(f"{os.path.basename(path)[:80]!r} cannot be read: {error.strerror}")


def open_regular(path: str) -> int:
    """Open a regular file; raise BadFile if it is none, or closed to us."""
    try:
        handle = os.open(path, READ)
    except OSError as error:
        raise unreadable(path, error) from None
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise BadFile(f"{os.path.basename(path)[:80]!r} is not a file")
    return handle


def fingerprint(folder: str) -> str:
    """Return a hash of all that is in a folder; raise BadFile if it is too much."""
    digest = hashlib.sha256()
    for entry in entries(folder):
        path = os.path.join(folder, entry.name)
        runs = bool(entry.mode & 0o111)
        digest.update(f"{entry.name}\0{stat.S_IFMT(entry.mode)}\0{runs}\0".encode(errors="replace"))
        if stat.S_ISLNK(entry.mode):
            digest.update(os.fsencode(os.readlink(path)))
        elif stat.S_ISREG(entry.mode):
            with open(open_regular(path), "rb") as file:
                digest.update(hashlib.file_digest(file, "sha256").digest())
    return digest.hexdigest()


def copy_tree(source: str, target: str, owner: int | None = None, largest: int = LARGEST) -> None:
    """Copy what is in a folder into another; raise BadFile if it is too much, or unreadable.

    Everybody may read the copies. Links are copied as they are.
    """
    for entry in entries(source, largest):
        copy_entry(entry, source, target, owner)


def copy_entry(entry: Entry, source: str, target: str, owner: int | None) -> None:
    """Copy one file, folder or link; what is in the folder is not copied."""
    old, new = os.path.join(source, entry.name), os.path.join(target, entry.name)
    if stat.S_ISDIR(entry.mode):
        os.makedirs(new, 0o755, exist_ok=True)
    elif stat.S_ISLNK(entry.mode):
        os.symlink(os.readlink(old), new)
    else:
        with open(open_regular(old), "rb") as read, open(new, "xb") as written:
            shutil.copyfileobj(read, written)
            os.fchmod(written.fileno(), 0o755 if entry.mode & 0o111 else 0o644)
    if owner is not None:
        os.chown(new, owner, owner, follow_symlinks=False)


class Template:
    """A folder of which each run of a program gets a copy."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        # By the first part of the name: what is copied, and what is large and therefore linked.
        tops: dict[str, list[Entry]] = {}
        for entry in entries(folder):
            tops.setdefault(entry.name.partition("/")[0], []).append(entry)
        self.copied: list[Entry] = []
        self.linked: list[str] = []
        size = 0
        for top, inside in sorted(tops.items(), key=lambda pair: sum(e.size for e in pair[1])):
            size += sum(entry.size for entry in inside)
            if size <= SMALL and len(self.copied) + len(inside) <= FEW:
                self.copied += inside
            else:
                self.linked.append(top)
        self._known: dict[str, bytes | None] = {}
        for entry in self.copied:
            if stat.S_ISDIR(entry.mode):
                self._known[entry.name] = None
            elif stat.S_ISREG(entry.mode):
                with open(open_regular(os.path.join(folder, entry.name)), "rb") as file:
                    self._known[entry.name] = file.read()

    def lay(self, target: PrivateFolder) -> Mapping[str, bytes | None]:
        """Put a copy into the folder of a program, and return the files and folders in it."""
        for entry in self.copied:
            copy_entry(entry, self.folder, target.path, target.owner)
        for name in self.linked:
            os.symlink(os.path.join(self.folder, name), target.join(name))
        return self._known
