"""The pieces of a game."""

from __future__ import annotations

from outwit.core.side import Side
from outwit.core.value import Value


class Piece(Value):
    """A kind of piece of one side.

    Args:
        letter: Its letter in a position's text.
        name: What people call it.
        owner: Its side.

    >>> import outwit
    >>> outwit.game("ataxx").pieces[0]
    Piece(letter='x', name='stone', owner=FIRST)
    """

    letter: str
    name: str
    owner: Side
