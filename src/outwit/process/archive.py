"""Folders packed as one zip: what browsers and commands send, and what builds leave.

The same content has the same bytes: names are sorted, dates fixed, and of the permissions only
"may be executed" is kept.
"""

from __future__ import annotations

import io
import os
import stat
import struct
import tarfile
import zipfile
import zlib
from contextlib import contextmanager
from gzip import BadGzipFile, GzipFile

from outwit.core.value import Value
from outwit.errors import BadFile
from outwit.process.copies import LARGEST, MOST, entries, lstat, open_regular, unreadable
from outwit.process.limits import MEBIBYTE
from outwit.process.text import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import IO

# What is handed in at most: files, bytes packed and unpacked, folders in each other.
MOST_FILES, LARGEST_PACKED, LARGEST_UNPACKED, DEEPEST = 2_000, 16 * MEBIBYTE, 64 * MEBIBYTE, 32
# Bytes of a built folder, packed.
LARGEST_BUILT = 64 * MEBIBYTE
LONGEST_NAME, LONGEST_PATH = 255, 1_000
# What nobody means to hand in.
LEFT_OUT = frozenset((".git", "__MACOSX", ".DS_Store", "__pycache__"))
# Made by macOS beside each file of an archive.
APPLE_DOUBLE = "._"
ZIPS, TARS = (".zip",), (".tar.gz", ".tgz", ".tar")
OTHERS = (".rar", ".7z", ".tar.bz2", ".tar.xz", ".tbz2", ".txz", ".gz", ".bz2", ".xz", ".zst")
# Headers and padding of a tar beside its files.
TAR_OVERHEAD = MOST_FILES * 3 * 1_024
# The earliest date of a zip; the signature of an entry in its list; its flag of encryption.
DATE, LISTED, ENCRYPTED = (1980, 1, 1, 0, 0, 0), b"PK\x01\x02", 1
PIECE = 1 << 16
ANSWERS = {"zip": "is not a zip that can be read", "tar": "is not a .tar.gz that can be read"}


class Upload(Value):
    """A folder that was sent: its zip, and the names of its files in order."""

    data: bytes
    names: tuple[str, ...]


class Item(Value):
    """A file, folder or link to be packed; ``data`` of a link is where it leads."""

    mode: int
    data: bytes


def read_upload(files: Sequence[tuple[str, bytes]]) -> Upload:
    """Return files by name, or the content of one archive (.zip, .tar.gz, .tar), as a folder.

    One folder around everything is taken off, and what nobody means to hand in is left out. Raise
    BadFile for too much, for names that lead out of the folder, and for links.
    """
    if len(files) == 1:
        name, data = files[0]
        lower = name.lower()
        if lower.endswith(OTHERS) and not lower.endswith(TARS):
            raise BadFile(f"{shown(name, 80)}: pack the files as .zip or .tar.gz")
        if lower.endswith((*ZIPS, *TARS)):
            if len(data) > LARGEST_PACKED:
                raise too_large(LARGEST_PACKED, "packed")
            kind = "zip" if lower.endswith(ZIPS) else "tar"
            with reading(kind, name):
                found = read_zip(data) if kind == "zip" else read_tar(data)
            return folder_of(found)
    collected = Collection()
    for name, data in files:
        collected.add(name, 0o644, (data,))
    return folder_of(collected.items)


def read_folder(folder: str) -> Upload:
    """Return a folder of this machine as ``read_upload`` returns an archive of it."""
    collected = Collection()
    for place, inside, files in os.walk(folder, onerror=_unreadable):
        inside[:] = sorted(name for name in inside if name not in LEFT_OUT)
        links = [name for name in inside if os.path.islink(os.path.join(place, name))]
        for name in (*links, *sorted(files)):
            path = os.path.join(place, name)
            if name in LEFT_OUT:
                continue
            shown_name = os.path.relpath(path, folder).replace(os.sep, "/")
            mode = lstat(path).st_mode
            is_file = stat.S_ISREG(mode)
            collected.add(shown_name, mode, pieces_of(path) if is_file else ())
        if place != folder and not inside and not files:
            collected.add(f"{os.path.relpath(place, folder).replace(os.sep, '/')}/", 0, ())
    return folder_of(collected.items)


def pieces_of(path: str) -> Iterator[bytes]:
    """Yield a file, piece by piece."""
    with open(open_regular(path), "rb") as file:
        while piece := file.read(PIECE):
            yield piece


def _unreadable(error: OSError) -> None:
    raise unreadable(str(error.filename), error)


def folder_of(items: dict[str, Item]) -> Upload:
    """Return items as a folder, without the one folder around them."""
    names = sorted(name for name, item in items.items() if stat.S_ISREG(item.mode))
    if not names:
        raise BadFile("there is no file in it")
    folders = {name[:at] for name in items for at, letter in enumerate(name) if letter == "/"}
    if both := folders.intersection(names):
        raise BadFile(f"{shown(min(both), 80)!r} is a file and a folder")
    # A folder with something in it needs no entry: some archives have one, others not.
    items = {name: item for name, item in items.items() if name not in folders}
    tops = {name.partition("/")[0] for name in items}
    if len(tops) == 1 and all("/" in name for name in names):
        top = f"{tops.pop()}/"
        items = {name.removeprefix(top): item for name, item in items.items()}
        names = [name.removeprefix(top) for name in names]
    data = write_zip(items)
    if len(data) > LARGEST_PACKED:
        raise too_large(LARGEST_PACKED, "packed")
    return Upload(data, tuple(names))


