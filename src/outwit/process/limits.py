"""What a stranger's program may use."""

from __future__ import annotations

import os
import resource
import shutil
from functools import cache

from outwit.core.value import Value

MEBIBYTE = 1 << 20
# The largest number that a limit of the system can be.
LARGEST = (1 << 63) - 1
# Mebibytes that may be asked for; no machine has more.
MOST_MEMORY = 1 << 20


class ResourceLimits(Value):
    """The limits of a program, all its processes together where the system can add them up."""

    # Mebibytes of memory that it really uses; address space is not limited, as virtual machines
    # reserve much of it.
    memory: int = 1024
    processes: int = 64
    cpu_seconds: int = 4 * 3600
    # Mebibytes of one file, and of all that it writes.
    file: int = 16
    disk: int = 128
    open_files: int = 256

    @property
    def environment(self) -> dict[str, str]:
        """Return what tells virtual machines to make do with the memory there is.

        By themselves they take a part of the machine's.
        """
        most = max(1, self.memory * 3 // 4)
        return {
            "JAVA_TOOL_OPTIONS": f"-Xmx{most}m",
            "DOTNET_GCHeapHardLimit": f"{most * MEBIBYTE:x}",
            "MONO_GC_PARAMS": f"max-heap-size={most}m",
            "NODE_OPTIONS": f"--max-old-space-size={most}",
        }

    @property
    def words(self) -> list[str]:
        """Return the limits of each process, as ``prlimit`` takes them.

        That of data is only to stop a process before it is looked at: virtual machines set aside
        much more than they use.
        """
        most = {
            "data": max(2 * self.memory * MEBIBYTE, machine_memory() // 2),
            "cpu": self.cpu_seconds,
            "fsize": self.file * MEBIBYTE,
            "nofile": self.open_files,
            "core": 0,
        }
        kinds = {
            "data": resource.RLIMIT_DATA,
            "cpu": resource.RLIMIT_CPU,
            "fsize": resource.RLIMIT_FSIZE,
            "nofile": resource.RLIMIT_NOFILE,
            "core": resource.RLIMIT_CORE,
        }
        capped = {name: within(kinds[name], number) for name, number in most.items()}
        return [f"--{name}={number}:{number}" for name, number in capped.items()]


def within(kind: int, most: int) -> int:
    """Return a limit, or the present hard limit if that is lower."""
    _, hard = resource.getrlimit(kind)
    return min(most, LARGEST) if hard == resource.RLIM_INFINITY else min(most, hard)


def machine_memory() -> int:
    """Return the bytes of memory of this machine."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


@cache
def can_limit() -> bool:
    """Tell whether limits can be set before a program's first instruction."""
    return shutil.which("prlimit") is not None and shutil.which("setpriv") is not None
