"""Colours for terminals with 256 colours."""

from __future__ import annotations

from functools import lru_cache

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from outwit.terminal.colour import number, number_on

# Characters that draw shapes.
SHAPES = frozenset(" ▀▄▌▐▔▂█")


class FewColours(LineFilter):
    """Replaces each colour by the perceptually nearest of the 256.

    Rich rounds red, green and blue separately: brown becomes mauve or olive, text unreadable.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return segments in colours of the terminal."""
        return [
            Segment(
                text,
                style and coarse(style, background.hex6, draws=set(text) <= SHAPES),
                control,
            )
            for text, style, control in segments
        ]


@lru_cache(4096)
def coarse(style: Style, background: str, *, draws: bool) -> Style:
    """Return a style in colours of the 256-colour table.

    ``background`` is the colour behind it; characters with ``draws`` need no text contrast.
    """
    ink, ground = _hex(style.color), _hex(style.bgcolor)
    found = None
    if ink is not None:
        found = number(ink) if draws else number_on(ink, ground or background)
    return style + Style.from_color(
        None if found is None else RichColor.from_ansi(found),
        None if ground is None else RichColor.from_ansi(number(ground)),
    )


def _hex(colour: RichColor | None) -> str | None:
    """Return a colour as ``#rrggbb``; None for a colour that the terminal defines."""
    return None if colour is None or colour.triplet is None else colour.triplet.hex
