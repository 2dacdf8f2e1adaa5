"""Scripts of the repository, run in this process, where all that they load is loaded."""

from __future__ import annotations

import runpy
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from subprocess import CompletedProcess
from unittest.mock import patch


def call_here(script: Path, *words: str) -> CompletedProcess[str]:
    """Run a script that starts no process by its own name."""
    command, out, err, status = [str(script), *words], StringIO(), StringIO(), 0
    with (
        patch.object(sys, "argv", command),
        patch.object(sys, "path", [str(script.parent), *sys.path]),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            runpy.run_path(str(script), run_name="__main__")
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else int(end.code is not None)
    return CompletedProcess(command, status, out.getvalue(), err.getvalue())
