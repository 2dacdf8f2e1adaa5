"""A plane of an observation: one number for each square of the board."""

from __future__ import annotations

from outwit.core.value import Value


class Plane(Value):
    """One plane of what the side to move sees.

    Args:
        name: A short name, unique in the game.
        meaning: What a number on a square says, in one line.
        most: The highest number, from 1 to 255. As float32, a plane is its numbers divided by it.
        uniform: Whether all squares have the same number.

    >>> from outwit.core.plane import Plane
    >>> Plane("own", "1 on each square with a piece of the side to move")
    Plane(name='own', meaning='1 on each square with a piece of the side to move')
    """

    name: str
    meaning: str
    most: int = 1
    uniform: bool = False
