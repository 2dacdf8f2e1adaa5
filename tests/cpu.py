"""Processor time, which does not depend on how busy the machine is."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from tests.nursery import Forked

# What clock_getcpuclockid(3) makes of a process's number.
WHOLE_PROCESS = 2


def cpu_time(process: subprocess.Popen[bytes] | Forked) -> float:
    """Return the seconds a running process has worked so far."""
    return time.clock_gettime((~process.pid << 3) | WHOLE_PROCESS)


def wait_until_busy(process: subprocess.Popen[bytes] | Forked, seconds: float = 0.6) -> None:
    """Wait until a process has worked so long that it has started and is in its main work."""
    while cpu_time(process) < seconds:
        assert process.poll() is None, "it has ended"
        time.sleep(0.02)


class TooSlow(Exception):
    """Something has not ended in time."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise TooSlow in what takes more processor time; only in the main thread."""

    def ring(number: int, frame: FrameType | None) -> None:
        raise TooSlow(f"{seconds} s are over")

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
