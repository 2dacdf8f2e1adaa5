"""Numbers of things, in words."""

from __future__ import annotations


def counted(number: int, thing: str) -> str:
    """Return a number with its noun in the singular or plural.

    >>> counted(1, "game"), counted(0, "move"), counted(1200, "game")
    ('1 game', '0 moves', '1,200 games')
    """
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def counted_in(number: int, unit: str) -> str:
    """Return a number with its unit, which is given in the plural.

    >>> counted_in(1, "pieces"), counted_in(18, "points")
    ('1 piece', '18 points')
    """
    return f"{number:,} {unit.removesuffix('s') if number == 1 else unit}"
