"""The tour of Advance."""

from __future__ import annotations

from outwit.core.tour import Tour

TOUR = Tour(
    aim="Attack the enemy General so that the other side has no legal move left. Your own General "
    "must never stand where it could be captured.",
    move="Click one of your pieces, then a marked square. If a piece can do several things there, "
    "a menu asks which one you mean.",
)
