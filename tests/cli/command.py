"""Runs ``outwit`` as a process."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import NamedTuple


class Answer(NamedTuple):
    """What a command printed, and its exit status."""

    out: str
    err: str
    status: int


def outwit(*words: str, given: str = "", **environment: str) -> Answer:
    """Run ``outwit`` with these words."""
    done = subprocess.run(
        [sys.executable, "-m", "outwit.cli", *words],
        input=given,
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, **environment},
        check=False,
    )
    return Answer(done.stdout, done.stderr, done.returncode)


def refusal(*words: str) -> str:
    """Return the one line with which ``outwit`` refuses these words."""
    answer = outwit(*words)
    assert answer.status == 2, answer
    assert answer.out == ""
    assert answer.err.count("\n") == 1, answer.err
    assert answer.err.startswith("outwit: ")
    return answer.err.removeprefix("outwit: ").rstrip()
