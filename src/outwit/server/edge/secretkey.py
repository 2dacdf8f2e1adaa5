"""The key that signs cookies, kept in a file beside the database."""

from __future__ import annotations

import os
from pathlib import Path
from secrets import token_urlsafe

from outwit.errors import StorageFault, UsageError
from outwit.files import read_bytes

# Least and most characters of a key.
SHORTEST, LONGEST = 32, 1_000
CURE = "put the file of a backup there, or delete it: then everybody must sign in again"


def new_key() -> str:
    """Return a new key."""
    return token_urlsafe(32)


def check_key(text: str, where: str, cure: str) -> str:
    """Return a valid key; raise UsageError, naming its place and the cure, for an invalid one."""
    key = text.strip()
    if not key:
        wrong = "is empty"
    elif len(key) < SHORTEST:
        wrong = f"has {len(key)} characters; a key that signs cookies needs {SHORTEST}"
    elif len(key) > LONGEST or not (key.isascii() and key.isprintable()):
        wrong = "holds no key that signs cookies"
    else:
        return key
    raise UsageError(f"{where} {wrong}: {cure}")


def key_in(path: Path) -> str:
    """Return the key in a file, created when first needed; all processes get the same key.

    Raise UsageError if the file holds no key, StorageFault if it cannot be read or written.
    """
    try:
        try:
            found = read_bytes(str(path), LONGEST)
        except FileNotFoundError:
            _make(path)
            found = read_bytes(str(path), LONGEST)
    except OSError as error:
        raise StorageFault(f"{path}, the key that signs cookies: {error.strerror}") from None
    return check_key(found.decode("ascii", "replace"), str(path), CURE)


def _make(path: Path) -> None:
    """Write a new key atomically, readable by the owner only.

    If another process has written a key first, that key stays.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}.{token_urlsafe(6)}")
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "w") as file:
            file.write(new_key())
            file.flush()
            os.fsync(file.fileno())
        # Unlike a rename, a link does not replace the key of another process.
        os.link(part, path)
    except FileExistsError:
        return
    except PermissionError:
        # Some file systems have no hard links.
        os.rename(part, path)
    finally:
        part.unlink(missing_ok=True)
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
