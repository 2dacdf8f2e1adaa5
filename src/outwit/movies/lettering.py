"""Texts that fit: measured in the font that pictures are drawn with."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING
from unicodedata import normalize

from outwit.core.printable import REPLACEMENT, printable
from outwit.drawing.png import FONTS
from outwit.errors import UsageError

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

# Texts are measured at this size, for Pillow rounds the widths of letters to pixels; and they are
# cut to this many characters before they are measured.
MEASURED, MOST = 1000, 200
# Whether there is a letter is seen at this size.
SEEN = 20
# A text that was shrunk to its room may be wider by the error of a division.
TOLERANCE = 1e-6
ELLIPSIS = "…"
# No font has a glyph for this.
NO_GLYPH = "\uffff"
# Characters that cannot be drawn, and the blanks between them.
UNKNOWN = re.compile(rf"{REPLACEMENT}(?:\s*{REPLACEMENT})*")


def fit(text: str, size: float, room: float, *, bold: bool = False) -> str:
    """Return a text made drawable and cut to a width; both are in the units of ``size``."""
    shown = drawable(text)
    room += TOLERANCE
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
    wide = width(drawable(text), size, bold=bold)
    return size * max(2 / 3, min(1.0, room / max(1.0, wide)))


def drawable(text: str) -> str:
    """Return a text with a replacement character for each run of what the font cannot draw.

    >>> drawable("Ann 🎉🎉!")
    'Ann �!'
    """
    # An accent may be a character of its own; the font has letters with their accents.
    shown = printable(normalize("NFC", text[: 4 * MOST]), MOST)
    marked = "".join(char if _has(char) else REPLACEMENT for char in shown)
    return UNKNOWN.sub(REPLACEMENT, marked)


def name_or(name: str, other: str) -> str:
    """Return a name as it can be drawn, or another text if nothing of it can.

    >>> name_or(" Zoë ", "White"), name_or("山田 太郎", "White"), name_or(" ", "White")
    ('Zoë', 'White', 'White')
    """
    shown = drawable(name).strip()
    return shown if set(shown) - {REPLACEMENT, " "} else other


def width(text: str, size: float, *, bold: bool = False) -> float:
    """Return how wide a text is."""
    return _font(bold, MEASURED).getlength(text) * size / MEASURED


@lru_cache(4)
def _font(bold: bool, size: int) -> FreeTypeFont:
    try:
        from PIL import ImageFont
    except ImportError:
        raise UsageError("movies need Pillow: pip install 'outwit[pictures]'") from None
    # The plain layout does without libraries that are not everywhere.
    return ImageFont.truetype(FONTS[bold], size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(4096)
def _has(char: str) -> bool:
    """Tell whether the font has a character."""
    return char.isascii() or bytes(_font(False, SEEN).getmask(char)) != _missing()


@lru_cache(1)
def _missing() -> bytes:
    return bytes(_font(False, SEEN).getmask(NO_GLYPH))
