"""Texts for HTML. Names, evidence and settings may be hostile: all go through ``text``."""

from __future__ import annotations

import json
from html import escape

from outwit.core.printable import printable


def text(shown: object, most: int = 200, lines: bool = False) -> str:
    """Return any text, made printable and escaped for HTML."""
    return escape(printable(str(shown), most, lines), quote=True)


def data(value: object) -> str:
    """Return JSON that may stand in a ``script`` element: nothing in it ends the element."""
    found = json.dumps(value, separators=(",", ":"), allow_nan=False)
    return found.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def count(number: int, noun: str) -> str:
    """Return a number of things in words.

    >>> count(1, "game"), count(1200, "game")
    ('1 game', '1,200 games')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
