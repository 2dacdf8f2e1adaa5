"""Colours for text on terminals: whether there are any, and which."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import lru_cache
from typing import TextIO

RESET = "\033[0m"
# The six values of each part of a colour in the cube of 256-colour terminals.
STEPS = (0, 95, 135, 175, 215, 255)


def wants_colour(stream: TextIO, choice: bool | None = None) -> bool:
    """Tell whether to write colours to a stream; a person's choice decides, if there is one.

    Else they are for terminals, unless NO_COLOR is set.
    """
    if choice is not None:
        return choice
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()


@lru_cache(512)
def number(colour: str) -> int:
    """Return the number, on terminals with 256 colours, of the colour nearest to ``#rrggbb``.

    >>> number("#000000"), number("#ffffff"), number("#d9922e")
    (16, 231, 172)
    """
    parts = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    red, green, blue = (min(range(6), key=lambda step: abs(STEPS[step] - part)) for part in parts)
    return 16 + 36 * red + 6 * green + blue


def style(ink: str, ground: str) -> str:
    """Return the code for bold text in one colour on another; ``RESET`` ends it."""
    return f"\033[1;38;5;{number(ink)};48;5;{number(ground)}m"


def letter_ink(roles: Mapping[str, str], side: int) -> str:
    """Return the colour of a letter on a side's pieces, whose colours are given by role."""
    return roles["detail" if side else "edge"]
