"""Colours on terminals: whether to use them, and the nearest of 256 colours."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import atan2, hypot, sin, sqrt
from typing import TextIO

# Red, green and blue, from 0 to 255.
Parts = tuple[int, int, int]
RESET = "\033[0m"
# Values of red, green and blue in the colour cube of 256-colour terminals.
STEPS = (0, 95, 135, 175, 215, 255)
# Number of the cube's first colour; the user can redefine the 16 colours below it.
CUBE = 16
# The 256 colours from number ``CUBE`` on: the cube, then 24 greys.
TABLE = (
    *((red, green, blue) for red in STEPS for green in STEPS for blue in STEPS),
    *((grey, grey, grey) for grey in range(8, 248, 10)),
)
# Least difference in lightness (0 to 100) between neighbouring squares.
STEP = 7.0
# Weights, in the distance of two colours, of too much chroma and of another hue; lightness has 1.
STRONGER, TURNED = 0.5, 1.5
# Least contrast of readable text (WCAG AA).
READABLE = 4.5


def wants_colour(stream: TextIO, choice: bool | None = None) -> bool:
    """Tell whether to write colours to a stream; ``choice`` decides if it is given.

    Otherwise terminals get colours unless NO_COLOR is set.
    """
    if choice is not None:
        return choice
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()


@lru_cache(512)
def number(colour: str) -> int:
    """Return the number of the 256-colour table's colour nearest to ``#rrggbb``.

    >>> number("#000000"), number("#ffffff"), number("#d9922e")
    (16, 231, 172)
    """
    return CUBE + _nearest(parts(colour), range(len(TABLE)))


@lru_cache(2048)
def number_on(ink: str, ground: str) -> int:
    """Return the number of a text colour on a background, with about the intended contrast.

    >>> number_on("#ffffff", "#000000"), number("#75685a"), number_on("#75685a", "#ffffff")
    (231, 242, 242)
    """
    on = TABLE[number(ground) - CUBE]
    # A loss of 5 % contrast is not visible.
    wanted = 0.95 * min(READABLE, contrast(parts(ink), parts(ground)))
    # Light text on dark stays light, because lightness may distinguish the sides.
    is_light = seen(parts(ink))[0] > seen(parts(ground))[0]
    kind = [at for at, each in enumerate(TABLE) if (seen(each)[0] > seen(on)[0]) == is_light]
    fitting = [at for at in kind if contrast(TABLE[at], on) >= wanted]
    if not fitting:
        return CUBE + max(kind, key=lambda at: contrast(TABLE[at], on), default=number(ink) - CUBE)
    return CUBE + _nearest(parts(ink), fitting)


@lru_cache(512)
def darker_than(light: str, dark: str) -> str:
    """Return a colour near ``dark`` that 256-colour terminals show darker than ``light``."""
    most = seen(TABLE[number(light) - CUBE])[0] - STEP
    fitting = [at for at, each in enumerate(TABLE) if seen(each)[0] <= most]
    return "#" + bytes(TABLE[_nearest(parts(dark), fitting or range(len(TABLE)))]).hex()


def parts(colour: str) -> Parts:
    """Return red, green and blue of ``#rrggbb``."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return red, green, blue


def contrast(one: Parts, other: Parts) -> float:
    """Return the WCAG contrast of two colours, from 1 (equal) to 21.

    >>> round(contrast((255, 255, 255), (0, 0, 0)), 1)
    21.0
    """
    low, high = sorted(
        0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in map(_light, (one, other))
    )
    return (high + 0.05) / (low + 0.05)


@lru_cache(4096)
def seen(colour: Parts) -> tuple[float, float, float]:
    """Return lightness, chroma and hue of a colour in CIELAB."""
    red, green, blue = _light(colour)
    x, y, z = (
        each ** (1 / 3) if each > 0.008856 else 7.787 * each + 16 / 116
        for each in (
            (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
            0.2126 * red + 0.7152 * green + 0.0722 * blue,
            (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
        )
    )
    a, b = 500 * (x - y), 200 * (y - z)
    return 116 * y - 16, hypot(a, b), atan2(b, a)


def _light(colour: Parts) -> tuple[float, float, float]:
    """Return the linear light of each component of a colour, from 0 to 1."""
    red, green, blue = (
        part / 3294.6 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour
    )
    return red, green, blue


def _nearest(colour: Parts, numbers: Iterable[int]) -> int:
    """Return the number among ``numbers`` whose colour is nearest to ``colour``."""
    return min(numbers, key=lambda at: _distance(colour, TABLE[at]))


def _distance(wanted: Parts, given: Parts) -> float:
    """Return the distance of a colour from the wanted one.

    The table has few dark browns: too much chroma is better than another hue.
    """
    light, strength, hue = seen(wanted)
    other_light, other_strength, other_hue = seen(given)
    turn = 2 * sqrt(strength * other_strength) * sin((hue - other_hue) / 2)
    fades = other_strength < strength
    stronger = (other_strength - strength) * (1.0 if fades else STRONGER)
    return hypot(light - other_light, stronger, TURNED * turn)


def style(ink: str, ground: str) -> str:
    """Return the escape code for bold text in one colour on another; ``RESET`` ends it."""
    return f"\033[1;38;5;{number_on(ink, ground)};48;5;{number(ground)}m"


def letter_ink(roles: Mapping[str, str], side: int) -> str:
    """Return the colour of a letter on a side's pieces, given the colours by role."""
    return roles["detail" if side else "edge"]
