"""Where a command writes: a file, or standard output for ``-``."""

from __future__ import annotations

import os
import sys
from typing import TypeVar

import click

from outwit.errors import BadFile, UsageError
from outwit.files import obstacle, write_bytes

T = TypeVar("T")
STANDARD_OUTPUT = "-"


def check_other_file(path: str | None, kept: str) -> None:
    """Raise UsageError if a file to be written is one that is to be kept, by whatever path."""
    if path is None or path == STANDARD_OUTPUT:
        return
    try:
        same = os.path.realpath(path) == os.path.realpath(kept)
        if not same and os.path.exists(path) and os.path.exists(kept):
            same = os.path.samefile(path, kept)
    except (OSError, ValueError):
        return  # a path that cannot be written either, which is said when it is
    if same:
        raise UsageError(f"{path!r} is the tournament's own file; choose another name")


def named(context: click.Context, parameter: click.Parameter, path: T) -> T:
    """Return the path of what cannot go to standard output; raise UsageError for ``-``."""
    if str(path) == STANDARD_OUTPUT:
        option = parameter.opts[-1] if parameter.param_type_name == "option" else parameter.metavar
        raise UsageError(f"{option}: standard output cannot take it; choose a name")
    return path


def check_writable(path: str) -> None:
    """Raise BadFile if a file cannot be written, before work is done for it."""
    if path == STANDARD_OUTPUT:
        return
    if reason := obstacle(path):
        raise BadFile(f"{path!r} cannot be written: {reason}")


def write_target(path: str, data: bytes) -> None:
    """Write a file completely or not at all; raise BadFile if it cannot be written."""
    if path == STANDARD_OUTPUT:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return
    try:
        write_bytes(path, data)
    except OSError as error:
        raise BadFile(f"{path!r} cannot be written: {error.strerror or error}") from None
