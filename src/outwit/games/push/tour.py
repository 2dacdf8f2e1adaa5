"""The tour of Push."""

from __future__ import annotations

from outwit.core.tour import Tour

TOUR = Tour(
    aim="Have your stones on the cells that are worth most. When no inner cell is empty, each side "
    "adds up the numbers under its stones.",
    move="Click an empty inner cell to place a stone there. Or click a marked cell of the border "
    "to push the stones of that line by one cell.",
)
