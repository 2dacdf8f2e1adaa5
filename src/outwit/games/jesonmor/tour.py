"""The tour of Jeson Mor."""

from __future__ import annotations

from outwit.core.tour import Tour

TOUR = Tour(
    aim="Bring a knight to the square in the middle, and then leave it again with that knight. "
    "Capturing all enemy pieces wins, too.",
    move="Click one of your pieces, then a marked square. Knights leap as in chess, but a piece "
    "beside them can block the way. Archers capture over exactly one piece.",
)
