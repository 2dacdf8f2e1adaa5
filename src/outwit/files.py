"""Reads files up to a size limit, and writes files completely or not at all.

TOML and JSON from untrusted sources are parsed here.
"""

from __future__ import annotations

import errno
import os
import stat

from outwit.errors import BadFile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

# Bytes of a TOML file, and dots in one of its names.
LONGEST_TOML, MOST_DOTS = 1 << 18, 100
NOT_TEXT = "it is not text in UTF-8"
# A folder is opened only to name files in it; with O_PATH it need not be readable.
FOLDER = getattr(os, "O_PATH", os.O_RDONLY) | os.O_DIRECTORY


def read_bytes(path: str | bytes, longest: int) -> bytes:
    """Return the content of a file, at most ``longest`` + 1 bytes; raise OSError if unreadable."""
    try:
        with open(path, "rb") as file:
            return file.read(longest + 1)
    except ValueError as error:  # a NUL in the path
        raise OSError(str(error)) from None


def parse_toml(data: bytes) -> dict[str, Any]:
    """Return the content of a TOML file; raise BadFile with the reason if it is none."""
    import tomllib

    if len(data) > LONGEST_TOML:
        raise BadFile(f"it has more than {LONGEST_TOML} bytes")
    # Python's reader takes the square of their number.
    if any(part.count(b".") > MOST_DOTS for line in data.splitlines() for part in line.split(b",")):
        raise BadFile("a name has too many parts")
    found: dict[str, Any] = _parse(tomllib.loads, data)
    return found


def parse_json(data: bytes | str) -> Any:  # whatever is in there
    """Return the value of a JSON text; raise BadFile with the reason if it is none."""
    import json

    return _parse(json.loads, data)


def _parse(parse: Callable[[str], Any], data: bytes | str) -> Any:  # the same
    try:
        return parse(data if isinstance(data, str) else data.decode())
    except RecursionError:
        raise BadFile("it is nested too deeply") from None
    except UnicodeDecodeError:
        raise BadFile(NOT_TEXT) from None
    except ValueError as error:
        raise BadFile(str(error)) from None


def obstacle(path: str) -> str:
    """Say why a file cannot be written; empty if nothing that can be seen beforehand prevents it.

    >>> obstacle("/nonexistent/games.txt")
    "there is no folder '/nonexistent'"
    """
    folder = os.path.dirname(os.path.abspath(path))
    if os.path.isdir(path):
        return "it is a folder"
    if os.path.exists(path):
        if not os.access(path, os.W_OK):
            return "you are not permitted to write it"
        if not os.path.isfile(path):
            return ""  # such as a terminal, which is not replaced
    elif not os.path.isdir(folder):
        return f"there is no folder {folder!r}"
    if not os.access(folder, os.W_OK | os.X_OK):
        return f"you are not permitted to write in {folder!r}"
    return ""


def write_bytes(path: str | bytes, data: bytes) -> None:
    """Write a file; if that fails, raise OSError and leave the file as it was.

    A regular file, new or old, is replaced in one step. Anything else, such as a terminal, is
    written to directly; a link is followed.
    """
    write_chunks(path, (data,))


def write_chunks(path: str | bytes, chunks: Iterable[bytes]) -> None:
    """Write a file as ``write_bytes`` does, piece by piece; an error of ``chunks`` is raised."""
    place = os.fsencode(path)
    if b"\0" in place:
        raise OSError("there is a NUL in the path")
    mode = None
    try:
        handle = os.open(place, os.O_WRONLY)
    except FileNotFoundError:
        if os.path.islink(place):
            place = os.path.realpath(place)
    else:
        try:
            mode = os.fstat(handle).st_mode
            if not stat.S_ISREG(mode):
                _write_all(handle, chunks)
                return
        finally:
            os.close(handle)
        place = os.path.realpath(place)
    _replace(place, chunks, mode)


def _replace(place: bytes, chunks: Iterable[bytes], mode: int | None) -> None:
    """Write a temporary file in the same folder, and rename it."""
    folder, name = os.path.split(place)
    if not name:
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    # Not a name that a process killed before, of the same number, may have left behind.
    draft = b".%d-%s.part" % (os.getpid(), os.urandom(4).hex().encode())
    home = os.open(folder or b".", FOLDER)
    try:
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666, dir_fd=home)
        try:
            try:
                _write_all(handle, chunks)
                if mode is not None:
                    os.fchmod(handle, stat.S_IMODE(mode))
            finally:
                os.close(handle)
            os.replace(draft, name, src_dir_fd=home, dst_dir_fd=home)
        except BaseException:
            os.unlink(draft, dir_fd=home)
            raise
    finally:
        os.close(home)


def _write_all(handle: int, chunks: Iterable[bytes]) -> None:
    for chunk in chunks:
        rest = memoryview(chunk)
        while rest:
            rest = rest[os.write(handle, rest) :]
