"""How programs end: told by status or signal, and when whoever runs them is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from outwit.process import sandbox as module
from outwit.process.folder import sweep
from outwit.process.limits import ResourceLimits
from outwit.process.processes import environment_of, kill_found
from outwit.process.sandbox import MARK, Sandbox, kill_orphans
from outwit.process.singlerun import run_once
from tests.tools import needs, needs_bubblewrap

pytestmark = pytest.mark.compiled_only
BOTH = [
    False,
    pytest.param(True, marks=needs_bubblewrap()),
]
RUNNER = """
import os, sys
from outwit.process.sandbox import Sandbox
sandbox = Sandbox(("sh", "-c", "echo up; exec sleep 600"), enclosed=sys.argv[1] == "True")
process = sandbox.start(stdout=-1)
if sys.argv[2] == "up":
    process.stdout.readline()
print(sandbox.mark, sandbox.folder.path, flush=True)
os.kill(os.getpid(), 9)
"""


def marked(mark: str) -> list[int]:
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if f"{MARK}={mark}".encode() in environment_of(int(pid)):
                found.append(int(pid))
        except OSError:
            continue
    return found


@pytest.mark.parametrize("enclosed", BOTH)
@pytest.mark.parametrize(
    ("script", "status"),
    [("exit 3", 3), ("exit 200", 200), ("kill -SEGV $$", -11), ("kill -KILL $$", -9)],
)
def test_a_status_is_a_status_and_a_signal_a_signal(
    enclosed: bool, script: str, status: int
) -> None:
    assert run_once(("sh", "-c", script), enclosed=enclosed).status == status


def run_and_be_killed(enclosed: bool, when: str) -> tuple[str, str]:
    """Return the mark and the folder of a program whose runner was killed."""
    words = [sys.executable, "-c", RUNNER, str(enclosed), when]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr
    mark, folder = done.stdout.split()
    return mark, folder


def wait_for_end(mark: str) -> None:
    deadline = time.monotonic() + 20
    while marked(mark):
        assert time.monotonic() < deadline, marked(mark)
        time.sleep(0.02)


@pytest.mark.parametrize("enclosed", BOTH)
def test_programs_end_with_a_runner_that_is_killed(enclosed: bool) -> None:
    mark, folder = run_and_be_killed(enclosed, "up")
    wait_for_end(mark)
    assert os.path.exists(folder)
    sweep.cache_clear()
    Sandbox(("true",)).close()
    assert not os.path.exists(folder)


@pytest.mark.parametrize("enclosed", BOTH)
def test_what_is_only_starting_then_ends_with_the_next_run_at_the_latest(enclosed: bool) -> None:
    """Bubblewrap does not look whether its parent is still there."""
    mark, folder = run_and_be_killed(enclosed, "at once")
    kill_orphans.cache_clear()
    sweep.cache_clear()
    Sandbox(("true",)).close()
    wait_for_end(mark)
    assert not os.path.exists(folder)


def test_a_program_whose_parent_was_killed_before_it_started_does_not_start(
    tmp_path: Path,
) -> None:
    words = module.with_parent()
    # It is started by another than the one it is told of.
    done = subprocess.run(["sh", "-c", '"$@"; exit', "sh", *words, "touch", str(tmp_path / "x")],
                          check=False)  # fmt: skip
    assert done.returncode
    assert not (tmp_path / "x").exists()


def test_what_the_dead_have_left_running_is_killed_by_the_next() -> None:
    environment = {"PATH": os.environ["PATH"], MARK: "4194305-7-x"}
    with subprocess.Popen(["sleep", "600"], env=environment) as orphan:
        while f"{MARK}=4194305".encode() not in environment_of(orphan.pid):
            time.sleep(0.01)
        kill_orphans.cache_clear()
        kill_orphans()
        assert orphan.wait(20) == -signal.SIGKILL


def test_what_is_started_while_the_others_are_killed_is_killed_too() -> None:
    with subprocess.Popen(["sleep", "600"]) as first, subprocess.Popen(["sleep", "600"]) as late:
        looks = iter([[first.pid], [], [late.pid], [], []])
        assert kill_found(lambda: next(looks))
        assert next(looks, None) is None
        assert first.wait(20) == late.wait(20) == -signal.SIGKILL


def test_limits_are_not_set_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """On an enclosed child of an ordinary user that is not permitted."""

    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr("resource.prlimit", refuse)
    assert run_once(("true",)).status == 0


@needs("prlimit")
def test_more_memory_than_a_number_holds_is_no_limit() -> None:
    assert run_once(("true",), limits=ResourceLimits(memory=999_999_999_999_999)).status == 0
