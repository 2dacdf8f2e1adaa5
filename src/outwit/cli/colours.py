"""The option whether boards are in colour, shared by several commands."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import TypeVar

import click

from outwit.terminal.colour import wants_colour

R = TypeVar("R")


def takes_colour(command: Callable[..., R]) -> Callable[..., R]:
    """Add ``--color/--no-color`` to a command, and call it with ``coloured``: yes or no."""

    @click.option(
        "--color/--no-color",
        "choice",
        default=None,
        help="Print boards in colour. [default: on terminals, unless NO_COLOR is set]",
    )
    @wraps(command)
    def with_colour(*args: object, choice: bool | None, **kwargs: object) -> R:
        return command(*args, coloured=wants_colour(sys.stdout, choice), **kwargs)

    return with_colour
