"""The pieces of a game."""

from __future__ import annotations

from outwit.core.side import Side
from outwit.core.value import Value


class Piece(Value):
    """A kind of piece of one side: its letter in a position's text, and what people call it."""

    letter: str
    name: str
    owner: Side
