"""The option ``--require-sandbox``, and the warning if programs run without bubblewrap."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from typing import TypeVar

import click

from outwit.cli import print_error
from outwit.process.sandbox import REQUIRED, check_required, warning

C = TypeVar("C", bound=Callable[..., object])


def takes_sandbox(command: C) -> C:
    """Add the option to a command; ``warn_of_strangers`` obeys it before programs run."""
    return click.option(
        "--require-sandbox",
        is_flag=True,
        envvar=REQUIRED,
        expose_value=False,
        callback=require,
        help="Refuse to run programs if bubblewrap cannot enclose them.",
    )(command)


def require(ctx: click.Context, option: click.Parameter, value: bool) -> None:
    """Let this process, and those that we start, know that bubblewrap must be there."""
    os.environ.pop(REQUIRED, None)
    if value:
        os.environ[REQUIRED] = "1"


@cache
def warn_of_strangers() -> None:
    """Warn once if nothing encloses the programs that are about to run.

    Raise UsageError if they must be enclosed.
    """
    check_required()
    if line := warning():
        print_error(f"WARNING: {line}", 0)
