"""Runs ``outwit`` as a process."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from typing import NamedTuple

from outwit.cli import print_error, run
from outwit.errors import OutwitError
from tests.tools import complaints


class Answer(NamedTuple):
    """What a command printed, and its exit status."""

    out: str
    err: str
    status: int

    @property
    def said(self) -> str:
        """What it said is wrong, whether programs can be enclosed here or not."""
        return complaints(self.err)


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
    """Return the one line with which ``outwit`` refuses these words; it runs in this process."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            status = run(list(words))
        except OutwitError as error:
            status = print_error(str(error), error.exit_status)
    assert status == 2, (status, out.getvalue(), err.getvalue())
    assert out.getvalue() == ""
    complaint = complaints(err.getvalue())
    assert complaint.count("\n") == 1, complaint
    assert complaint.startswith("outwit: ")
    return complaint.removeprefix("outwit: ").rstrip()
