"""A process that ends in the middle of its work leaves no program and no file of one."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import gettempdir
from threading import Thread

from outwit.arena.leftovers import clean_up_after
from outwit.process import first
from outwit.process.first import SUFFIX, FirstProcess
from outwit.process.folder import PREFIX, PrivateFolder
from outwit.process.gate import GATE, Gate
from outwit.process.singlerun import run_once
from tests.tools import needs_bubblewrap

PATIENCE = 30.0
MOMENT = 0.1


def left_by(pid: int) -> list[str]:
    return [path.name for path in Path(gettempdir()).glob(f"{PREFIX}{pid}-*")]


def end_in_the_middle_of(work: Callable[[], object]) -> int:
    """Fork a process that ends while another of its threads works, and return its number."""
    pid = os.fork()
    if pid:
        assert os.waitpid(pid, 0)[1] == 0
        return pid

    def repeat() -> None:
        while True:
            work()

    status = 1
    try:
        Thread(target=repeat, daemon=True).start()
        end = time.monotonic() + PATIENCE
        while not left_by(os.getpid()) and time.monotonic() < end:
            time.sleep(0.001)
        GATE.shut()
        clean_up_after({os.getpid()})
        # The thread goes on to its next program, as it would before the process has ended.
        time.sleep(MOMENT)
        status = 0
    finally:
        os._exit(status)


@needs_bubblewrap()
def test_nothing_is_started_by_another_thread_after_the_clean_up() -> None:
    pid = end_in_the_middle_of(lambda: run_once(("true",), enclosed=True))
    assert left_by(pid) == []


def test_no_folder_is_made_by_another_thread_after_the_clean_up() -> None:
    pid = end_in_the_middle_of(lambda: PrivateFolder().close())
    assert left_by(pid) == []


def test_the_gate_shuts_when_those_inside_have_left() -> None:
    gate = Gate()
    steps: list[str] = []

    def shut() -> None:
        gate.shut()
        steps.append("shut")

    thread = Thread(target=shut)
    with gate.passed():
        thread.start()
        thread.join(MOMENT)
        steps.append("left")
    thread.join(PATIENCE)
    assert steps == ["left", "shut"]
    with gate.passed():
        steps.append("the main thread may still clean up")


def test_a_file_that_an_interruption_left_is_removed_at_the_end(tmp_path: Path) -> None:
    ours = FirstProcess(str(tmp_path / f"{PREFIX}{os.getpid()}-1-a{SUFFIX}"))
    others = FirstProcess(str(tmp_path / f"{PREFIX}{os.getppid()}-1-a{SUFFIX}"))
    for each in (ours, others):
        os.close(each.make())
    first.close_all()
    assert [path.name for path in tmp_path.iterdir()] == [os.path.basename(others.path)]
    others.close()
