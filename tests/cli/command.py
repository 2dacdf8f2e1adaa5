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
    """Return the one line with which ``outwit`` refuses these words; it runs in this process."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            status = run(list(words))
        except OutwitError as error:
            status = print_error(str(error), error.exit_status)
    assert status == 2, (status, out.getvalue(), err.getvalue())
    assert out.getvalue() == ""
    assert err.getvalue().count("\n") == 1, err.getvalue()
    assert err.getvalue().startswith("outwit: ")
    return err.getvalue().removeprefix("outwit: ").rstrip()
