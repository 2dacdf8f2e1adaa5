"""What the system tells about processes, and how they are stopped and killed."""

from __future__ import annotations

import os
import select
import signal
import time
from contextlib import suppress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

LONGEST_ENVIRONMENT = 1 << 20
# Seconds in which killed processes must be gone.
KILL_SECONDS = 2.0
# States of a process that does not run until it is continued, and of one that has ended.
STOPPED, ENDED = b"Tt", b"ZX"


def all_pids() -> list[int]:
    """List the numbers of all processes; none where there is no /proc."""
    try:
        return [int(name) for name in os.listdir("/proc") if name.isdigit()]
    except FileNotFoundError:
        return []


def last_pid() -> int:
    """Return the number of the process started last, 0 where there is no /proc."""
    try:
        with open("/proc/loadavg", "rb", buffering=0) as file:
            return int(file.read(200).split()[-1])
    except FileNotFoundError:
        return 0


def environment_of(pid: int) -> bytes:
    """Return the environment with which a process was started; raise OSError if it is hidden."""
    handle = os.open(f"/proc/{pid}/environ", os.O_RDONLY)
    try:
        return os.read(handle, LONGEST_ENVIRONMENT)
    finally:
        os.close(handle)


def start_of(pid: int) -> int:
    """Return when a process started, in ticks since the system did; 0 if it has ended."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return int(file.read().rpartition(b")")[2].split()[19])
    except (OSError, IndexError):
        return 0


def state_of(pid: int) -> bytes:
    """Return the letter of a process's state; ``X`` if it has ended.

    If its first thread has ended before the others, it is that of one of those.
    """
    found = state_told(f"/proc/{pid}")
    if found in ENDED:
        with suppress(OSError):
            for name in os.listdir(f"/proc/{pid}/task"):
                if (other := state_told(f"/proc/{pid}/task/{name}")) not in ENDED:
                    return other
    return found


def state_told(place: str) -> bytes:
    """Return the letter of the state of a process or a thread."""
    try:
        with open(f"{place}/stat", "rb", buffering=0) as file:
            return file.read(4_096).rpartition(b")")[2].split()[0]
    except (OSError, IndexError):
        return b"X"


def family(pid: int) -> list[int]:
    """Return a process and its descendants, parents first."""
    found = [pid]
    for each in found:
        try:
            for task in os.listdir(f"/proc/{each}/task"):
                with open(f"/proc/{each}/task/{task}/children", "rb", buffering=0) as file:
                    found += map(int, file.read(65_536).split())
        except OSError:
            continue  # it has ended, or the system does not list children
    return found


def send(pids: Iterable[int], number: int) -> None:
    """Send a signal to processes; those that have ended are passed over."""
    for pid in pids:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, number)


def kill_group(pid: int) -> None:
    """Kill a process and its group."""
    for kill in (os.killpg, os.kill):
        try:
            kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            return
        except PermissionError:
            continue
        return


def kill_found(find: Callable[[], list[int]], looks: int = 2) -> bool:
    """Kill the processes that ``find`` lists until ``looks`` looks in a row find none; tell if so.

    A process started during the first look, by a parent that ends, is found by the second.
    """
    deadline = time.monotonic() + KILL_SECONDS
    left = looks
    while left and time.monotonic() < deadline:
        found = find()
        left = looks if found else left - 1
        send(found, signal.SIGKILL)
        if left:
            time.sleep(0.001)
    return not left


def kill_and_wait(pid: int) -> bool:
    """Kill a process and wait for its end; tell whether it came."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        send([pid], signal.SIGKILL)
        waiting = select.poll()
        waiting.register(handle, select.POLLIN)
        return bool(waiting.poll(1_000 * KILL_SECONDS))
    finally:
        os.close(handle)
