"""Run an installed program as a process."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

FULL_DISK = ("sh", "-c", 'ulimit -f 0; exec "$0" "$@"')
"""A wrapper under which nothing can be written to regular files, whoever one is."""


class Result(NamedTuple):
    """What a program left behind."""

    stdout: bytes
    stderr: bytes
    status: int


@cache
def program_module(program: str) -> ModuleType:
    """Return the module of an installed program."""
    (script,) = entry_points(group="console_scripts", name=program)
    return import_module(script.module)


def run(
    program: str,
    arguments: Sequence[str | bytes | Path] = (),
    stdin: bytes = b"",
    *,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    timeout: float = 20.0,
    wrapper: Sequence[str] = (),
) -> Result:
    """Run the program beside this interpreter; ``env`` adds to the environment."""
    done = subprocess.run(
        [*wrapper, Path(sys.executable).with_name(program), *arguments],
        input=stdin,
        capture_output=True,
        cwd=cwd,
        env={**os.environ, **(env or {})},
        timeout=timeout,
        check=False,
    )
    return Result(done.stdout, done.stderr, done.returncode)
