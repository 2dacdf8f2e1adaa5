"""Data and numbers for HTML."""

from __future__ import annotations

import json


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
