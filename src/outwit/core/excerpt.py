"""Shortens texts from outside for error messages."""

from __future__ import annotations

from outwit.errors import OutwitError

LONGEST = 60


def excerpt(thing: object) -> str:
    """Write anything as Python would, cut to the length of a line.

    >>> excerpt("b7"), excerpt(7), excerpt("a" * 1_000) == repr("a" * 60)
    ("'b7'", '7', True)
    """
    if isinstance(thing, str):
        return repr(thing[:LONGEST])
    try:
        return repr(thing)[:LONGEST]
    except (OutwitError, ValueError):
        # Python writes no number of thousands of digits, and a position must be set up.
        return f"this {type(thing).__name__}"
