from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys

import pytest

from tests.cli.command import outwit, refusal
from tests.cpu import wait_until_busy

pytestmark = pytest.mark.compiled_only

SMALL_PUSH = ["solve", "push", "--option", "rows=4", "--option", "columns=4", "--option", "seed=0"]


def test_a_win_is_told_in_one_line() -> None:
    answer = outwit(*SMALL_PUSH)
    assert re.fullmatch(r"O wins in 5 plies: (\d,\d ){5}\(\d+ nodes, \d+\.\d{3} s\)\n", answer.out)
    assert (answer.err, answer.status) == ("", 0)


def test_a_loss_names_the_winner() -> None:
    assert outwit(*SMALL_PUSH, "--moves", "1,1").out.startswith("O wins in 4 plies: ")


def test_a_draw_is_told() -> None:
    words = ["solve", "jesonmor", "--option", "size=3", "--option", "archers=no"]
    assert outwit(*words).out.startswith("Draw: ")


def test_as_json() -> None:
    found = json.loads(outwit(*SMALL_PUSH, "--json").out)
    assert found["result"] == "win"
    assert found["plies"] == len(found["line"]) == 5
    assert found["shortest"] is True
    assert found["excluded"] == []
    assert found["nodes"] > 0


@pytest.mark.parametrize("limit", [["--nodes", "5000"], ["--time", "0.2"]])
def test_giving_up_is_no_error(limit: list[str]) -> None:
    answer = outwit("solve", "ataxx", *limit)
    assert re.match(r"unknown after \d+ nodes", answer.out)
    assert (answer.err, answer.status) == ("", 0)


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--time", "0"], "time"),
        (["--time", "soon"], "--time"),
        (["--nodes", "0"], "nodes"),
        (["--memory", "0"], "memory"),
        (["--memory", "much"], "--memory"),
        (["--position", "xx5/7/7/7/7/7/7 o 0 1"], "the game is over: Red wins"),
    ],
)
def test_bad_input_is_named_in_one_line(words: list[str], named: str) -> None:
    assert named in refusal("solve", "ataxx", *words)


def test_progress_shows_on_a_terminal_and_goes_away() -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "outwit.cli", "solve", "ataxx", "--time", "0.5"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs) as process:
        process.communicate(timeout=60)
    os.close(theirs)
    shown = os.read(ours, 100_000).decode()
    os.close(ours)
    assert "nodes/s" in shown
    assert shown.endswith("\r\x1b[K")


def test_ctrl_c_is_heard() -> None:
    # Who runs the tests in the background may have them ignore interrupts.
    command = ["env", "--default-signal=INT", sys.executable, "-m", "outwit.cli", "solve", "ataxx"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        wait_until_busy(process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (out, err, process.returncode) == (b"", b"", 130)
