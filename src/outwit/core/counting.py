"""Numbers of things, in words."""

from __future__ import annotations


def counted(number: int, thing: str) -> str:
    """Return a number with its noun in the singular or plural.

    >>> counted(1, "game"), counted(0, "move"), counted(1200, "game")
    ('1 game', '0 moves', '1,200 games')
    """
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
