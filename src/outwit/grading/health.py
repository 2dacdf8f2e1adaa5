"""Whether this machine can mark: a program must not lose marks for what the machine lacks."""

from __future__ import annotations

import os
import tempfile
from contextlib import contextmanager
from typing import TYPE_CHECKING

from outwit.errors import BotAbsent, MarkerFault
from outwit.process.copies import SHORTAGES

if TYPE_CHECKING:
    from collections.abc import Iterator

# Mebibytes that must be free for programs to run: on the disk of temporary files, in memory.
DISK, MEMORY = 256, 128
# Files that must be free: some file systems limit their number.
FILES = 1_000


def check_health() -> None:
    """Raise MarkerFault if there is too little disk or memory left to run a program."""
    place = tempfile.gettempdir()
    found = os.statvfs(place)
    free = found.f_bavail * found.f_frsize >> 20
    if free < DISK:
        raise MarkerFault(f"the disk of {place} has only {free} MiB left; {DISK} are needed")
    if found.f_files and found.f_favail < FILES:
        raise MarkerFault(f"the disk of {place} can hold only {found.f_favail} more files")
    left = free_memory()
    if left is not None and left < MEMORY:
        raise MarkerFault(f"only {left} MiB of memory are left; {MEMORY} are needed")


def free_memory() -> int | None:
    """Return the mebibytes of memory that programs can still get, None if the system hides it."""
    try:
        with open("/proc/meminfo", encoding="ascii") as file:
            for line in file:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) >> 10
    except (OSError, ValueError):
        return None
    return None


@contextmanager
def our_faults() -> Iterator[None]:
    """Raise MarkerFault for what fails because this machine is short of something."""
    try:
        yield
    except MemoryError:
        raise MarkerFault("the marker is out of memory") from None
    except BotAbsent as error:
        # A program that could not be started for want of processes, files or memory.
        if (cause := shortage(error)) is not None:
            raise MarkerFault(f"a program cannot be started: {cause.strerror}") from None
        raise
    except OSError as error:
        reason = error.strerror or str(error)
        raise MarkerFault(f"a program cannot be run here: {reason}") from None


def shortage(error: BaseException) -> OSError | None:
    """Return the shortage that led to an error, None if there was none."""
    cause = error.__context__
    return cause if isinstance(cause, OSError) and cause.errno in SHORTAGES else None
