"""Turns SVG into a file, by the ending of its name."""

from __future__ import annotations

from pathlib import PurePath

from outwit.drawing.png import to_png
from outwit.errors import UsageError

FORMS = (".svg", ".png")


def picture_form(path: str) -> str:
    """Return the ending of a picture's file; raise UsageError if it is none of ours."""
    ending = PurePath(path).suffix.lower()
    if ending not in FORMS:
        raise UsageError(f"{path!r}: a picture's name ends in {' or '.join(FORMS)}")
    return ending


def picture_file(svg: str, form: str) -> bytes:
    """Return an SVG as a file; ``form`` is its ending."""
    return to_png(svg) if form == ".png" else svg.encode()
