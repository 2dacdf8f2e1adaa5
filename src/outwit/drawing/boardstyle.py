"""Styles of boards: the colours of any game's look, made like paper or high in contrast.

A style changes lightness by a curve, so that what is lighter stays lighter, and chroma by a factor.
The hues stay: red pieces stay red in every style.
"""

from __future__ import annotations

from itertools import pairwise

from outwit.core.value import Value
from outwit.drawing.oklab import read_colour, write_colour
from outwit.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

# Points of a curve from an old lightness to the new one, both from 0 to 1.
Curve = tuple[tuple[float, float], ...]
# Least chroma of a colour on the board and of a piece; less is a tint of wood or stone.
COLOURED, COLOURED_PIECE = 0.095, 0.065
# Roles of the page around a board, of the shadow and of the marks: no curve changes them.
KEPT = ("table", "ink", "soft", "shadow", "accent", "target", "hint", "danger")
CLASSIC = "classic"


class Tone(Value):
    """How a style changes the colours of a theme.

    ``ground`` and ``sides`` are curves of lightness for squares and pieces. ``tint`` is the factor
    of the chroma of woods and stones, ``colour`` that of all others. ``fixed`` are colours by role.
    """

    ground: Curve
    sides: Curve
    tint: float
    colour: float
    fixed: Mapping[str, str]


class BoardStyle(Value):
    """A style of boards: its title, and its tones in the light and in the dark theme."""

    title: str
    light: Tone | None = None
    dark: Tone | None = None


STYLES: Mapping[str, BoardStyle] = {
    CLASSIC: BoardStyle("Wood"),
    "paper": BoardStyle(
        "Paper",
        Tone(
            ground=(
                *((0, 0.1), (0.4, 0.3), (0.58, 0.55), (0.66, 0.78), (0.75, 0.86)),
                *((0.85, 0.94), (0.94, 0.985), (1, 1)),
            ),
            sides=((0, 0.05), (0.36, 0.27), (0.66, 0.66), (0.85, 0.92), (1, 1)),
            tint=0.25,
            colour=0.9,
            fixed={"frame": "#faf8f3", "frame_edge": "#6f675b", "frame_ink": "#4a4238"},
        ),
        Tone(
            ground=((0, 0.1), (0.35, 0.36), (0.55, 0.58), (0.67, 0.72), (0.8, 0.84), (1, 1)),
            sides=((0, 0.05), (0.36, 0.24), (0.66, 0.68), (0.85, 0.92), (1, 1)),
            tint=0.25,
            colour=0.9,
            fixed={"frame": "#2b2926", "frame_edge": "#8d877d", "frame_ink": "#d5cfc4"},
        ),
    ),
    "contrast": BoardStyle(
        "High contrast",
        Tone(
            ground=(
                *((0, 0), (0.4, 0.2), (0.58, 0.42), (0.7, 0.56), (0.75, 0.62), (0.83, 0.74)),
                *((0.93, 0.97), (1, 1)),
            ),
            sides=((0, 0), (0.36, 0.14), (0.5, 0.42), (0.66, 0.7), (0.85, 0.94), (0.95, 1), (1, 1)),
            tint=0.1,
            colour=1.15,
            fixed={"frame": "#1c1c1c", "frame_edge": "#000000", "frame_ink": "#ffffff"},
        ),
        Tone(
            ground=((0, 0), (0.35, 0.24), (0.43, 0.42), (0.55, 0.53), (0.67, 0.74), (1, 1)),
            sides=(
                (0, 0),
                (0.36, 0.12),
                (0.5, 0.42),
                (0.66, 0.74),
                (0.85, 0.94),
                (0.95, 1),
                (1, 1),
            ),
            tint=0.1,
            colour=1.15,
            fixed={"frame": "#000000", "frame_edge": "#8c8c8c", "frame_ink": "#ffffff"},
        ),
    ),
}


def board_style(name: str) -> BoardStyle:
    """Return a style by name; raise UsageError if there is none."""
    if not isinstance(name, str) or name not in STYLES:
        raise UsageError(f"style {str(name)[:40]!r} is not one of {', '.join(STYLES)}")
    return STYLES[name]


def styled(roles: Mapping[str, str], tone: Tone | None) -> dict[str, str]:
    """Return the colours of a theme by role, changed by a tone."""
    if tone is None:
        return dict(roles)
    return {
        role: tone.fixed.get(role) or (colour if role in KEPT else toned(role, colour, tone))
        for role, colour in roles.items()
    }


def toned(role: str, colour: str, tone: Tone) -> str:
    """Return a colour changed by a tone."""
    lightness, chroma, hue = read_colour(colour)
    if role.startswith(("first_", "second_")):
        curve, least = tone.sides, COLOURED_PIECE
    else:
        curve, least = tone.ground, COLOURED
    factor = tone.colour if chroma >= least else tone.tint
    return write_colour(along(curve, lightness), chroma * factor, hue)


def along(curve: Curve, lightness: float) -> float:
    """Return the value of a curve.

    >>> along(((0, 0), (0.5, 0.2), (1, 1)), 0.5)
    0.2
    """
    lightness = min(max(lightness, curve[0][0]), curve[-1][0])
    for (start, low), (stop, high) in pairwise(curve):
        if lightness <= stop:
            return low + (high - low) * (lightness - start) / (stop - start)
    return curve[-1][1]
