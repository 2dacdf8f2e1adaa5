"""Texts that fit: measured in the font that pictures are drawn with."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from outwit.core.printable import REPLACEMENT, printable
from outwit.drawing.png import FONTS
from outwit.errors import UsageError

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

# Texts are measured at this size, and cut to this many characters before they are measured.
MEASURED, MOST = 100, 200
ELLIPSIS = "…"
# No font has a glyph for this.
NO_GLYPH = "\uffff"


def fit(text: str, size: float, room: float, *, bold: bool = False) -> str:
    """Return a text made printable and cut to a width; both are in the units of ``size``.

    What the font cannot draw is shown as a replacement character.
    """
    shown = "".join(char if _drawable(char) else REPLACEMENT for char in printable(text, MOST))
    if width(shown, size, bold=bold) <= room:
        return shown
    low, high = 0, len(shown)
    while low < high:
        middle = (low + high + 1) // 2
        if width(shown[:middle] + ELLIPSIS, size, bold=bold) <= room:
            low = middle
        else:
            high = middle - 1
    return shown[:low].rstrip() + ELLIPSIS


def shrink(text: str, size: float, room: float, *, bold: bool = False) -> float:
    """Return the size at which a text fits, but no less than two thirds of the one given."""
    return size * max(2 / 3, min(1.0, room / max(1.0, width(text[:MOST], size, bold=bold))))


def width(text: str, size: float, *, bold: bool = False) -> float:
    """Return how wide a text is."""
    return _font(bold).getlength(text) * size / MEASURED


@lru_cache(2)
def _font(bold: bool) -> FreeTypeFont:
    try:
        from PIL import ImageFont
    except ImportError:
        raise UsageError("movies need Pillow: pip install 'outwit[pictures]'") from None
    # The plain layout does without libraries that are not everywhere.
    return ImageFont.truetype(FONTS[bold], MEASURED, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(4096)
def _drawable(char: str) -> bool:
    """Tell whether the font has the character."""
    return char.isascii() or bytes(_font(False).getmask(char)) != _missing()


@lru_cache(1)
def _missing() -> bytes:
    return bytes(_font(False).getmask(NO_GLYPH))
