"""What a test leaves behind would be found at the end of the run."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.leftovers import children, orphans

SLEEPS = "import time; time.sleep(60)"


def test_a_process_that_still_runs_is_found_and_one_that_has_ended_is_not() -> None:
    with subprocess.Popen([sys.executable, "-c", SLEEPS]) as process:
        assert [line for line in children() if line.startswith(f"{process.pid}: ")]
        process.kill()
        process.wait()
        assert not [line for line in children() if line.startswith(f"{process.pid}: ")]


# A process with two children: one that it leaves an orphan, which ends, and one that we started.
REAPS = """
import os, subprocess, sys, time
from tests.leftovers import Leftovers, children
leftovers = Leftovers()
ours = subprocess.Popen(["sh", "-c", "read line; exit 7"], stdin=subprocess.PIPE)
leftovers.keep()
subprocess.run(["sh", "-c", "sleep 0.1 & echo $! >orphan"])
orphan = int(open("orphan").read())
while os.path.exists(f"/proc/{orphan}"):
    leftovers.reap()
    time.sleep(0.01)
ours.stdin.close()
os.waitid(os.P_PID, ours.pid, os.WEXITED | os.WNOWAIT)
leftovers.reap()
print(ours.wait(), leftovers.find())
"""


def test_orphans_that_have_ended_are_reaped_and_others_left_to_who_started_them(
    tmp_path: Path,
) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    done = subprocess.run(
        [sys.executable, "-c", REAPS],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.stdout, done.stderr) == ("7 []\n", "")


def test_temporary_folders_are_made_where_they_would_be_found() -> None:
    assert Path(tempfile.gettempdir()).name.startswith("outwit-tests-")


def test_folders_of_runs_that_were_killed_are_known_by_their_process(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", SLEEPS]) as process:
        (tmp_path / f"run-{process.pid}-abc").mkdir()
        (tmp_path / "run-other").mkdir()
        assert orphans(str(tmp_path), "run-") == []
        process.kill()
        process.wait()
    assert [path.name for path in orphans(str(tmp_path), "run-")] == [f"run-{process.pid}-abc"]
