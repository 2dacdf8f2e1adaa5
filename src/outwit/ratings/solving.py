"""Ratings of solvers and puzzles: a try is a game of the one against the other."""

from __future__ import annotations

from outwit.core.value import Value
from outwit.ratings.glicko import Glicko, GlickoGames, after_period

# The rating of somebody who has not tried a puzzle yet.
NEWCOMER = Glicko(1000.0, 220.0)
# Rating deviation of a new puzzle, which only levels of the engine have tried.
ESTIMATED = 100.0
# Greatest deviation of a solver whose tries change a puzzle's rating. Newcomers would drag puzzles
# towards the rating with which they begin.
SETTLED = 70.0
# Most points that a try may change a rating.
MOST_CHANGE = 100.0


class Rated(Value):
    """The ratings of a solver and a puzzle after a try."""

    solver: Glicko
    puzzle: Glicko


def after_try(solver: Glicko, puzzle: Glicko, solved: bool) -> Rated:
    """Return both ratings after a try.

    >>> after = after_try(NEWCOMER, Glicko(1000, ESTIMATED), solved=False)
    >>> round(after.solver.rating), round(after.puzzle.rating)
    (903, 1000)
    """
    points = float(solved)
    rated = puzzle
    if solver.deviation <= SETTLED:
        rated = _step(puzzle, after_period(puzzle, [GlickoGames(solver, 1 - points)]))
    return Rated(_step(solver, after_period(solver, [GlickoGames(puzzle, points)])), rated)


def _step(before: Glicko, after: Glicko) -> Glicko:
    change = max(-MOST_CHANGE, min(MOST_CHANGE, after.rating - before.rating))
    return after.replace(rating=before.rating + change)
