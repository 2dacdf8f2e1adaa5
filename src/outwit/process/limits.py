"""What a stranger's program may use."""

from __future__ import annotations

import resource

from outwit.core.value import Value

MEBIBYTE = 1 << 20


class Limits(Value):
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
    def words(self) -> list[str]:
        """Return the limits of each process, as ``prlimit`` takes them."""
        most = {
            "data": 2 * self.memory * MEBIBYTE,
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
    return most if hard == resource.RLIM_INFINITY else min(most, hard)
