"""Moves of Santorini in plain words."""

from __future__ import annotations

from functools import cache

from outwit.core.move import MoveDetails
from outwit.games.santorini.compass import COMPASS
from outwit.games.santorini.notation import WORKERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.core.board import Square
    from outwit.games.santorini.rules import Santorini

NAMES = {"n": "north", "e": "east", "s": "south", "w": "west"}


@cache
def direction_name(letters: str) -> str:
    """Spell a direction out.

    >>> direction_name("n"), direction_name("se")
    ('north', 'southeast')
    """
    return "".join(NAMES[letter] for letter in letters)


def describe(position: Santorini, move: str) -> MoveDetails:
    """Describe a legal move."""
    worker, step, *build = move.split(",")
    board = position.board
    squares = [board.squares[position.workers[WORKERS.index(worker)]]]
    for way in (step, *build):
        down, right = COMPASS[way]
        squares.append(board.by_place[squares[-1].row + down, squares[-1].column + right])
    origin, target = squares[:2]
    label = f"{worker} {step_words(origin, target)} {direction_name(step)}"
    if target.level != origin.level:
        label += f" to level {target.level}"
    if build:
        done = "puts a dome" if squares[2].level == 3 else "builds"
        label += f" and {done} {direction_name(build[0])}"
    kind = "build" if build else "climb"
    return MoveDetails(kind, tuple([square.name for square in squares]), label)


def step_words(origin: Square, target: Square) -> str:
    """Say how a worker goes from one square to another."""
    if target.level == origin.level:
        return "steps"
    return "climbs" if target.level > origin.level else "steps down"
