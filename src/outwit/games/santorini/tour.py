"""The tour of Santorini."""

from __future__ import annotations

from outwit.core.tour import Tour

TOUR = Tour(
    aim="Be the first with a worker on level 3. A worker climbs one level at a time.",
    move="Click one of your workers, then the square it steps to, then the square next to it where "
    "it builds. A fourth level is a dome, and nobody can step there.",
)
