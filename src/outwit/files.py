"""Files, read without trust and written all or not at all."""

from __future__ import annotations

import os
import stat


def read_bytes(path: str | bytes, longest: int) -> bytes:
    """Return what is in a file, or its first ``longest`` + 1 bytes; raise OSError if it cannot."""
    try:
        with open(path, "rb") as file:
            return file.read(longest + 1)
    except ValueError as error:  # a NUL in the path
        raise OSError(str(error)) from None


def write_bytes(path: str | bytes, data: bytes) -> None:
    """Make ``data`` the contents of a file; raise OSError, the file as it was, if it cannot.

    A regular file, new or old, is replaced in one step. What is no regular file, such as a
    terminal, is written to; a link is followed.
    """
    try:
        target = os.path.realpath(os.fsencode(path))
        mode = None
        if os.path.exists(target):
            mode = os.stat(target).st_mode
            if not os.access(target, os.W_OK):
                raise PermissionError(13, os.strerror(13))
        if mode is not None and not stat.S_ISREG(mode):
            with open(target, "wb", buffering=0) as file:
                _write_all(file.fileno(), data)
            return
        _replace(target, data, mode)
    except ValueError as error:  # a NUL in the path
        raise OSError(str(error)) from None


def _replace(target: bytes, data: bytes, mode: int | None) -> None:
    """Write a file beside the target and give it the target's name."""
    draft = b"%s.%d.part" % (target, os.getpid())
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        try:
            _write_all(handle, data)
            if mode is not None:
                os.fchmod(handle, stat.S_IMODE(mode))
        finally:
            os.close(handle)
        os.replace(draft, target)
    except BaseException:
        os.unlink(draft)
        raise


def _write_all(handle: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]
