"""Which weights explain the choices of a heuristic player for Santorini, exactly.

The weights that explain some choices are a cone in the first octant of space, bounded by planes.
It is kept as the rays along its edges, in order around it, in whole numbers.
"""

from __future__ import annotations

from math import gcd

from outwit.games.santorini.bots import score
from outwit.games.santorini.rules import WORKERS
from outwit.programs.examiners.santorini_output import MistakeFound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from outwit.games.santorini.rules import Santorini

    Scores = tuple[int, int, int]

# Differences that weights with fractions may make where there are none.
TINY = 1e-9


class Weights:
    """All weights, each more than 0, under which every choice so far was best."""

    def __init__(self) -> None:
        self.rays: list[Scores] = [(1, 0, 0), (0, 1, 0), (0, 0, 1)]

    def choose(self, chosen: Scores, others: Iterable[Scores]) -> bool:
        """Learn of a choice; return whether any weights are left."""
        for other in set(others):
            plane = tuple(a - b for a, b in zip(chosen, other, strict=True))
            self.rays = clipped(self.rays, plane)
        # The sum of the rays is inside the cone, so it has a 0 only where all weights have.
        return all(sum(ray[i] for ray in self.rays) > 0 for i in range(3))


def clipped(rays: list[Scores], plane: tuple[int, ...]) -> list[Scores]:
    """Return the part of a cone on one side of a plane, which is its normal."""
    sides = [dot(ray, plane) for ray in rays]
    kept: list[Scores] = []
    for i, (ray, side) in enumerate(zip(rays, sides, strict=True)):
        if side >= 0:
            kept.append(ray)
        following, next_side = rays[(i + 1) % len(rays)], sides[(i + 1) % len(rays)]
        if side * next_side < 0:
            first, second = abs(next_side), abs(side)
            parts = [first * a + second * b for a, b in zip(ray, following, strict=True)]
            common = gcd(*parts) or 1
            x, y, z = (part // common for part in parts)
            kept.append((x, y, z))
    return list(dict.fromkeys(kept))


def dot(one: Iterable[float], two: Iterable[float]) -> float:
    """Return the sum of the products."""
    return sum(a * b for a, b in zip(one, two, strict=True))


class Choices:
    """Checks what heuristic players choose, by the weights they declare or by any."""

    def __init__(self, declared: object) -> None:
        self.weights = Weights()
        self.declared: tuple[float, ...] = ()
        if isinstance(declared, list | tuple) and len(declared) == 3:
            if all(isinstance(weight, int | float) for weight in declared):
                self.declared = tuple(declared)

    def check_win(self, position: Santorini, move: str) -> None:
        """Raise MistakeFound if another move than this one would win."""
        scores = outcomes(position)
        wins = [other for other, value in scores.items() if value is None]
        if wins and scores[move] is not None:
            what = (
                f"at turn {position.turn_number} the heuristic player could step to level 3 and "
                "win, but does not"
            )
            raise MistakeFound(what, " or ".join(wins[:3]), move)

    def check(self, position: Santorini, move: str) -> None:
        """Raise MistakeFound if a move is not a best one, where none wins."""
        turn = position.turn_number
        scores = outcomes(position)
        chosen = scores[move]
        moves = {value: other for other, value in scores.items() if value is not None}
        if chosen is None or None in scores.values():
            return
        found = f"{move} with the scores {chosen}"
        if self.declared:
            best = max(moves, key=lambda value: dot(value, self.declared))
            if dot(best, self.declared) > dot(chosen, self.declared) + TINY:
                what = (
                    f"at turn {turn} the heuristic player's choice is not the best by the declared "
                    f"weights {self.declared}"
                )
                raise MistakeFound(what, f"{moves[best]} with the scores {best}", found)
            return
        for value, other in moves.items():
            if value != chosen and all(a >= b for a, b in zip(value, chosen, strict=True)):
                what = (
                    f"at turn {turn} the heuristic player's choice is not the best under any "
                    "weights: of (height, center, distance) none could be worse, and one better"
                )
                raise MistakeFound(what, f"{other} with the scores {value}", found)
        if not self.weights.choose(chosen, moves):
            what = (
                "no weights of height, center and distance explain what the heuristic player chose "
                f"up to turn {turn}"
            )
            wanted = "a move with the highest move_score, by the same weights at every turn"
            raise MistakeFound(what, wanted, found)


def outcomes(position: Santorini) -> dict[str, Scores | None]:
    """Return the scores after each legal move, for who made it; None for a step that wins."""
    us = position.turn
    found: dict[str, Scores | None] = {}
    for move in [str(move) for move in position.legal_moves]:
        position.play(move)
        wins = position.height(WORKERS.index(move[0])) == 3
        found[move] = None if wins else score(position, us)
        position.undo()
    return found
