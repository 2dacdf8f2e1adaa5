"""The two sides. What they are called is each game's own affair."""

from __future__ import annotations


class Side(int):
    """The player who moves first or the player who moves second; as a number, 0 or 1.

    >>> FIRST, SECOND, FIRST.other, int(SECOND)
    (FIRST, SECOND, SECOND, 1)
    """

    __slots__ = ()

    @property
    def other(self) -> Side:
        """Return the opponent."""
        return SECOND if self == 0 else FIRST

    def __repr__(self) -> str:
        return "SECOND" if self else "FIRST"

    __str__ = __repr__


FIRST = Side(0)
SECOND = Side(1)
SIDES = (FIRST, SECOND)
