"""The ways to hold a program: with bubblewrap and without, with control groups and without."""

from __future__ import annotations

import os

import pytest

from outwit.process.cgroup import OFF, SETTING, place
from tests.tools import CURE, needs_bubblewrap

NO_CGROUP = (
    "control groups cannot be made here"
    f"{CURE}test as root on a system with cgroup v2, or by systemd-run --user --scope"
)


def needs_cgroup() -> pytest.MarkDecorator:
    """Skip a test where no control group can be made."""
    return pytest.mark.skipif(place() is None, reason=NO_CGROUP)


# Whether to enclose, and what control groups are set to.
ENCLOSED_IN_GROUPS = pytest.param(True, "", marks=[needs_bubblewrap(), needs_cgroup()])
ENCLOSED = pytest.param(True, OFF, marks=needs_bubblewrap())
IN_GROUPS = pytest.param(False, "", marks=needs_cgroup())
BARE = pytest.param(False, OFF)
# Nobody can leave the family in these.
CLOSED = [ENCLOSED_IN_GROUPS, ENCLOSED, IN_GROUPS]
ALL = [*CLOSED, BARE]


def seconds_of(pids: list[int]) -> float:
    """Return the processor time of processes; those that have ended count nothing."""
    total = 0
    for pid in pids:
        try:
            with open(f"/proc/{pid}/stat", "rb") as file:
                fields = file.read().rpartition(b")")[2].split()
        except OSError:
            continue
        total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def set_groups(patch: pytest.MonkeyPatch, setting: str) -> None:
    """Use control groups or not."""
    if setting:
        patch.setenv(SETTING, setting)
    else:
        patch.delenv(SETTING, raising=False)
