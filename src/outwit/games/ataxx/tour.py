"""The tour of Ataxx."""

from __future__ import annotations

from outwit.core.tour import Tour

TOUR = Tour(
    aim="Have more stones than the other side when nobody can move any more. Every enemy stone "
    "next to a stone that you have just placed turns to your colour.",
    move="To add a stone, click an empty square next to one of your stones. To jump, click a stone "
    "of yours, then an empty square two squares away.",
)
