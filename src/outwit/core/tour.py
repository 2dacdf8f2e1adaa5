"""A game's part of the tour for people who see it for the first time."""

from __future__ import annotations

from outwit.core.value import Value


class Tour(Value):
    """Two short texts; a game without them has no tour.

    ``aim`` says how a game is won, ``move`` how a move is made on a page: what to click, in order.
    """

    aim: str = ""
    move: str = ""
