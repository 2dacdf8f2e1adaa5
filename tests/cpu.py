"""The processor time of another process, which does not depend on how busy the machine is."""

from __future__ import annotations

import subprocess
import time

# What clock_getcpuclockid(3) makes of a process's number.
WHOLE_PROCESS = 2


def cpu_time(process: subprocess.Popen[bytes]) -> float:
    """Return the seconds a running process has worked so far."""
    return time.clock_gettime((~process.pid << 3) | WHOLE_PROCESS)


def wait_until_busy(process: subprocess.Popen[bytes], seconds: float = 1.0) -> None:
    """Wait until a process has worked so long that it has started and is in its main work."""
    while cpu_time(process) < seconds:
        assert process.poll() is None, "it has ended"
        time.sleep(0.02)