class Collection:
    """Files and folders that are checked while they are collected."""

    def __init__(self) -> None:
        self.items: dict[str, Item] = {}
        self._size = 0

    def add(self, name: str, mode: int, pieces: Iterator[bytes] | Sequence[bytes]) -> None:
        """Read a file or folder of a name that somebody else chose, unless it is left out."""
        parts = name.split("/")
        if any(part in LEFT_OUT or part.startswith(APPLE_DOUBLE) for part in parts):
            return
        path = safe_name(name)
        kind = stat.S_IFMT(mode)
        if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
            what = "a link" if kind == stat.S_IFLNK else "not a file"
            raise BadFile(f"{shown(name, 80)!r} is {what}: hand in files and folders only")
        is_folder = kind == stat.S_IFDIR or name.endswith("/")
        old = self.items.get(path)
        if not path or (is_folder and old is not None and stat.S_ISDIR(old.mode)):
            return
        if old is not None:
            raise BadFile(f"{shown(name, 80)!r} is in it twice")
        if len(self.items) >= MOST_FILES:
            raise BadFile(f"it has more than {MOST_FILES:,} files")
        new = Item(stat.S_IFDIR | 0o755, b"") if is_folder else self._file(mode, pieces)
        self.items[path] = new

    def _file(self, mode: int, pieces: Iterator[bytes] | Sequence[bytes]) -> Item:
        read = []
        for piece in pieces:
            self._size += len(piece)
            if self._size > LARGEST_UNPACKED:
                raise too_large(LARGEST_UNPACKED, "unpacked")
            read.append(piece)
        return Item(file_mode(mode), b"".join(read))


def safe_name(name: str) -> str:
    """Return a name within a folder, empty for the folder itself; raise BadFile for any other."""
    what = ""
    parts = [part for part in name.split("/") if part not in ("", ".")]
    if name.startswith("/") or ".." in parts:
        what = "leads out of the folder"
    elif "\\" in name:
        what = "has a backslash: name folders with /"
    elif not name.isprintable():
        what = "has characters that cannot be shown"
    elif len(parts) > DEEPEST:
        what = f"is nested more than {DEEPEST} deep"
    elif len(name) > LONGEST_PATH or any(len(part.encode()) > LONGEST_NAME for part in parts):
        what = "is too long"
    if what:
        raise BadFile(f"the name {shown(name, 80)!r} {what}")
    return "/".join(parts)


def read_zip(data: bytes) -> dict[str, Item]:
    """Return what is in a zip of a stranger."""
    if data.count(LISTED) > 4 * MOST_FILES:
        # Python reads the whole list at once.
        raise BadFile(f"it has more than {MOST_FILES:,} files")
    found = Collection()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for info in archive.infolist():
            if info.flag_bits & ENCRYPTED:
                raise BadFile(f"{shown(info.filename, 80)!r} has a password: pack it without one")
            if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                # Others may ask for gigabytes of memory.
                raise BadFile(f"{shown(info.filename, 80)!r} is packed in an unusual way: use zip")
            # Python cuts a name at a NUL.
            found.add(info.orig_filename, info.external_attr >> 16, unzipped(archive, info))
    return found.items


def unzipped(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Iterator[bytes]:
    """Yield a file of a zip, piece by piece."""
    with archive.open(info) as file:
        while piece := file.read(PIECE):
            yield piece


def read_tar(data: bytes) -> dict[str, Item]:
    """Return what is in a tar of a stranger, which may be packed by gzip."""
    plain: IO[bytes] | GzipFile = io.BytesIO(data)
    if data[:2] == b"\x1f\x8b":
        plain = GzipFile(fileobj=io.BytesIO(data))
    found = Collection()
    # As a stream: each header is read once, and no more of it than the limit.
    with tarfile.open(fileobj=Limited(plain), mode="r|", encoding="utf-8") as archive:
        for member in archive:
            mode = member.mode & 0o777
            if member.isdir():
                mode |= stat.S_IFDIR
            elif member.issym() or member.islnk():
                mode |= stat.S_IFLNK
            elif not member.isreg() or member.issparse():
                mode |= stat.S_IFIFO
            found.add(member.name, mode, untarred(archive, member))
    return found.items


def untarred(archive: tarfile.TarFile, member: tarfile.TarInfo) -> Iterator[bytes]:
    """Yield a file of a tar, piece by piece."""
    file = archive.extractfile(member)
    while file is not None and (piece := file.read(PIECE)):
        yield piece


class Limited(io.RawIOBase):
    """A stream of which no more is read than is allowed unpacked."""

    def __init__(self, source: IO[bytes] | GzipFile) -> None:
        self._source = source
        self._left = LARGEST_UNPACKED + TAR_OVERHEAD

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes; raise BadFile if they are too many."""
        data = self._source.read(size if 0 <= size <= self._left else self._left + 1)
        self._left -= len(data)
        if self._left < 0:
            raise too_large(LARGEST_UNPACKED, "unpacked")
        return data


@contextmanager
def reading(kind: str, name: str) -> Iterator[None]:
    """Raise BadFile for whatever the readers of archives raise."""
    try:
        yield
    except BadFile as error:
        raise BadFile(f"{shown(name, 80)}: {error}") from None
    except (
        zipfile.BadZipFile,
        tarfile.TarError,
        zlib.error,
        # Of archives that are cut off, of fields that make no sense, of a damaged gzip.
        EOFError,
        ValueError,
        LookupError,
        OverflowError,
        NotImplementedError,
        struct.error,
        BadGzipFile,
    ):
        raise BadFile(f"{shown(name, 80)} {ANSWERS[kind]}: pack the files anew") from None


def write_zip(items: dict[str, Item]) -> bytes:
    """Return items as a zip; the same items are the same bytes."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, item in sorted(items.items()):
            archive.writestr(info_of(name, item.mode), item.data)
    return target.getvalue()


def info_of(name: str, mode: int) -> zipfile.ZipInfo:
    """Return how a file, folder or link is listed in a zip."""
    info = zipfile.ZipInfo(f"{name}/" if stat.S_ISDIR(mode) else name, DATE)
    info.compress_type = zipfile.ZIP_STORED if stat.S_ISDIR(mode) else zipfile.ZIP_DEFLATED
    info.create_system = 3  # Unix, wherever this runs
    info.external_attr = mode << 16
    return info


def file_mode(mode: int) -> int:
    """Return the permissions that are kept of those of a file."""
    return stat.S_IFREG | (0o755 if mode & 0o111 else 0o644)


def pack(folder: str) -> bytes:
    """Return a folder as a zip, with its links if they lead nowhere else.

    Raise BadFile if it is too much, or unreadable.
    """
    target = io.BytesIO()
    found = {entry.name: entry for entry in entries(folder)}
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(found):
            path, mode = os.path.join(folder, name), found[name].mode
            if stat.S_ISDIR(mode):
                archive.writestr(info_of(name, stat.S_IFDIR | 0o755), b"")
            elif stat.S_ISLNK(mode):
                if stays_inside(name, leads := os.readlink(path)):
                    archive.writestr(info_of(name, stat.S_IFLNK | 0o777), os.fsencode(leads))
            else:
                info = info_of(name, file_mode(mode))
                with open(open_regular(path), "rb") as read, archive.open(info, "w") as written:
                    while piece := read.read(PIECE):
                        written.write(piece)
                        check_size(target)
    check_size(target)
    return target.getvalue()


def check_size(target: io.BytesIO) -> None:
    """Raise BadFile if a built folder is too large, packed."""
    if target.tell() > LARGEST_BUILT:
        raise too_large(LARGEST_BUILT, "packed, after its build")


def unpack(data: bytes, folder: str) -> None:
    """Put a packed folder into an empty folder; raise BadFile if it is none of ``pack``."""
    links = []
    left = LARGEST
    with reading("zip", "a packed folder"), zipfile.ZipFile(io.BytesIO(data)) as archive:
        if len(archive.infolist()) > MOST:
            raise BadFile(f"it has more than {MOST:,} files")
        for info in archive.infolist():
            name, mode = safe_name(info.orig_filename), info.external_attr >> 16
            path = os.path.join(folder, name)
            if stat.S_ISDIR(mode) or info.filename.endswith("/"):
                os.makedirs(path, 0o755, exist_ok=True)
                continue
            os.makedirs(os.path.dirname(path), 0o755, exist_ok=True)
            if stat.S_ISLNK(mode):
                links.append((name, os.fsdecode(archive.read(info))))
                continue
            with open(path, "xb") as file:
                for piece in unzipped(archive, info):
                    left -= len(piece)
                    if left < 0:
                        raise too_large(LARGEST, "unpacked")
                    file.write(piece)
                os.fchmod(file.fileno(), file_mode(mode) & 0o777)
        # Last, so that nothing is written through them.
        for name, leads in links:
            if stays_inside(name, leads):
                os.symlink(leads, os.path.join(folder, name))


def stays_inside(name: str, leads: str) -> bool:
    """Tell whether a link in a folder leads to a place in it, whatever other links there are.

    Steps upwards come first: there they leave real folders, later perhaps links.
    """
    parts = [part for part in leads.split("/") if part not in ("", ".")]
    up = parts.count("..")
    return (
        not leads.startswith("/")
        and "\0" not in leads
        and up <= name.count("/")
        and parts[:up] == [".."] * up
    )


def too_large(most: int, how: str) -> BadFile:
    """Return the error of too many bytes."""
    return BadFile(f"it has more than {most // MEBIBYTE} MiB {how}")
